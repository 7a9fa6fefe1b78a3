/** The door of line statements: what pays a line, and the engine of its statements, which a card's line has too. */
export {
  type Line,
  type StatementBook,
  type StatementWords,
  countPaid,
  duesStep,
  lastStatement,
  statementsStep,
} from "./engine.ts";
export { type LineCodes, type StatementLine, linesOf } from "./figures.ts";
export { type StatementFigures, statementFile, statementLetter } from "./papers.ts";
export { lockLine, payExpected, payLine } from "./paying.ts";
export { type Owed, automaticOf, fullOf, leftOf, repaymentOf } from "./rules.ts";
