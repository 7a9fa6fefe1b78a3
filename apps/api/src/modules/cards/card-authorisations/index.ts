/** The door of payments with cards. */
export { giveTo, takeFrom } from "./capturing.ts";
export { recordOnWallet } from "./owners.ts";
export { type Answer, receive } from "./receiving.ts";
