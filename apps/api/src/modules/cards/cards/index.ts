/** The door of cards: one card, the money behind it, and who froze it. */
export { addCard } from "./closing.ts";
export { freezeCard, unfreezeCard } from "./freezing.ts";
export { type Card, type MoneyBehind, cardOfIssuer, findCard, lockCard, moneyBehind, openFreezes } from "./keeping.ts";
/** The door of cards: what their jobs do. */
export { makeCard, tellIssuer, workOnCards } from "./making.ts";
