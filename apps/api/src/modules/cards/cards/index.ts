/** The door of cards: what their jobs do. */
export { makeCard, tellIssuer, workOnCards } from "./making.ts";
