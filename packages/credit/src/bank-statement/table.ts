/** Statements that are tables (CSV, sheets, PDF cells): find the header, then read the rows under it. */
import { type Totals, checkRunningBalance, checkTotals, inOrderOfTime, mismatch } from "./balance.ts";
import { parseAmount, parseDate } from "./cells.ts";
import { type BankStatement, StatementError, type StatementFlag, type StatementTransaction } from "./types.ts";

export type Column =
  | "date"
  | "value_date"
  | "narration"
  | "reference"
  | "debit"
  | "credit"
  | "amount"
  | "direction"
  | "balance";
export type Columns = Partial<Record<Column, number>>;

/** Headings as banks print them, without case, punctuation and currency. */
const HEADINGS: Record<Column, RegExp> = {
  value_date: /^(value|val) ?(date|dt)$/,
  date: /^((actual )?(trans(action)?|txn|tran|post(ing|ed)?|entry|create(d)?|book(ing)?|effective)\.? ?)?(date|dt)( ?time| ?and time)?$|^date ?time$|^date posted$|^(trans(action)?|txn|tran) ?time$/,
  narration:
    /^(transaction |trans |full )?(narration|narrative|description|details?|remarks?|particulars?|memo|comments?)$|^(description|narration) ?(details|payee memo)$/,
  reference:
    /^(transaction |trans |txn |tran |payment |session )?(ref(erence)?|id)( ?(no|number|num|id))?$|^(cheque|check|chq|instrument|doc)( ?(no|number|code))?$/,
  debit: /^(total )?(debits?|withdrawals?|dr|money out|pay ?outs?|paid out|outflow)( ?amount)?$|^amount debited$/,
  credit:
    /^(total )?(credits?|deposits?|lodg[e]?ments?|cr|money in|pay ?ins?|paid in|inflow)( ?amount)?$|^amount credited$/,
  amount: /^(transaction |trans |txn )?amount$/,
  direction:
    /^(cr ?dr|dr ?cr|debit ?credit|credit ?debit|(transaction |trans |txn )?(type|direction|sign|indicator)|crdr)$/,
  balance: /^(running |account |ledger |available |current |book |closing )?bal(ance)?( after)?$/,
};

const plain = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\(.*?\)|₦|\bngn\b|\bnaira\b/g, " ")
    .replace(/[^a-z]+/g, " ")
    .trim();

/** Which column is where, when a row is a header: a date and money in one of its two forms. */
export function readHeader(cells: readonly string[]): Columns | undefined {
  const columns: Columns = {};
  for (const [index, cell] of cells.entries()) {
    const heading = plain(cell);
    const column = (Object.keys(HEADINGS) as Column[]).find((name) => HEADINGS[name].test(heading));
    if (column && columns[column] === undefined) columns[column] = index;
  }
  columns.date ??= columns.value_date;
  // Wallets print one signed column and call it "Debit/Credit".
  if (
    columns.direction !== undefined &&
    columns.amount === undefined &&
    columns.debit === undefined &&
    columns.credit === undefined &&
    /debit.*credit|credit.*debit/.test(plain(cells[columns.direction] ?? ""))
  ) {
    columns.amount = columns.direction;
    delete columns.direction;
  }
  const hasMoney = (columns.debit !== undefined && columns.credit !== undefined) || columns.amount !== undefined;
  return columns.date !== undefined && hasMoney ? columns : undefined;
}

/** How far down a header is looked for. */
const PREAMBLE_ROWS = 80;

