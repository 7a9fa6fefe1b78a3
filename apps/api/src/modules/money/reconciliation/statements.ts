/** The bank's statements: read, kept once, line by line. A statement that is issued again adds only what is new. */
import { createHash } from "node:crypto";
import { type BankStatement, StatementError, parseCamt053, parseMt940 } from "@manilla/credit";
import { maskCardNumbers } from "@manilla/contract/card-number";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { InvalidFields } from "../../../errors.ts";

export type Format = "mt940" | "camt053";

/** Tells the format from the text and reads it. @throws InvalidFields naming what is wrong with the file */
export function readStatements(text: string): { format: Format; statements: BankStatement[] } {
  const format: Format = /^\s*(\uFEFF)?</.test(text) ? "camt053" : "mt940";
  try {
    const statements = format === "camt053" ? parseCamt053(text) : parseMt940(text);
    if (statements.length === 0) throw new StatementError("There is no statement in this file.");
    // A shop's line may show the card that paid there (promise D2).
    const masked = (statement: BankStatement): BankStatement => ({
      ...statement,
      transactions: statement.transactions.map((line) => ({ ...line, narration: maskCardNumbers(line.narration) })),
    });
    return { format, statements: statements.map(masked) };
  } catch (error) {
    if (error instanceof StatementError) throw new InvalidFields({ file: [error.message] });
    throw error;
  }
}

interface Line {
  booked_on: string;
  amount_kobo: bigint;
  reference: string | null;
  narration: string;
}

const sameness = (line: Line): string =>
  [line.booked_on, line.amount_kobo, line.reference ?? "", line.narration].join("|");

/** Lines that this account's statements do not have yet; of equal lines, as many as are more than before. */
async function newLines(
  tx: Tx,
  account: string,
  lines: readonly (Line & { line: number })[],
): Promise<(Line & { line: number })[]> {
  const days = [...new Set(lines.map(({ booked_on }) => booked_on))];
  if (days.length === 0) return [];
  const { rows: known } = await sql<Line>`
    select l.booked_on, l.amount_kobo, l.reference, l.narration
    from bank_statement_lines l
    join bank_statements s on s.id = l.statement_id
    where s.account = ${account} and l.booked_on = any(${days}::date[])
  `.execute(tx);
  const counts = new Map<string, number>();
  for (const line of known) counts.set(sameness(line), (counts.get(sameness(line)) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(sameness(line)) ?? 0;
    counts.set(sameness(line), left - 1);
    return left <= 0;
  });
}

/** Keeps one statement. @returns how many of its lines are new */
export async function keepStatement(
  tx: Tx,
  text: string,
  position: number,
  format: Format,
  statement: BankStatement,
  fallback_on: string,
  fetched_by: string | null,
): Promise<number> {
  const account = statement.account_number ?? "";
  // Two fetches of one day at the same moment: the second one waits and finds the lines of the first.
  await sql`select pg_advisory_xact_lock(hashtext('bank statement'), hashtext(${account}))`.execute(tx);
  const file_digest = createHash("sha256").update(`${position}\n${text}`).digest();
  const id = uuidv7();
  const inserted = await tx
    .insertInto("bank_statements")
    .values({
      id,
      account,
      statement_on: statement.to ?? statement.transactions.at(-1)?.booked_on ?? fallback_on,
      format,
      file_digest,
      opening_kobo: statement.opening_kobo ?? 0n,
      closing_kobo: statement.closing_kobo ?? 0n,
      fetched_by,
    })
    .onConflict((conflict) => conflict.column("file_digest").doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return 0;
  const lines = statement.transactions.map((line, index) => ({
    line: index + 1,
    booked_on: line.booked_on,
    amount_kobo: line.amount_kobo,
    reference: line.reference,
    narration: line.narration.slice(0, 500),
  }));
  const fresh = await newLines(tx, account, lines);
  for (let at = 0; at < fresh.length; at += 1_000)
    await tx
      .insertInto("bank_statement_lines")
      .values(fresh.slice(at, at + 1_000).map((line) => ({ id: uuidv7(), statement_id: id, ...line })))
      .execute();
  return fresh.length;
}
