/** The door of states: the only way to change one, and what may be done to a record. */
export { type Change, actionsOn, callerOf } from "./acting.ts";
export {
  STATE_TABLES,
  businessDate,
  changeState,
  changeStates,
  eraseActor,
  recordBeginning,
  type Walk,
  walkStates,
} from "./change.ts";
