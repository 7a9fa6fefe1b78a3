/** The door of betting: whether a person may bet, asked where their bill is paid. */
export { requireMayBet } from "./bounds.ts";