/** Facts above (and below) the table: "Account Number: 0123456789", "Opening Balance, 1,000.00". */
export function readPreamble(
  rows: readonly (readonly string[])[],
): Pick<BankStatement, "account_number" | "account_name" | "currency" | "opening_kobo" | "closing_kobo"> {
  const facts: Pick<BankStatement, "account_number" | "account_name" | "currency" | "opening_kobo" | "closing_kobo"> = {
    account_number: null,
    account_name: null,
    currency: null,
    opening_kobo: null,
    closing_kobo: null,
  };
  for (const row of rows) {
    const line = row
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(" ");
    facts.account_number ??= /account\s*(?:number|no\.?|num)?\s*[:#-]?\s*(\d{10})\b/i.exec(line)?.[1] ?? null;
    facts.account_name ??=
      /(?:account|customer)\s*name\s*[:-]?\s*(.+?)(?=\s{2,}|\s*(?:account|currency|address|branch|period)\b|$)/i
        .exec(line)?.[1]
        ?.trim() ?? null;
    facts.currency ??=
      /\bcurrency\s*[:-]?\s*([A-Z]{3}|naira)\b/i.exec(line)?.[1]?.toUpperCase().replace("NAIRA", "NGN") ?? null;
    const opening =
      /(?:opening balance|balance b\/?f(?:wd)?|brought forward)\s*[:-]?\s*((?:NGN|₦)?\s*\(?-?[\d,]+(?:\.\d{1,2})?\)?(?:\s*[CD]R)?)/i.exec(
        line,
      )?.[1];
    const closing = /closing balance\s*[:-]?\s*((?:NGN|₦)?\s*\(?-?[\d,]+(?:\.\d{1,2})?\)?(?:\s*[CD]R)?)/i.exec(
      line,
    )?.[1];
    if (opening && facts.opening_kobo === null) facts.opening_kobo = parseAmount(opening) ?? null;
    if (closing && facts.closing_kobo === null) facts.closing_kobo = parseAmount(closing) ?? null;
  }
  return facts;
}

const magnitude = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);
const EMPTY = new Set(["", "-", "--", "nil", "n/a", "0.00", "0", "null"]);
const isEmpty = (cell: string): boolean => EMPTY.has(cell.trim().toLowerCase());

/** The movement of a row; undefined when there is none, null when it cannot be read. */
function movementOf(cell: (column: Column) => string): bigint | null | undefined {
  const [debit, credit] = [cell("debit"), cell("credit")];
  if (!isEmpty(debit) || !isEmpty(credit)) {
    const [out, into] = [isEmpty(debit) ? 0n : parseAmount(debit), isEmpty(credit) ? 0n : parseAmount(credit)];
    return out === undefined || into === undefined ? null : magnitude(into) - magnitude(out);
  }
  if (isEmpty(cell("amount"))) return undefined;
  const amount = parseAmount(cell("amount"));
  if (amount === undefined) return null;
  const direction = cell("direction").trim().toLowerCase();
  if (/^(d|dr|debit|out|withdrawal)/.test(direction)) return -magnitude(amount);
  return /^(c|cr|credit|in|deposit)/.test(direction) ? magnitude(amount) : amount;
}

interface NumberedRow {
  row: number;
  cells: readonly string[];
}

interface ReadRows {
  transactions: StatementTransaction[];
  flags: StatementFlag[];
  opening: bigint | null;
}

const CARRIED = /opening balance|balance b\/?f|brought forward/i;
/** What follows a table or is at the foot of a page is no narration. */
const NO_NARRATION = /^(total|closing balance|page \d|printed|generated|this (is|statement)|thank you)/i;
const TIME_ONLY = /^\d{1,2}:\d{2}(:\d{2})?\s*([ap]m)?$/i;
const isTotals = (text: string): boolean => /^(grand )?totals?:?$/i.test(text);

/** A balance that is carried over to a page is the one on which the page before ended. */
function checkCarried(
  row: number,
  balance: bigint | null,
  transactions: readonly StatementTransaction[],
): StatementFlag[] {
  const [first, last] = [transactions[0], transactions.at(-1)];
  const before = last?.balance_kobo ?? null;
  if (!first || !last || before === null || balance === null || before === balance || first.booked_on > last.booked_on)
    return [];
  return [mismatch(row, before, balance)];
}

