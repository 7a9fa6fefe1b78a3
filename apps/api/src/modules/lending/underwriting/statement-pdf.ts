import { day } from "@manilla/contract/formats";
import type { Context, FileAnswer } from "../../../house/app.ts";
import { naira, printLetter } from "../../../documents/letter.ts";
import { readStoredFile } from "../../../files/storage.ts";
import { NotFound } from "../../../errors.ts";
import { newestStatement, ownerKey } from "../../people/documents/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { getRow } from "../../../db/row.ts";

const MAX_ROWS = 5_000;

/** The newest statement as a PDF: the bank's own file, or the movements that were read from another format. */
export async function statementPdfOf(context: Context, user_id: string): Promise<FileAnswer> {
  const { db } = context;
  const document = await newestStatement(db, user_id);
  if (!document) throw new NotFound("This person's statement");
  if (document.media_type === "application/pdf") {
    const { storage_name } = await getRow(db, "documents", document.id, ["storage_name"]);
    return {
      name: document.original_name,
      media_type: document.media_type,
      body: await readStoredFile(context, { user_id, data_key: await ownerKey(db, user_id) }, storage_name),
    };
  }
  const analysis = await db
    .selectFrom("statement_analyses")
    .selectAll()
    .where("document_id", "=", document.id)
    .executeTakeFirst();
  const rows = await db
    .selectFrom("statement_transactions")
    .selectAll()
    .where("document_id", "=", document.id)
    .orderBy("booked_on")
    .orderBy("number")
    .limit(MAX_ROWS)
    .execute();
  if (!analysis || rows.length === 0) throw new NotFound("A statement that was read");
  const body = await printLetter(
    {
      title: "Statement of account",
      reference: document.id,
      date: await businessDate(db),
      to: [analysis.account_name ?? "", analysis.bank_name ?? ""].filter(Boolean),
      parts: [
        {
          facts: [
            ["Account", `•••••••${analysis.account_last4 ?? ""}`],
            ["Period", `${day(analysis.from_on)} to ${day(analysis.to_on)}`],
            ["Source", document.source],
          ],
        },
        {
          table: {
            head: ["Date", "Narration", "Debit", "Credit", "Balance"],
            figures: [2, 3, 4],
            words: 1,
            rows: rows.map((row) => [
              day(row.booked_on),
              row.narration.slice(0, 120),
              row.debit_kobo > 0n ? naira(row.debit_kobo) : "",
              row.credit_kobo > 0n ? naira(row.credit_kobo) : "",
              row.balance_kobo === null ? "" : naira(row.balance_kobo),
            ]),
          },
        },
      ],
    },
    [],
  );
  return { name: `statement-${document.id}.pdf`, media_type: "application/pdf", inline: true, body };
}
