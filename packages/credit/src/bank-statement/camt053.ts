/** ISO 20022 bank-to-customer statements (camt.053, any version). */
import { isBusinessDate } from "../calendar.ts";
import { checkRunningBalance } from "./balance.ts";
import { type BankStatement, StatementError, type StatementTransaction, oneCurrency } from "./types.ts";
import { type Element, findAll, parseXml, textAt } from "./xml.ts";

/** Amount in minor units, negative for a debit; `isReversed` turns it round. */
function signedAmount(element: Element): bigint {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?0*$/.exec(textAt(element, "Amt") ?? "");
  if (!match) throw new StatementError(`Row ${element.row} has an amount that cannot be read.`, element.row);
  const kobo = BigInt(match[1] ?? "0") * 100n + BigInt((match[2] ?? "").padEnd(2, "0"));
  return textAt(element, "CdtDbtInd") === "DBIT" ? -kobo : kobo;
}

function dateAt(element: Element, name: string): string | null {
  const text = (textAt(element, name, "Dt") ?? textAt(element, name, "DtTm"))?.slice(0, 10) ?? null;
  if (text !== null && !isBusinessDate(text))
    throw new StatementError(`Row ${element.row} has a date that does not exist.`, element.row);
  return text;
}

function readEntry(entry: Element): StatementTransaction {
  const booked_on = dateAt(entry, "BookgDt") ?? dateAt(entry, "ValDt");
  if (!booked_on) throw new StatementError(`Row ${entry.row} has no booking date.`, entry.row);
  const details = findAll(entry, "NtryDtls", "TxDtls");
  const parts = details.flatMap((each) =>
    [
      ...findAll(each, "RmtInf", "Ustrd"),
      ...findAll(each, "AddtlTxInf"),
      ...findAll(each, "RltdPties", "Dbtr", "Nm"),
      ...findAll(each, "RltdPties", "Cdtr", "Nm"),
    ].map(({ text }) => text.trim()),
  );
  const references = details
    .map((each) => textAt(each, "Refs", "EndToEndId"))
    .filter((reference) => reference !== null && reference !== "NOTPROVIDED");
  const narration = [...parts, textAt(entry, "AddtlNtryInf") ?? ""].filter(Boolean).join(" ").replace(/\s+/g, " ");
  return {
    row: entry.row,
    booked_on,
    narration,
    reference: references[0] ?? textAt(entry, "NtryRef") ?? textAt(entry, "AcctSvcrRef"),
    amount_kobo: signedAmount(entry),
    balance_kobo: null,
  };
}

const isBooked = (entry: Element): boolean => (textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts") ?? "BOOK") === "BOOK";

function readStatement(statement: Element): BankStatement {
  const balances = findAll(statement, "Bal");
  const balance = (...codes: string[]): Element | undefined =>
    balances.find((each) => codes.includes(textAt(each, "Tp", "CdOrPrtry", "Cd") ?? ""));
  const [opening, closing] = [balance("OPBD", "PRCD"), balance("CLBD")];
  if (!opening || !closing)
    throw new StatementError("A statement has no opening or no closing balance.", statement.row);
  const entries = findAll(statement, "Ntry").filter(isBooked);
  const transactions = entries.map(readEntry);
  const [opening_kobo, closing_kobo] = [signedAmount(opening), signedAmount(closing)];
  return {
    account_number: textAt(statement, "Acct", "Id", "IBAN") ?? textAt(statement, "Acct", "Id", "Othr", "Id"),
    account_name: textAt(statement, "Acct", "Nm") ?? textAt(statement, "Acct", "Ownr", "Nm"),
    currency: oneCurrency(
      [
        textAt(statement, "Acct", "Ccy"),
        ...[opening, closing, ...entries].map((each) => findAll(each, "Amt")[0]?.attributes.Ccy),
      ],
      statement.row,
    ),
    sequence: textAt(statement, "ElctrncSeqNb") ?? textAt(statement, "Id"),
    from: dateAt(opening, "Dt"),
    to: dateAt(closing, "Dt"),
    opening_kobo,
    closing_kobo,
    transactions,
    flags: checkRunningBalance(transactions, opening_kobo, closing_kobo),
  };
}

/**
 * Every statement of a camt.053 document; rows are lines of the file.
 * @throws StatementError when it is no such document, or where it cannot be read
 */
export function parseCamt053(text: string): BankStatement[] {
  const document = parseXml(text);
  const statements = findAll(document, "BkToCstmrStmt", "Stmt");
  if (document.name !== "Document" || statements.length === 0)
    throw new StatementError("This is no camt.053 bank statement.");
  return statements.map(readStatement);
}
