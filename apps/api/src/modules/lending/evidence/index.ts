/** The door of evidence: what a statement said, and the register's record of a verified identity. */
export { MISSING_REPORTS, missingReports } from "./bureau-reports.ts";
export { identityRecordOf } from "./identity-record.ts";
export { rulesSaidOfLoans, rulesSaidOfPerson } from "./rules-said.ts";
export { readAnalysis } from "./statement-analysis.ts";
