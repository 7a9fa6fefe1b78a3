/** The job that reads a bank statement: file → movements with their rows → findings that name those rows. */
import type { PositionedLine } from "@manilla/credit";
import { sql } from "kysely";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Sheet } from "../../../files/sheet.ts";
import { type ReadStatement, type StatementSource, readStatement } from "../../../files/statement.ts";
import { readStoredFile } from "../../../files/storage.ts";
import { decodeText } from "../../../files/text.ts";
import { FileRefused } from "../../../files/apart.ts";
import { ownerKey } from "./keeping.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";

const MAX_TRANSACTIONS = 20_000;
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item));

interface Waiting {
  user_id: string;
  status: string;
  media_type: string;
  storage_name: string;
  text_storage_name: string | null;
}

const isText = (media_type: string): boolean =>
  media_type === "text/csv" || media_type === "text/plain" || media_type === "application/xml";

async function sourceOf(app: App, waiting: Waiting): Promise<StatementSource> {
  const owner = { user_id: waiting.user_id, data_key: await ownerKey(app.db, waiting.user_id) };
  if (isText(waiting.media_type)) return { text: decodeText(await readStoredFile(app, owner, waiting.storage_name)) };
  if (!waiting.text_storage_name)
    throw new FileRefused(
      "A picture of a statement is read by people only; a PDF, Excel or CSV file from the bank is read at once.",
    );
  const kept = JSON.parse((await readStoredFile(app, owner, waiting.text_storage_name)).toString("utf8")) as
    | PositionedLine[]
    | Sheet;
  return Array.isArray(kept) ? { lines: kept } : { sheet: kept };
}

/** What makes the figures of a statement unfit for a decision. */
const SERIOUS: ReadonlySet<string> = new Set([
  "balance_mismatch",
  "total_mismatch",
  "formula_cell",
  "foreign_currency",
]);

async function keep(
  app: App,
  document_id: string,
  { statement, transactions, analysis, categories }: ReadStatement,
): Promise<void> {
  const { flags } = statement;
  if (transactions.length > MAX_TRANSACTIONS)
    throw new FileRefused(`This statement has more than ${MAX_TRANSACTIONS} movements.`);
  const rows = transactions.map((row, index) => ({
    number: row.row,
    booked_on: row.booked_on,
    narration: row.narration.slice(0, 500),
    debit_kobo: row.amount_kobo < 0n ? -row.amount_kobo : 0n,
    credit_kobo: row.amount_kobo > 0n ? row.amount_kobo : 0n,
    balance_kobo: row.balance_kobo,
    category: categories[index],
  }));
  // Where no line shows a balance there is nothing that could add up: that is not the same as adding up.
  const balances_hold = flags.some(({ kind }) => SERIOUS.has(kind))
    ? false
    : transactions.some(({ balance_kobo }) => balance_kobo !== null)
      ? true
      : null;
  await app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom("statement_transactions").where("document_id", "=", document_id).execute();
    await sql`
      insert into statement_transactions (
        document_id, number, booked_on, narration, debit_kobo, credit_kobo, balance_kobo, category
      )
      select ${document_id}, r.*
      from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (
        number int, booked_on date, narration text, debit_kobo bigint, credit_kobo bigint, balance_kobo bigint,
        category text
      )
    `.execute(tx);
    await changeWhere(tx, {
      noun: "statementAnalysis",
      action: "read",
      where: sql`document_id = ${document_id}`,
      actor: SYSTEM,
    });
    await sql`
      update statement_analyses
      set failure = null, analysed_at = ${clock.now()}, result = ${toJson({ ...analysis, flags })}::jsonb,
        opening_kobo = ${statement.opening_kobo}, closing_kobo = ${statement.closing_kobo},
        from_on = ${statement.from}, to_on = ${statement.to}, transaction_count = ${transactions.length},
        balances_hold = ${balances_hold}, account_name = coalesce(account_name, ${statement.account_name}),
        account_last4 = coalesce(account_last4, ${statement.account_number?.slice(-4) ?? null})
      where document_id = ${document_id}
    `.execute(tx);
  });
}

/** Reads one statement; again is the same. A file that is no statement is a finding, not a failure of the job. */
export async function analyseDocument(app: App, document_id: string): Promise<void> {
  const { rows } = await sql<Waiting>`
    select a.user_id, a.status, d.media_type, d.storage_name, a.text_storage_name
    from statement_analyses a
    join documents d on d.id = a.document_id
    where a.document_id = ${document_id}
  `.execute(app.db);
  const [waiting] = rows;
  if (!waiting || waiting.status === "done") return;
  try {
    await keep(app, document_id, await readStatement(await sourceOf(app, waiting)));
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    await changeWhere(app.db, {
      noun: "statementAnalysis",
      action: "fail",
      where: sql`document_id = ${document_id}`,
      set: { failure: error.message.slice(0, 500), analysed_at: clock.now() },
      actor: SYSTEM,
    });
  }
}

/** Registered in modules/index.ts. */
export const analyseStatements = (app: App): Promise<void> =>
  app.queue.work("analyse-statement", ({ document_id }) => analyseDocument(app, document_id));
