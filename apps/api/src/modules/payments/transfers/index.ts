/** The door of transfers, for the refunds desk. */
export { lockRefundableTransfer, refundableTransfers } from "./refunding.ts";
