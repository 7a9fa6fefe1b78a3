/** The door of controls: what limits a card now, and what counts against it. */
export { lockCashLeft } from "./cash.ts";
export {
  USAGE,
  type UsageAsked,
  type UsageRow,
  countSpent,
  handOnControls,
  handOnSpent,
  spentOn,
  usageAsked,
  usageIn,
  usageRow,
} from "./keeping.ts";
