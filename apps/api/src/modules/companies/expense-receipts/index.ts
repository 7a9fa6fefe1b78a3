/** The door of receipts: those of a request's lines, and of the expenses that the lines become. */
export { giveReceipts, placeReceipts } from "./placing.ts";
