/** The door of payouts: money on its way out. */
export { PAYOUT_FIELD, accountOfPayout, readPerson } from "./account.ts";
export { payoutPage } from "./messages.ts";
export { cameBack, endReturn, expectBack } from "./returning.ts";
export { askPayout, sendPayout, workOnPayouts } from "./send.ts";
export {
  MAX_FOLLOWED,
  failPayout,
  followPayouts,
  lockPayout,
  lockPayoutInOrder,
  settlePayout,
  succeed,
} from "./settle.ts";
