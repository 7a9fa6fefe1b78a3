/** A statement from text whose format nobody names: MT940, camt.053, OFX, or a table. */
import { checkChain } from "./balance.ts";
import { parseCamt053 } from "./camt053.ts";
import { parseCsvStatement } from "./csv.ts";
import { parseMt940 } from "./mt940.ts";
import { isOfx, parseOfx } from "./ofx.ts";
import {
  type BankStatement,
  StatementError,
  type StatementFlag,
  type StatementTransaction,
  oneCurrency,
} from "./types.ts";

/** Rows name transactions: where one line of the file has several, their own number takes its place. */
function withOwnRows(transactions: StatementTransaction[]): StatementTransaction[] {
  return new Set(transactions.map(({ row }) => row)).size === transactions.length
    ? transactions
    : transactions.map((transaction, index) => ({ ...transaction, row: index + 1 }));
}

/** Statements of one account, one after the other, as one. @throws StatementError when they are of several accounts */
export function joinStatements(statements: readonly BankStatement[]): BankStatement {
  const [first, last] = [statements[0], statements.at(-1)];
  if (!first || !last) throw new StatementError("The file holds no statement.");
  if (new Set(statements.map(({ account_number }) => account_number)).size > 1)
    throw new StatementError("The file holds statements of several accounts; send one account at a time.");
  oneCurrency(statements.map(({ currency }) => currency));
  const transactions = withOwnRows(statements.flatMap((statement) => statement.transactions));
  // A break between two statements is shown at the first row after it.
  const chain = checkChain(statements).map((flag): StatementFlag => ({
    ...flag,
    row:
      statements.slice(flag.row - 1).find((statement) => statement.transactions.length > 0)?.transactions[0]?.row ?? 1,
    message: `Statement ${flag.row} does not open with the balance on which the one before it closed.`,
  }));
  return {
    ...first,
    closing_kobo: last.closing_kobo,
    to: last.to,
    transactions,
    flags: [...statements.flatMap(({ flags }) => flags), ...chain],
  };
}

function inNaira(statement: BankStatement): BankStatement {
  const { currency, flags } = statement;
  if (currency === null || currency === "NGN") return statement;
  const flag: StatementFlag = {
    row: statement.transactions[0]?.row ?? 1,
    kind: "foreign_currency",
    message: `This statement is in ${currency}, not in naira.`,
    expected_kobo: null,
    found_kobo: null,
  };
  return { ...statement, flags: [flag, ...flags] };
}

export type StatementFormat = "mt940" | "camt053" | "ofx" | "csv";

/** Tells MT940 (field 20 and an opening balance), OFX, camt.053 (XML) and a delimited table from the text. */
export function formatOf(text: string): StatementFormat {
  // oxlint-disable-next-line no-control-regex -- a byte that frames the message may come first
  if (/^[\s\u0000-\u0008\uFEFF]*(\{[12]:|:20:)/m.test(text.slice(0, 4_000)) && /:60[FM]:/.test(text)) return "mt940";
  if (isOfx(text)) return "ofx";
  return /^\uFEFF?\s*</.test(text) ? "camt053" : "csv";
}

const PARSERS: Record<StatementFormat, (text: string) => BankStatement[]> = {
  mt940: parseMt940,
  camt053: parseCamt053,
  ofx: parseOfx,
  csv: (text) => [parseCsvStatement(text)],
};

/** Every statement of a text, in its order, and the format. @throws StatementError when it is none that we read */
export function parseStatements(text: string): { format: StatementFormat; statements: BankStatement[] } {
  const format = formatOf(text);
  return { format, statements: PARSERS[format](text) };
}

/** A person's statement from text. @throws StatementError when it is none, or holds no movement */
export function parseStatementText(text: string): BankStatement {
  const statement = joinStatements(parseStatements(text).statements);
  if (statement.transactions.length === 0) throw new StatementError("The statement has no transactions.");
  return inNaira(statement);
}

/** Flags transactions in whose row a workbook computes: a bank prints values. @param rows numbers of those rows */
export function withFormulas(statement: BankStatement, rows: readonly number[]): BankStatement {
  const computed = new Set(rows);
  const found = statement.transactions
    .filter(({ row }) => computed.has(row))
    .map(({ row }): StatementFlag => ({
      row,
      kind: "formula_cell",
      message: `Row ${row} is computed by a formula; a bank prints values.`,
      expected_kobo: null,
      found_kobo: null,
    }));
  return { ...statement, flags: [...statement.flags, ...found].toSorted((left, right) => left.row - right.row) };
}
