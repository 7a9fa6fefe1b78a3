/** The door of controls: what limits a card now, and what counts against it. */
export { lockCashLeft } from "./cash.ts";
export { countSpent, handOnControls, handOnSpent, usageOf } from "./keeping.ts";
