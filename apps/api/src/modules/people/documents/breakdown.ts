import type * as calls from "@manilla/contract/people/documents";
import { type Category, breakDown } from "@manilla/credit";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { NotFound } from "../../../errors.ts";

const MAX_ROWS = 20_000;

/** C070, from the rows that were read. @throws NotFound when this is no statement, or its person is gone */
export async function breakdownOf(
  db: Database,
  document_id: string,
): Promise<z.output<typeof calls.breakdown.response>> {
  const found = await db
    .selectFrom("statement_analyses as a")
    .innerJoin("users as u", "u.id", "a.user_id")
    .select(["a.user_id", "a.status", "a.balances_hold"])
    .where("a.document_id", "=", document_id)
    .where("u.erased_at", "is", null)
    .executeTakeFirst();
  if (!found) throw new NotFound("This statement");
  const rows = await db
    .selectFrom("statement_transactions")
    .select(["number", "booked_on", "narration", "debit_kobo", "credit_kobo", "category"])
    .where("document_id", "=", document_id)
    .orderBy("booked_on")
    .orderBy("number")
    .limit(MAX_ROWS)
    .execute();
  const parts = breakDown(
    rows.map(({ number, booked_on, narration, debit_kobo, credit_kobo, category }) => ({
      row: number,
      booked_on,
      narration,
      amount_kobo: credit_kobo - debit_kobo,
      category: (category ?? "none") as Category,
    })),
  );
  return {
    document_id,
    user_id: found.user_id,
    status: found.status as "pending" | "done" | "failed",
    balances_hold: found.balances_hold,
    ...parts,
  };
}
