/** The door of card payments: giving money to a card and taking it, whose payments somebody sees. */
export { giveTo, repayOverdrawn, takeFrom } from "./capturing.ts";
export { openOwner, recordOnWallet, returnToExpense } from "./owners.ts";
export { seenBy } from "./queries.ts";
