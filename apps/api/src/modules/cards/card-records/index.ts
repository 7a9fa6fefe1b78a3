/** The door of card records: one card, the money behind it, and who froze it. */
export {
  DOLLAR_TERMS,
  type DollarTerms,
  dollarCardOf,
  dollarsLeftBy,
  isOffered,
  pursesOf,
  termsOn,
} from "./dollars.ts";
export { freezeCard, unfreezeCard } from "./freezing.ts";
export { type Card, findCard, lockCard, moneyBehind, openFreezes } from "./keeping.ts";
