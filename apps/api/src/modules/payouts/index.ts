/** The door of payouts: money on its way out. */
export { PAYOUT_FIELD, type Person, accountOfPayout, readPerson } from "./account.ts";
export { askPayout, sendPayout, workOnPayouts } from "./send.ts";
export { type Payout, fail as failPayout, lockPayout, settlePayout } from "./settle.ts";
export { undisburseLoan } from "./undo.ts";
