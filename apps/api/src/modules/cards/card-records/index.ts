/** The door of card records: one card, the money behind it, and who froze it. */
export { freezeCard, unfreezeCard } from "./freezing.ts";
export { type Card, findCard, lockCard, moneyBehind, openFreezes } from "./keeping.ts";
