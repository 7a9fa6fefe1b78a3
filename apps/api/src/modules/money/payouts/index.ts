/** The door of payouts: money on its way out. */
export { PAYOUT_FIELD, accountOfPayout, readPerson } from "./account.ts";
export { askPayout, sendPayout, workOnPayouts } from "./send.ts";
export { fail as failPayout, lockPayout, settlePayout } from "./settle.ts";
export { undisburseLoan } from "./undo.ts";
