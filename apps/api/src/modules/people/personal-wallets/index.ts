/** The door of people's wallets: what moves in them, and what their tier allows. */
export { overCount, overTier } from "./messages.ts";
export { type CashFacts, lockCash, recordPersonal, tierOf } from "./moving.ts";
export { tierShown } from "./queries.ts";
export { transfersLeft } from "./rules.ts";
