/** The door of payouts: money on its way out. */
export { PAYOUT_FIELD, accountOfPayout, readPerson } from "./account.ts";
export { askPayout, sendPayout, workOnPayouts } from "./send.ts";
export { failPayout, lockPayout, reversePayout, settlePayout } from "./settle.ts";
