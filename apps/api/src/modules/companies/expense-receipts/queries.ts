import * as calls from "@manilla/contract/companies/expense-receipts";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { seesApprovalOf } from "../approval-chains/index.ts";
import { RECEIPT_DAY as DAY, belongs, matchesOf } from "../expenses/index.ts";

export type Receipt = z.output<typeof calls.receiptRow>;
type Alone = z.output<typeof calls.listOwn.row>;

const FROM = "expense_receipts t";
const SELECT = `
  t.id, t.original_name as name, t.media_type, json_build_object('id', t.user_id, 'name', coalesce(
    (select u.full_name from users u where u.id = t.user_id), colleague_name(t.company_id, t.user_id), 'Somebody'
  )) as person, t.merchant, t.amount_kobo, t.spent_on, t.expense_id, t.request_id, t.line_number, exists (
    select 1 from expense_receipts s where s.company_id = t.company_id and s.digest = t.digest and s.id <> t.id
  ) as is_twice, t.created_at
`;
type Raw = Omit<Alone, "matches"> & {
  day: string;
  near: { id: string; merchant: string; amount_kobo: string; spent_on: string }[] | null;
};
const aloneList = defineList<typeof calls.listOwn, Raw>(calls.listOwn, {
  from: FROM,
  select: `
    ${SELECT}, ${DAY} as day, (
      select json_agg(json_build_object('id', e.id, 'merchant', e.merchant, 'amount_kobo', e.amount_kobo::text, 'spent_on', e.spent_on))
      from expenses e
      where e.user_id = t.user_id and e.company_id = t.company_id and e.amount_kobo = t.amount_kobo
        and not e.has_receipt and e.wants_receipt and e.status <> 'deleted'
        and e.spent_on between ${DAY} - 7 and ${DAY} + 7
    ) as near
  `,
  id: "t.id",
  columns: {
    is_twice: `(exists (
      select 1 from expense_receipts s where s.company_id = t.company_id and s.digest = t.digest and s.id <> t.id
    ))`,
  },
  search: "folded(coalesce(t.merchant, ''))",
  map: ({ day, near, ...row }) => ({
    ...row,
    matches: matchesOf(
      { ...row, spent_on: day },
      (near ?? []).map((each) => ({ ...each, amount_kobo: BigInt(each.amount_kobo) })),
    ),
  }),
});

export const listOwn = ({ session }: Context) =>
  aloneList.scoped(
    sql`t.user_id = ${session.user_id} and t.company_id = ${session.company_id} and t.expense_id is null and t.request_id is null`,
  );

/** The receipts of a condition on `t`, in the order in which they came. */
export async function receiptsOf(db: Database | Tx, which: RawBuilder<unknown>): Promise<Receipt[]> {
  const { rows } = await sql<Receipt>`
    select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where ${which} order by t.created_at, t.id limit 100
  `.execute(db);
  return rows;
}

/** An expense of the caller's company that they may look at. @throws NotFound */
export async function requireExpense(db: Database | Tx, { session }: Context, id: string) {
  const { rows } = await sql<{ id: string; user_id: string; amount_kobo: bigint; merchant: string; spent_on: string }>`
    select id, user_id, amount_kobo, merchant, spent_on
    from expenses
    where id = ${id} and company_id = ${session.company_id}
      and (user_id = ${session.user_id} or ${session.permissions.has("company:can_view_expenses")}::boolean)
  `.execute(db);
  if (!rows[0]) throw new NotFound("This expense");
  return rows[0];
}

/** Who asked, who may see all requests, and who was asked about this one. */
export async function maySeeRequest(context: Context, id: string): Promise<boolean> {
  const { db, session } = context;
  const { rows } = await sql<{ user_id: string }>`
    select user_id from expense_requests where id = ${id} and company_id = ${session.company_id}
  `.execute(db);
  return (
    rows[0] !== undefined &&
    (rows[0].user_id === session.user_id ||
      session.permissions.has("company:can_view_expense_requests") ||
      (await seesApprovalOf(context, "expense_request", id)))
  );
}

/** Which of the caller's receipts that arrived alone may be of an expense of theirs. */
export async function candidatesOf(
  { db, session }: Context,
  expense: { user_id: string; amount_kobo: bigint; merchant: string; spent_on: string },
): Promise<Receipt[]> {
  if (expense.user_id !== session.user_id) return [];
  const alone = await receiptsOf(
    db,
    sql`t.user_id = ${session.user_id} and t.company_id = ${session.company_id} and t.expense_id is null
      and t.request_id is null and t.amount_kobo = ${expense.amount_kobo}`,
  );
  const dayOf = ({ spent_on, created_at }: Receipt): string => spent_on ?? created_at.toISOString().slice(0, 10);
  return alone.filter((receipt) => belongs({ ...receipt, spent_on: dayOf(receipt) }, expense));
}
