/** The door of dollar cards: whether they are offered, what closing one leaves, and the terms. */
export { dollarsLeftBy } from "./queries.ts";
export { isOffered, termsOn } from "./terms.ts";
