/** The door of transfers: what their receipts say, and what it takes to let a held one go. */
export * as transferMessages from "./messages.ts";
export { type Transfer, begin, lockTransfer } from "./moving.ts";
export { accountOfPayee } from "./payees.ts";
export { whyNot } from "./planned.ts";
export { transferReceipt } from "./receipt.ts";
export { lockBoth } from "./sending.ts";
export { freeMoney } from "./velocity.ts";
