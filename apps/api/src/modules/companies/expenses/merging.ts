/** A receipt that arrived alone and the expense that it is certainly of become one by themselves, whichever comes first. */
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { SYSTEM, recordAudits } from "../../platform/audit/index.ts";
import { type Facts, belongs, isCertain } from "./receipt-rules.ts";

/** Keeps whether an expense has a receipt. */
export const keepHasReceipt = (tx: Tx, expense_id: string): Promise<unknown> =>
  sql`
    update expenses e
    set has_receipt = exists (select 1 from expense_receipts t where t.expense_id = e.id)
    where e.id = ${expense_id}
  `.execute(tx);

interface Owner {
  user_id: string;
  company_id: string;
}
type Named = Facts & { id: string };

/** The day on the receipt, else that on which it came. */
export const RECEIPT_DAY = "coalesce(t.spent_on, (t.created_at at time zone 'Africa/Lagos')::date)";

/** A person's receipts that belong to nothing, of an amount. One whose file is there twice is left to them. */
async function receiptsAlone(tx: Tx, { user_id, company_id }: Owner, amount_kobo: bigint | null): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select t.id, t.merchant, t.amount_kobo, ${sql.raw(RECEIPT_DAY)}::text as spent_on
    from expense_receipts t
    where t.user_id = ${user_id} and t.company_id = ${company_id} and t.expense_id is null and t.request_id is null
      and t.amount_kobo = ${amount_kobo} and not exists (
        select 1 from expense_receipts s where s.company_id = t.company_id and s.digest = t.digest and s.id <> t.id
      )
  `.execute(tx);
  return rows;
}

/** A person's expenses of an amount whose receipt is missing. */
async function expensesWithout(tx: Tx, { user_id, company_id }: Owner, amount_kobo: bigint | null): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, merchant, amount_kobo, spent_on
    from expenses
    where user_id = ${user_id} and company_id = ${company_id} and amount_kobo = ${amount_kobo} and not has_receipt
      and wants_receipt and no_receipt_reason is null and status <> 'deleted'
  `.execute(tx);
  return rows;
}

/**
 * Merges the receipt that just came, or that of the expense that just came: where amount, day and place are said and agree, the receipt can be of no other expense,
 * and the expense of no other receipt. What may be of several is offered to the person.
 * @param amount_kobo of both
 * @returns the expense and its receipt; undefined where nothing is certain
 */
export async function mergeWhereCertain(
  tx: Tx,
  owner: Owner,
  amount_kobo: bigint,
  came: { receipt_id: string } | { expense_id: string },
): Promise<{ receipt_id: string; expense_id: string } | undefined> {
  const receipts = await receiptsAlone(tx, owner, amount_kobo);
  if (receipts.length === 0) return undefined;
  const expenses = await expensesWithout(tx, owner, amount_kobo);
  const pairs = receipts.flatMap((receipt) =>
    expenses.filter((expense) => belongs(receipt, expense)).map((expense) => ({ receipt, expense })),
  );
  const pair = pairs.find(({ receipt, expense }) =>
    "receipt_id" in came ? receipt.id === came.receipt_id : expense.id === came.expense_id,
  );
  if (!pair || !isCertain(pair.receipt, pair.expense)) return undefined;
  const [receipt_id, expense_id] = [pair.receipt.id, pair.expense.id];
  const isTaken = ({ receipt, expense }: (typeof pairs)[number]): boolean =>
    receipt.id === receipt_id || expense.id === expense_id;
  if (pairs.filter(isTaken).length > 1) return undefined;
  // Two receipts at once are not both of one expense: the second one sees that it has the first.
  const { rows } = await sql`
    select 1
    from expenses e
    join expense_receipts t on t.id = ${receipt_id}
    where e.id = ${expense_id} and not e.has_receipt and t.expense_id is null and t.request_id is null
    for update
  `.execute(tx);
  if (rows.length === 0) return undefined;
  await changeRows(tx, "expense_receipts", receipt_id, { expense_id, merged_at: clock.now() });
  await keepHasReceipt(tx, expense_id);
  const after = { receipt_id, by_itself: true };
  await recordAudits(tx, [
    {
      actor: SYSTEM,
      action: "expense_receipt_merged",
      subject_type: "expense",
      subject_id: expense_id,
      about: owner.user_id,
      after,
    },
  ]);
  return { receipt_id, expense_id };
}
