/** The door of dollar cards: whether they are offered, and what closing one leaves. */
export { dollarsLeftBy } from "./queries.ts";
export { isOffered } from "./terms.ts";
