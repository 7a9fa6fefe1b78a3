/** Bank statements: from text to movements, and from movements to what they tell. */
export * from "./analyse.ts";
export { checkChain, checkRunningBalance } from "./balance.ts";
export { breakDown } from "./breakdown.ts";
export { parseCamt053 } from "./camt053.ts";
export type { Category } from "./categories.ts";
export { categoryOf } from "./categories.ts";
export { parseCsvStatement } from "./csv.ts";
export type { Income } from "./income.ts";
export type { PositionedLine, PositionedText } from "./lines.ts";
export { parsePositionedLines, parseStatementLines } from "./lines.ts";
export type { MonthPicture } from "./months.ts";
export { parseMt940 } from "./mt940.ts";
export { parseOfx } from "./ofx.ts";
export {
  type StatementFormat,
  formatOf,
  joinStatements,
  parseStatementText,
  parseStatements,
  withFormulas,
} from "./text.ts";
export { parseStatementTable } from "./table.ts";
export type { BankStatement, StatementFlag, StatementTransaction } from "./types.ts";
export { StatementError } from "./types.ts";
