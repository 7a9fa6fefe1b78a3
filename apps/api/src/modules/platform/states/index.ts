/** The door of states: the only way to change one, and what may be done to a record. */
export { type Change, abilitiesIn, actionsOn, callerOf, lockRow } from "./acting.ts";
export { recordRequest } from "./asking.ts";
export { eachOf } from "./each.ts";
export {
  BUSINESS_DATE,
  beginningOf,
  businessDate,
  changeState,
  changeStates,
  changeWhere,
  eraseActor,
  eraseHistory,
  recordBeginning,
} from "./change.ts";
export { notOnRecord, statesTold } from "./timeline.ts";
export { type Walk, walkStates } from "./walking.ts";
