/** The door of underwriting: what a statement said, and the register's record of a verified identity. */
export { readAnalysis } from "./analysis.ts";
export { identityRecordOf } from "./run.ts";
