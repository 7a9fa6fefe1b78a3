/** The door of controls. */
export { beginsOn, midnightOf, nextBeginsOn, weekdayOf } from "./periods.ts";
