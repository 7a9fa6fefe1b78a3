/** A statement from text whose format nobody names: MT940, camt.053, or a table. */
import { checkChain } from "./balance.ts";
import { parseCamt053 } from "./camt053.ts";
import { parseCsvStatement } from "./csv.ts";
import { parseMt940 } from "./mt940.ts";
import { type BankStatement, StatementError, type StatementFlag, type StatementTransaction } from "./types.ts";

/** Rows name transactions: where one line of the file has several, their own number takes its place. */
function withOwnRows(transactions: StatementTransaction[]): StatementTransaction[] {
  return new Set(transactions.map(({ row }) => row)).size === transactions.length
    ? transactions
    : transactions.map((transaction, index) => ({ ...transaction, row: index + 1 }));
}

/** Daily statements of one account, one after the other, as one. @throws StatementError when they are of several accounts */
function joined(statements: readonly BankStatement[]): BankStatement {
  const [first, last] = [statements[0], statements.at(-1)];
  if (!first || !last) throw new StatementError("The file holds no statement.");
  if (new Set(statements.map(({ account_number }) => account_number)).size > 1)
    throw new StatementError("The file holds statements of several accounts; send one account at a time.");
  const transactions = withOwnRows(statements.flatMap((statement) => statement.transactions));
  if (transactions.length === 0) throw new StatementError("The statement has no transactions.");
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

/**
 * Reads MT940 (field 20 and an opening balance), camt.053 (XML) or a delimited table.
 * @throws StatementError when it is none of them
 */
export function parseStatementText(text: string): BankStatement {
  if (/^\s*(\{[12]:|:20:)/m.test(text.slice(0, 4_000)) && /:60[FM]:/.test(text))
    return inNaira(joined(parseMt940(text)));
  if (/^\uFEFF?\s*<(\?xml|Document)/.test(text)) return inNaira(joined(parseCamt053(text)));
  return inNaira(parseCsvStatement(text));
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
