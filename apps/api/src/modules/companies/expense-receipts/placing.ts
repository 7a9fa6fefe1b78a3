/** Where receipts belong: to a line of a request, to an expense, or to nothing yet. */
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { InvalidFields } from "../../../errors.ts";
import { keepHasReceipt } from "../expenses/index.ts";

/** Whether an expense was approved with this receipt at it; one that came later may be taken out again. Locks the expense. */
export async function wasThereAtApproval(tx: Tx, id: string, expense_id: string): Promise<boolean> {
  const { rows } = await sql<{ was_there: boolean }>`
    select
      e.status = 'approved'
      and coalesce(
        r.merged_at <= (
          select max(t.happened_at)
          from transitions t
          where t.subject_id = e.id and t.noun = 'expense' and t.to_state = 'approved'
        ),
        r.merged_at is null
      ) as was_there
    from expenses e, expense_receipts r
    where e.id = ${expense_id} and r.id = ${id}
    for update of e
  `.execute(tx);
  return rows[0]!.was_there;
}

/** Puts the caller's receipts to the lines of their request, in place of those of before. @throws InvalidFields for one that is not theirs, or of something else */
export async function placeReceipts(
  tx: Tx,
  { session }: Context,
  request_id: string,
  lines: readonly (readonly string[])[],
): Promise<void> {
  await sql`
    update expense_receipts set request_id = null, line_number = null where request_id = ${request_id} and expense_id is null
  `.execute(tx);
  const errors: Record<string, string[]> = {};
  for (const [at, ids] of lines.entries()) {
    if (ids.length === 0) continue;
    const { numAffectedRows } = await sql`
      update expense_receipts
      set request_id = ${request_id}, line_number = ${at + 1}
      where id = any(${[...ids]}::uuid[]) and user_id = ${session.user_id} and company_id = ${session.company_id}
        and request_id is null and expense_id is null
    `.execute(tx);
    if (numAffectedRows !== BigInt(new Set(ids).size))
      errors[`lines.${at}.receipt_ids`] = ["this receipt is of something else already"];
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
}

/** A line has become an expense: its receipts are the expense's, where no other payment of the line has them. */
export async function giveReceipts(
  tx: Tx,
  line: { request_id: string; number: number },
  expense_id: string,
): Promise<void> {
  await sql`
    update expense_receipts
    set expense_id = ${expense_id}
    where request_id = ${line.request_id} and line_number = ${line.number} and expense_id is null
  `.execute(tx);
  await keepHasReceipt(tx, expense_id);
}
