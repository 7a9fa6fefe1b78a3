/** The door of controls: what limits a card now, and what counts against it. */
export { countSpent, handOnControls, handOnSpent, usageOf } from "./keeping.ts";
