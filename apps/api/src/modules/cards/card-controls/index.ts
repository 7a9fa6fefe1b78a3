/** The door of controls: what limits a card now, and what counts against it. */
export { type Usage, controlsOf, countSpent, usageOf } from "./keeping.ts";
export { beginsOn, midnightOf, nextBeginsOn, weekdayOf } from "./periods.ts";
export { leftOf } from "./rules.ts";