/** Rows under a header; a row without a date carries on the narration of the one before. */
function readRows(rows: readonly NumberedRow[], columns: Columns): ReadRows {
  const read: ReadRows = { transactions: [], flags: [], opening: null };
  const totals: Totals[] = [];
  // What a row without a date carries on.
  let open: StatementTransaction | undefined;
  const refuse = (row: number, what: string): void =>
    void read.flags.push({
      row,
      kind: "unreadable_row",
      message: `Row ${row} has an amount ${what}.`,
      expected_kobo: null,
      found_kobo: null,
    });
  for (const { row, cells } of rows) {
    const cell = (column: Column): string => cells[columns[column] ?? -1] ?? "";
    const narration = cell("narration").replace(/\s+/g, " ").trim();
    const booked_on = parseDate(cell("date")) ?? parseDate(cell("value_date"));
    const balance = parseAmount(cell("balance")) ?? null;
    const movement = movementOf(cell);
    if (CARRIED.test(cells.join(" ")) && !movement) {
      if (read.opening === null) read.opening = balance;
      else read.flags.push(...checkCarried(row, balance, read.transactions));
      open = undefined;
    } else if (booked_on) {
      if (movement === null) refuse(row, "that cannot be read");
      if (movement === null || movement === undefined) continue;
      open = {
        row,
        booked_on,
        narration,
        reference: cell("reference").trim() || null,
        amount_kobo: movement,
        balance_kobo: balance,
      };
      read.transactions.push(open);
    } else if (isTotals(narration) || isTotals(cell("date").trim())) {
      const [out, into] = [parseAmount(cell("debit")), parseAmount(cell("credit"))];
      if (out !== undefined && into !== undefined) totals.push({ row, out: magnitude(out), into: magnitude(into) });
      open = undefined;
    } else if (NO_NARRATION.test(narration)) {
      open = undefined;
    } else if (
      movement === undefined &&
      narration !== "" &&
      (isEmpty(cell("date")) || TIME_ONLY.test(cell("date").trim()))
    ) {
      if (open) open.narration = `${open.narration} ${narration}`.trim();
    } else if (movement && !/total|closing/i.test(cells.join(" "))) refuse(row, "but no date that can be read");
  }
  // Several rows of totals are those of pages; only one can be that of the statement.
  const [total] = totals;
  if (total && totals.length === 1) read.flags.push(...checkTotals(read.transactions, total));
  return read;
}

/**
 * A statement from the rows of a table; `firstRow` is the file's number of the first of them.
 * @throws StatementError when there is no header with a date and amounts, or nothing under it
 */
export function parseStatementTable(rows: readonly (readonly string[])[], firstRow = 1): BankStatement {
  const start = rows.slice(0, PREAMBLE_ROWS).findIndex((cells) => readHeader(cells));
  const columns = start === -1 ? undefined : readHeader(rows[start] ?? []);
  if (!columns) throw new StatementError("No heading with a date and amounts was found: is this a bank statement?");
  const numbered = rows.map((cells, index) => ({ row: firstRow + index, cells }));
  // Long statements repeat their heading on every page.
  const body = numbered.slice(start + 1).filter(({ cells }) => readHeader(cells) === undefined);
  const { transactions: read, flags, opening } = readRows(body, columns);
  if (read.length === 0) throw new StatementError("The statement has a heading but no transactions.");
  const facts = readPreamble([...rows.slice(0, start), ...rows.slice(-12)]);
  const transactions = inOrderOfTime(read);
  const opening_kobo = facts.opening_kobo ?? opening;
  return {
    ...facts,
    opening_kobo,
    sequence: null,
    from: transactions[0]?.booked_on ?? null,
    to: transactions.at(-1)?.booked_on ?? null,
    transactions,
    flags: [...flags, ...checkRunningBalance(transactions, opening_kobo, facts.closing_kobo)].toSorted(
      (left, right) => left.row - right.row,
    ),
  };
}
