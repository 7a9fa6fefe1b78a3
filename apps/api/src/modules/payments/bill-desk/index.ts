/** The door of the desk of bills. */
export { lockRefundableBill, refundableBills } from "./refundable.ts";
