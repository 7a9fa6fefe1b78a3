/** The door of exceptions: what does not fit the books yet, and waits for a person. */
export { beginItem, contradictItem } from "./items.ts";
export { type Facts, factsOf, freeUnidentified, keepUnidentified, reportEvent } from "./report.ts";
