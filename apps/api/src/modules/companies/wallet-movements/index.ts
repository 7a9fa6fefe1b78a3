/** The door of what moves company wallets: the wallet and purses, and each movement with its row and its words. */
export { emptyPurse, holdingsOf } from "./emptying.ts";
export * as walletMessages from "./messages.ts";
export {
  type Wallet,
  findPurse,
  findWallet,
  movePurse,
  openPurse,
  openWallet,
  recordMovement,
  tellOfMoney,
} from "./moving.ts";
export { PAID_BACK, ownInPurse, paidBackLeft } from "./own.ts";
export { type ChannelRoom, channelRooms, leftInMonth, leftOn, leftThisMonth, roomFor, whyNotOut } from "./room.ts";
export { assignmentRefusal, leftToday, strictest } from "./rules.ts";
export { holds, ownCompany, peopleWith, requireAtWork, requireEmployee, requireNotSuspended } from "./people.ts";
export { senderRefusal, senderRoom, whySenderNot } from "./senders.ts";
