import * as calls from "@manilla/contract/companies/expense-requests";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { masked } from "../../../field-encryption.ts";
import { NotFound } from "../../../errors.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { retiredOf } from "./advances.ts";
import { type RequestFacts, requestActions, requestRules } from "./rules.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
type Found = z.output<typeof calls.find.response>;

const FROM = "expense_requests r left join departments d on d.id = r.department_id";
const SELECT = `
  r.id, r.purpose, r.kind, json_build_object('id', r.user_id, 'name', coalesce(
    (select u.full_name from users u where u.id = r.user_id), colleague_name(r.company_id, r.user_id), 'Somebody'
  )) as person, has_left(r.company_id, r.user_id) as has_left, d.name as department, r.amount_kobo,
  (select count(*)::int from expense_request_lines l where l.request_id = r.id) as line_count,
  r.effect, r.status, r.version, r.created_at
`;
const definition = {
  from: FROM,
  rows_of: "expense_requests r",
  select: SELECT,
  facts: "r.user_id, r.paid_into",
  id: "r.id",
  search: "folded(r.purpose)",
};
const all = defineList<typeof calls.listAll, Row & RequestFacts>(calls.listAll, definition);
const waiting = defineList<typeof calls.pending, Row & RequestFacts>(calls.pending, definition);

/** Those of all companies, for the provider's staff. */
export const everywhere = defineList(calls.listEverywhere, {
  from: "expense_requests r join companies c on c.id = r.company_id join users u on u.id = r.user_id",
  rows_of: "expense_requests r",
  select: `
    r.id, r.purpose, r.kind, json_build_object('id', u.id, 'name', u.full_name) as person,
    json_build_object('id', c.id, 'name', c.name) as company, r.amount_kobo, r.status, r.payment_reference as reference,
    r.created_at
  `,
  id: "r.id",
  columns: { company_id: "r.company_id" },
  search: ["folded(r.purpose)", { column: "r.company_id", table: "companies", text: "folded(name)" }],
});

/** All of the company's for those who may see them; else one's own, and those waiting for one's decision. */
export const seenBy = ({ session }: Context): RawBuilder<unknown> =>
  session.permissions.has("company:can_view_expense_requests")
    ? sql`r.company_id = ${session.company_id}`
    : sql`r.company_id = ${session.company_id} and r.user_id = ${session.user_id}`;

const mine = (context: Context) => abilitiesIn(context, requestActions, requestRules);
export const listAll = (context: Context) => all.scoped(seenBy(context), undefined, mine(context));
export const listPending = (context: Context) =>
  waiting.scoped(sql`${seenBy(context)} and r.status = 'pending'`, undefined, mine(context));

/** @throws NotFound */
export async function findRequest(db: Database | Tx, context: Context, id: string) {
  const { rows } = await sql<Row & RequestFacts>`
    select ${sql.raw(SELECT)}, r.user_id, r.paid_into from ${sql.raw(FROM)} where r.id = ${id} and ${seenBy(context)}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This request");
  return { ...rows[0], abilities: mine(context)(rows[0]) };
}

/** The parts of a row, with the names of their places. */
const splitsOf = (row: string): RawBuilder<unknown> => sql`
  coalesce((
    select json_agg(json_build_object(
      'category_id', s.category_id, 'category', c.name, 'department_id', s.department_id, 'department', d.name,
      'amount_kobo', s.amount_kobo
    ) order by s.at)
    from rows from (
      jsonb_to_recordset(${sql.ref(row)}.splits) as (category_id uuid, department_id uuid, amount_kobo bigint)
    ) with ordinality as s (category_id, department_id, amount_kobo, at)
    left join expense_categories c on c.id = s.category_id
    left join departments d on d.id = s.department_id
  ), '[]')
`;

export async function linesOf(db: Database | Tx, id: string): Promise<Found["lines"]> {
  const { rows } = await sql<Found["lines"][number]>`
    select l.number, l.expense_id, l.merchant, l.category_id, c.name as category, l.amount_kobo, l.spent_on, l.is_refused, l.says,
      (
        select coalesce(sum(e.amount_kobo), 0)::bigint
        from expenses e
        where e.request_id = l.request_id and e.line_number = l.number and e.status <> 'deleted'
      ) as bought_kobo, trim_scale(l.units)::text as units, l.unit_rate_kobo, case when l.currency is not null then json_build_object(
        'currency', l.currency, 'amount', l.foreign_amount, 'rate', trim_scale(l.exchange_rate)::text, 'rated_on', l.rated_on
      ) end as foreign,
      ${splitsOf("l")} as splits,
      array(
        select t.id
        from expense_receipts t
        where t.request_id = l.request_id and t.line_number = l.number
        order by t.created_at, t.id
      ) as receipt_ids
    from expense_request_lines l
    left join expense_categories c on c.id = l.category_id
    where l.request_id = ${id}
    order by l.number
  `.execute(db);
  return rows.map(({ splits, ...row }) => ({
    ...row,
    splits: splits.map((split) => ({ ...split, amount_kobo: BigInt(split.amount_kobo) })),
  }));
}

/** What paid for the lines of a purchase, out of the purse or by the company itself. */
async function boughtFor(db: Database, id: string): Promise<Found["bought"]> {
  const { rows } = await sql<Found["bought"][number]>`
    select e.id as expense_id, e.line_number, e.merchant, e.amount_kobo, e.spent_on, e.money_reference as reference
    from expenses e
    where e.request_id = ${id} and e.line_number is not null and e.status <> 'deleted'
    order by e.line_number, e.created_at, e.id
  `.execute(db);
  return rows;
}

type Payment = NonNullable<Found["payment"]>;
type Details = Omit<Found, keyof z.output<typeof calls.listAll.row>>;

/** What its page shows beside the row. */
export async function detailsOf({ db }: Context, id: string): Promise<Details> {
  const { rows } = await sql<Pick<Details, "reason" | "approval_id" | "account" | "advance_id"> & Payment>`
    select r.decision_reason as reason, (
        select a.id from company_approvals a
        where a.kind = 'expense_request' and a.subject_id = r.id
        order by a.created_at desc
        limit 1
      ) as approval_id, (
        select json_build_object('bank_name', p.bank_name, 'account_no', p.account_no_last4)
        from profiles p
        where p.user_id = r.user_id and p.bank_account_status = 'verified' and p.account_no_last4 is not null
        union all
        select json_build_object('bank_name', l.bank_name, 'account_no', l.account_no_last4) from account_of_left(r.id) l
        limit 1
      ) as account, r.advance_id, r.paid_into as into, r.payment_reference as reference, r.paid_at as at,
      coalesce(u.full_name, colleague_name(r.company_id, r.paid_by), 'Somebody') as by
    from expense_requests r
    left join users u on u.id = r.paid_by
    where r.id = ${id}
  `.execute(db);
  const { reason, approval_id, account, advance_id, ...payment } = rows[0]!;
  const { rows: history } = await sql<Details["history"][number]>`
    select id, to_state as title, actor_name as by, reason, happened_at as at
    from transitions
    where subject_id = ${id} and noun = 'expenseRequest'
    order by happened_at desc, id desc
  `.execute(db);
  return {
    reason,
    approval_id,
    advance_id,
    ...(await retiredOf(db, id)),
    account: account && { ...account, account_no: masked(account.account_no) ?? "" },
    payment: payment.reference === null ? null : payment,
    lines: await linesOf(db, id),
    bought: await boughtFor(db, id),
    history,
  };
}
