/** The door of batches: what it takes to let a held one go. */
export * as batchMessages from "./messages.ts";
export type { Batch } from "./queries.ts";
export { freeBatch, knownAt } from "./reviewing.ts";
export { SENDS } from "./rules.ts";
export { begin as beginBatch, requireContent, whyNotNow } from "./submitting.ts";
