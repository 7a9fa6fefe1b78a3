/** OFX bank statements: SGML (1.x, values without closing tags) and XML (2.x). Only what a statement needs is read; no document types, no entities beyond the five. */
import { isBusinessDate } from "../calendar.ts";
import { checkRunningBalance } from "./balance.ts";
import { referenceIn } from "./mt940.ts";
import { type BankStatement, StatementError, type StatementTransaction, oneCurrency } from "./types.ts";

/** Whether a text is OFX, by its headers or its root. */
export const isOfx = (text: string): boolean => /^\s*OFXHEADER\s*[:=]|<\?OFX\s|<OFX>/i.test(text.slice(0, 2_000));

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const decode = (text: string): string =>
  text.replace(/&(\w{2,5});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);

/** The aggregates of a name, which both versions close, with their rows in the file. */
const aggregates = (text: string, name: string, row: number): { text: string; row: number }[] =>
  [...text.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, "gi"))].map((match) => ({
    text: match[1] ?? "",
    row: row + text.slice(0, match.index).split("\n").length - 1,
  }));

/** The value of an element; null where it is missing or empty. */
const valueOf = (text: string, name: string): string | null => {
  const value = new RegExp(`<${name}>([^<\\r\\n]*)`, "i").exec(text)?.[1];
  return value ? decode(value).replace(/\s+/g, " ").trim() || null : null;
};

function dateOf(text: string, name: string, row: number): string | null {
  const value = valueOf(text, name);
  if (value === null) return null;
  const date = value.replace(/^(\d{4})(\d{2})(\d{2}).*$/, "$1-$2-$3");
  if (!isBusinessDate(date)) throw new StatementError(`Row ${row} has a date that does not exist.`, row);
  return date;
}

/** Money as OFX writes it: a sign, a point or a comma, never a separator of thousands. */
function amountOf(text: string, name: string, row: number): bigint {
  const match = /^([+-]?)(\d{1,15})(?:[.,](\d{1,2})0*)?$/.exec(valueOf(text, name) ?? "");
  if (!match) throw new StatementError(`Row ${row} has an amount that cannot be read.`, row);
  const kobo = BigInt(match[2] ?? "0") * 100n + BigInt((match[3] ?? "").padEnd(2, "0"));
  return match[1] === "-" ? -kobo : kobo;
}

function readMovement({ text, row }: { text: string; row: number }): StatementTransaction {
  const booked_on = dateOf(text, "DTPOSTED", row);
  if (!booked_on) throw new StatementError(`Row ${row} has no booking date.`, row);
  const narration = [valueOf(text, "NAME"), valueOf(text, "MEMO")].filter(Boolean).join(" ");
  return {
    row,
    booked_on,
    narration,
    reference: valueOf(text, "REFNUM") ?? referenceIn(narration) ?? valueOf(text, "CHECKNUM"),
    amount_kobo: amountOf(text, "TRNAMT", row),
    balance_kobo: null,
  };
}

/** OFX names the balance after the last movement; the one before the first follows from the rows. */
function readStatement({ text, row }: { text: string; row: number }): BankStatement {
  const account = aggregates(text, "BANKACCTFROM", row)[0]?.text ?? "";
  const transactions = aggregates(text, "STMTTRN", row)
    .map(readMovement)
    .toSorted((left, right) => left.booked_on.localeCompare(right.booked_on));
  const [balance] = aggregates(text, "LEDGERBAL", row);
  const closing_kobo = balance ? amountOf(balance.text, "BALAMT", balance.row) : null;
  return {
    account_number: [valueOf(account, "BANKID"), valueOf(account, "ACCTID")].filter(Boolean).join("/") || null,
    account_name: null,
    // An amount in another currency than the account's says so in its own row.
    currency: oneCurrency(
      [valueOf(text, "CURDEF"), ...aggregates(text, "CURRENCY", row).map((each) => valueOf(each.text, "CURSYM"))],
      row,
    ),
    sequence: null,
    from: dateOf(text, "DTSTART", row),
    to: (balance && dateOf(balance.text, "DTASOF", balance.row)) ?? dateOf(text, "DTEND", row),
    opening_kobo: null,
    closing_kobo,
    transactions,
    flags: checkRunningBalance(transactions, null, closing_kobo),
  };
}

/** Every bank statement of an OFX text. @throws StatementError when there is none, or where it cannot be read */
export function parseOfx(text: string): BankStatement[] {
  // A comment says nothing, whatever it holds; its lines are counted.
  const said = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ""));
  const statements = aggregates(said, "STMTRS", 1);
  if (statements.length === 0) throw new StatementError("This OFX file holds no bank statement.");
  return statements.map(readStatement);
}
