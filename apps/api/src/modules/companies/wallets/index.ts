/** The door of wallets: whether an amount may leave one. */
export { whyNotOut } from "./room.ts";
