/** The door of documents. */
export { keepDocument, ownerKey } from "./keeping.ts";
export { documentsOf, newestStatement } from "./queries.ts";
export { analyseDocument, analyseStatements } from "./statement.ts";
