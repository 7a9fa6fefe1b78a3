/** The door of schedules: the rows of a running loan, in the database and in the calculators' shape. */
export { measureLoans } from "./measures.ts";
export * from "./running-loan/index.ts";
export * from "./schedule.ts";
export { vatInFees } from "./vat.ts";
