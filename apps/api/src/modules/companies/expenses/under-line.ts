/** A payment goes under the line of the purchase that allowed it. */
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import type { Actor } from "../../../request.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { bought } from "./messages.ts";

export interface Line {
  request_id: string;
  number: number;
  category_id: string | null;
  department_id: string | null;
  splits: unknown;
  left_kobo: bigint;
}

/** A shorter name of a merchant is too common to say which one it is. */
const NAME_LENGTH = 4;

/** Whether a line `l` is for the place that was paid: one of the names begins with the other. */
export const isForPlace = (merchant: string) => sql<boolean>`(
  least(length(l.merchant), length(${merchant}::text)) >= ${NAME_LENGTH}
  and (starts_with(lower(${merchant}::text), lower(l.merchant)) or starts_with(lower(l.merchant), lower(${merchant}::text)))
)`;

/** What an expense was before a line agreed to it, for the day on which it is taken off. */
const BEFORE = sql<string>`jsonb_build_object(
  'category_id', category_id, 'department_id', department_id, 'splits', splits, 'status', status
)`;

/**
 * The expense has the line's category, parts, department and receipts. What a journal has stays as it is booked.
 * @param expense locked, without a request
 */
export async function putUnder(
  tx: Tx,
  { id, journal_id = null }: { id: string; journal_id?: string | null },
  { request_id, number, category_id, department_id, splits }: Line,
): Promise<void> {
  const placed = {
    ...(category_id && { category_id }),
    ...(department_id && { department_id }),
    splits: JSON.stringify(splits),
  };
  const under = { request_id, line_number: number, before_line: BEFORE };
  await changeRows(tx, "expenses", id, { ...under, ...(journal_id === null && placed) });
  // What was shown when it was requested is the expense's, where no other payment of the line has it.
  await sql`
    with given as (
      update expense_receipts
      set expense_id = ${id}
      where request_id = ${request_id} and line_number = ${number} and expense_id is null
      returning id
    )
    update expenses set has_receipt = true where id = ${id} and exists (select 1 from given)
  `.execute(tx);
}

/** The company's own payment has bought it: the request is paid with the first of them, and the requester is notified. The request is locked. */
export async function keepBought(
  tx: Tx,
  { request_id, status }: { request_id: string; status: string },
  { paid_by, payment_reference }: { paid_by: string; payment_reference: string },
  actor: Actor,
): Promise<void> {
  if (status !== "approved") return;
  const reason = "The company's own payment is linked to it.";
  await changeState(tx, { noun: "expenseRequest", id: request_id, from: status, action: "link", actor, reason });
  const payment = { paid_into: "company", paid_by, paid_at: clock.now(), payment_reference };
  await changeRows(tx, "expense_requests", request_id, payment);
  const { user_id, purpose } = await getRow(tx, "expense_requests", request_id, ["user_id", "purpose"]);
  if (user_id !== actor.user_id) await note(tx, user_id, bought({ id: request_id, purpose }));
}

/** What came from the line goes to what else was paid of it first, or back to the line. @param id of an expense that is under it no longer */
async function returnReceipts(tx: Tx, request_id: string, id: string): Promise<void> {
  const { rows } = await sql<{ expense_id: string | null }>`
    update expense_receipts t
    set expense_id = (
      select e.id
      from expenses e
      where e.request_id = ${request_id} and e.line_number = t.line_number and e.status <> 'deleted'
      order by e.created_at, e.id
      limit 1
    )
    where t.expense_id = ${id} and t.request_id = ${request_id}
    returning t.expense_id
  `.execute(tx);
  const changed = [id, ...rows.map(({ expense_id }) => expense_id)];
  await sql`
    update expenses e
    set has_receipt = exists (select 1 from expense_receipts t where t.expense_id = e.id)
    where e.id = any(${changed}::uuid[])
  `.execute(tx);
}

interface Off {
  status: string;
  was: string | null;
  amount_kobo: bigint;
}

/** Takes a payment from its line: it is in the place that it had before, and what the line agreed to nobody has agreed to. What a journal has stays as it is booked. */
async function putBack(tx: Tx, id: string, actor: Actor, reason: string): Promise<void> {
  const { rows } = await sql<Off>`
    update expenses e
    set request_id = null, line_number = null, before_line = null, version = e.version + 1,
      category_id = case when e.journal_id is null and b.before is not null then (b.before ->> 'category_id')::uuid else e.category_id end,
      department_id = case when e.journal_id is null and b.before is not null then (b.before ->> 'department_id')::uuid else e.department_id end,
      splits = case when e.journal_id is null and b.before is not null then b.before -> 'splits' else e.splits end
    from (select id, before_line as before from expenses where id = ${id}) b
    where e.id = b.id
    returning e.status, b.before ->> 'status' as was, e.amount_kobo
  `.execute(tx);
  const { status: from, was, amount_kobo } = rows[0]!;
  if (from === "approved" && was === "recorded" && amount_kobo > 0n)
    await changeState(tx, { noun: "expense", id, from, action: "unlink", actor, reason, is_locked: true });
}

/** A payment is under its line no longer; without any other the request is to be paid again. Expense and request are locked. */
export async function takeFromUnder(
  tx: Tx,
  { id, request_id }: { id: string; request_id: string },
  actor: Actor,
  reason: string,
): Promise<void> {
  await putBack(tx, id, actor, reason);
  await returnReceipts(tx, request_id, id);
  const { rows } = await sql<{ money_reference: string | null }>`
    select money_reference from expenses where request_id = ${request_id} and status <> 'deleted' order by created_at, id limit 1
  `.execute(tx);
  if (rows[0]) return changeRows(tx, "expense_requests", request_id, { payment_reference: rows[0].money_reference });
  await changeState(tx, { noun: "expenseRequest", id: request_id, from: "paid", action: "unlink", actor, reason });
  const empty = { paid_into: null, paid_by: null, paid_at: null, payment_reference: null };
  await changeRows(tx, "expense_requests", request_id, empty);
}

/** Locks the requests whose payments by the company are among these expenses, before the expenses: the order that who links keeps, too. */
export async function lockBoughtRequests(tx: Tx, expense_ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select r.id
    from expense_requests r
    where r.paid_into = 'company' and r.id in (select e.request_id from expenses e where e.id = any(${expense_ids}::uuid[]))
    order by r.id
    for update
  `.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** All of it has come back: what it should buy is not bought. */
export const nothingBought = (tx: Tx, expense: { id: string; request_id: string }): Promise<void> =>
  takeFromUnder(tx, expense, SYSTEM, "All that was paid for it has come back.");
