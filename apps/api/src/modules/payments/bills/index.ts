/** The door of bills: asking and ending one, for the provider's desk, and what receipts say. */
export { DESK, readProviders } from "./catalogue.ts";
export { billReceipt } from "./receipt.ts";
export { giveUp, lockRefundableBill, refund, refundableBills } from "./refunding.ts";
export { askBill, sendBill } from "./send.ts";
export { type Bill, isOpen, lockBill } from "./settle.ts";
