/** The door of bills: asking and ending one, for the provider's desk. */
export { DESK, readProviders } from "./catalogue.ts";
export * as billMessages from "./messages.ts";
export { askBill, sendBill } from "./send.ts";
export { type Bill, deliver, endOf, failBill, isOpen, lockBill } from "./settle.ts";
export { giveBack } from "./wallets.ts";
