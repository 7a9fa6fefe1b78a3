/** The door of expenses: what was paid by card becomes one, its receipt merges into it, and whose is missing for too long. */
export { SPLIT } from "./analytics.ts";
export { RECEIPT_DAY, keepHasReceipt, mergeWhereCertain } from "./merging.ts";
export { belongs, matchesOf } from "./receipt-rules.ts";
export { type LongMissing, longMissing, keepReturned, recordSpent } from "./recording.ts";
export { type Line, keepBought, putUnder, takeFromUnder } from "./under-line.ts";
