/** The door of repayments: a credit balance that is paid back. */
export { requestRefund } from "./refund.ts";
