/** The door of dollar cards: whether they are offered. */
export { isOffered } from "./terms.ts";
