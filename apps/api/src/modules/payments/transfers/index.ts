/** The door of transfers: what their receipts say. */
export { transferReceipt } from "./receipt.ts";
