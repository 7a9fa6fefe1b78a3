/** The door of schedules: the rows of a running loan, in the database and in the calculators' shape. */
export { type Facts, onItsDay, readFacts, replayFacts, scheduleOn } from "./facts.ts";
export { measureLoans } from "./measures.ts";
export * from "./running-loan/index.ts";
export * from "./schedule.ts";
export { vatInFees } from "./vat.ts";
