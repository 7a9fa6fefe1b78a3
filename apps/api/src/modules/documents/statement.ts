/** The job that reads a bank statement: file → movements with their rows → findings that name those rows. */
import { type BankStatement, type PositionedLine, StatementError, analyseStatement, categoryOf, parseCsvStatement, parsePositionedLines } from "@manilla/credit";
import { sql } from "kysely";
import type { App } from "../../app.ts";
import { readStoredFile } from "../../files/storage.ts";
import { ownerKey } from "./keeping.ts";

const MOST_TRANSACTIONS = 20_000;
const toJson = (value: unknown): string => JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item));

interface Waiting {
  user_id: string;
  status: string;
  media_type: string;
  storage_name: string;
  text_storage_name: string | null;
}

async function parse(app: App, waiting: Waiting): Promise<BankStatement> {
  const owner = { user_id: waiting.user_id, data_key: await ownerKey(app.db, waiting.user_id) };
  if (waiting.media_type === "text/csv") return parseCsvStatement((await readStoredFile(app, owner, waiting.storage_name)).toString("utf8"));
  if (!waiting.text_storage_name) throw new StatementError("A picture of a statement is read by people only; a PDF or CSV from the bank is read at once.");
  const lines = JSON.parse((await readStoredFile(app, owner, waiting.text_storage_name)).toString("utf8")) as PositionedLine[];
  if (lines.length === 0) throw new StatementError("This PDF holds pictures and no text; the bank's own PDF or CSV is read at once.");
  return parsePositionedLines(lines);
}

async function keep(app: App, document_id: string, statement: BankStatement): Promise<void> {
  const { transactions, flags } = statement;
  if (transactions.length > MOST_TRANSACTIONS) throw new StatementError(`This statement has more than ${MOST_TRANSACTIONS} movements.`);
  const result = analyseStatement(transactions, statement.opening_kobo);
  const rows = transactions.map((row) => ({
    number: row.row, booked_on: row.booked_on, narration: row.narration.slice(0, 500), debit_kobo: row.amount_kobo < 0n ? -row.amount_kobo : 0n, credit_kobo: row.amount_kobo > 0n ? row.amount_kobo : 0n,
    balance_kobo: row.balance_kobo, category: categoryOf(row),
  }));
  await app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom("statement_transactions").where("document_id", "=", document_id).execute();
    await sql`insert into statement_transactions (document_id, number, booked_on, narration, debit_kobo, credit_kobo, balance_kobo, category)
      select ${document_id}, r.* from jsonb_to_recordset(${toJson(rows)}::jsonb)
        as r (number int, booked_on date, narration text, debit_kobo bigint, credit_kobo bigint, balance_kobo bigint, category text) on conflict do nothing`.execute(tx);
    await sql`update statement_analyses set status = 'done', failure = null, analysed_at = now(), result = ${toJson({ ...result, flags })}::jsonb, opening_kobo = ${statement.opening_kobo}, closing_kobo = ${statement.closing_kobo},
        from_on = ${statement.from}, to_on = ${statement.to}, transaction_count = ${transactions.length}, balances_hold = ${flags.every(({ kind }) => kind !== "balance_mismatch" && kind !== "total_mismatch")},
        account_name = coalesce(account_name, ${statement.account_name}), account_last4 = coalesce(account_last4, ${statement.account_number?.slice(-4) ?? null})
      where document_id = ${document_id}`.execute(tx);
  });
}

/** Reads one statement; again is the same. A file that is no statement is a finding, not a failure of the job. */
export async function analyseDocument(app: App, document_id: string): Promise<void> {
  const { rows } = await sql<Waiting>`
    select a.user_id, a.status, d.media_type, d.storage_name, a.text_storage_name from statement_analyses a join documents d on d.id = a.document_id where a.document_id = ${document_id}`.execute(app.db);
  const [waiting] = rows;
  if (!waiting || waiting.status === "done") return;
  try {
    await keep(app, document_id, await parse(app, waiting));
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    await app.db.updateTable("statement_analyses").set({ status: "failed", failure: error.message.slice(0, 500), analysed_at: new Date() }).where("document_id", "=", document_id).execute();
  }
}

/** Registered in modules/index.ts. */
export const analyseStatements = (app: App): Promise<void> => app.queue.work("analyse-statement", ({ document_id }) => analyseDocument(app, document_id));
