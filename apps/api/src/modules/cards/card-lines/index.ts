/** The door of the lines of persons' cards: what pays one. */
export { type CardLine, lockCardLine, ofCards, payCardLine } from "./paying.ts";
