/** The door of cards: ordering one, and what their jobs do. */
export { addCard } from "./closing.ts";
export { makeCard, tellIssuer, workOnCards } from "./making.ts";
