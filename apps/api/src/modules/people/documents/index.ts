/** The door of documents. */
export { isJustKept, keepDocument, ownerKey } from "./keeping.ts";
export { showPaperOf } from "./showing.ts";
export { documentsOf, newestStatement } from "./queries.ts";
export { analyseDocument, analyseStatements } from "./statement.ts";
