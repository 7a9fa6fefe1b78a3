/** The door of bills: paying one for somebody, asking and ending one for the provider's desk, and what receipts say. */
export { bettingOf } from "./betting.ts";
export { endOfPause, limitBegins } from "./betting-rules.ts";
export { DESK, itemsSold, priceNow, readProviders, termsOf } from "./catalogue.ts";
export {
  type Payer,
  type ToPay,
  acceptBill,
  airtimeLeft,
  chargesOf,
  requireCash,
  requireNotJustPaid,
  requireSold,
  verified,
} from "./paying.ts";
export { billReceipt } from "./receipt.ts";
export { localPhone } from "./rules.ts";
export { giveUp, lockRefundableBill, refund, refundableBills } from "./refunding.ts";
export { askBill, sendBill } from "./send.ts";
export { type Bill, isOpen, lockBill } from "./settle.ts";
export { lockPayer } from "./wallets.ts";
