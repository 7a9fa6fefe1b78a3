/** The door of documents. */
export { type NewDocument, keepDocument, ownerKey, recordDocumentEvent } from "./keeping.ts";
export { type DocumentRow, documentsOf, findDocument, newestStatement } from "./queries.ts";
export { analyseDocument, analyseStatements } from "./statement.ts";
