/** The door of expenses: what was paid by card becomes one, and whose receipt is missing for too long. */
export { SPLIT } from "./analytics.ts";
export { type LongMissing, longMissing, keepReturned, recordSpent } from "./recording.ts";
export { type Line, keepBought, putUnder, takeFromUnder } from "./under-line.ts";
