/** A payment of the company is linked by hand to the purchase that was agreed to: under its line it is the expense, and the request is paid. */
import type { linkPayment, payments, unlinkPayment } from "@manilla/contract/companies/expense-requests";
import type { Input } from "@manilla/contract/endpoint";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { type Line, keepBought, putUnder, takeFromUnder } from "../expenses/index.ts";

type Linkable = z.output<typeof payments.response>["payments"][number];
interface Request {
  id: string;
  status: string;
  user_id: string;
}

/** Payments of the company that no request has and none that is pending names; of all who spend for those who may see that, else one's own. */
const free = ({ session }: Context): RawBuilder<boolean> => sql`(
  e.company_id = ${session.company_id} and e.request_id is null and e.status <> 'deleted' and e.amount_kobo > 0
  and e.money_reference is not null
  and (${session.permissions.has("company:can_view_expenses")} or e.user_id = ${session.user_id})
  and not exists (
    select 1
    from expense_request_lines n
    join expense_requests o on o.id = n.request_id
    where n.expense_id = e.id and o.status = 'pending'
  )
)`;

/** What may be linked to a purchase: what was paid at the place of one of its lines first, then the latest. */
export async function linkableTo(context: Context, id: string): Promise<Linkable[]> {
  const { rows } = await sql<Linkable>`
    select e.id as expense_id, ${sql.raw(nameOf("u", "e"))} as person, e.merchant, e.amount_kobo, e.spent_on, l.number as line_number
    from expenses e
    left join users u on u.id = e.user_id
    left join lateral (
      select l.number
      from expense_request_lines l
      where l.request_id = ${id} and not l.is_refused
        and (starts_with(lower(e.merchant), lower(l.merchant)) or starts_with(lower(l.merchant), lower(e.merchant)))
      order by l.number
      limit 1
    ) l on true
    where ${free(context)}
    order by l.number is null, e.spent_on desc, e.id desc
    limit 100
  `.execute(context.db);
  return rows;
}

/** A line of the request that was agreed to, with what is left of it. @throws InvalidFields */
async function lineOf(tx: Tx, request_id: string, number: number): Promise<Line> {
  const { rows } = await sql<Line>`
    select l.request_id, l.number, l.category_id, r.department_id, l.splits, (l.amount_kobo - (
        select coalesce(sum(e.amount_kobo), 0)
        from expenses e
        where e.request_id = l.request_id and e.line_number = l.number and e.status <> 'deleted'
      ))::bigint as left_kobo
    from expense_request_lines l
    join expense_requests r on r.id = l.request_id
    where l.request_id = ${request_id} and l.number = ${number} and not l.is_refused
  `.execute(tx);
  if (!rows[0]) throw new InvalidFields({ line_number: ["choose a line that was agreed to"] });
  return rows[0];
}

interface Payment {
  id: string;
  user_id: string;
  amount_kobo: bigint;
  money_reference: string;
  journal_id: string | null;
  status: string;
}

/** Linking decides nothing about the money of the person who links: somebody else approves that, as they do what exceeds its line. */
export async function linkOne(tx: Tx, context: Context, request: Request, { body }: Input<typeof linkPayment>) {
  const { id: request_id, status, user_id } = request;
  const line = await lineOf(tx, request_id, body.line_number);
  const { rows } = await sql<Payment>`
    select e.id, e.user_id, e.amount_kobo, e.money_reference, e.journal_id, e.status
    from expenses e
    where e.id = ${body.expense_id} and ${free(context)}
    for update
  `.execute(tx);
  const paid = rows[0];
  if (!paid) throw new InvalidFields({ expense_id: ["choose a payment that no request has"] });
  await putUnder(tx, paid, line);
  const actor = actorOf(context);
  const { user_id: paid_by, money_reference: payment_reference, amount_kobo } = paid;
  await keepBought(tx, { request_id, status }, { paid_by, payment_reference }, actor);
  const me = context.session.user_id;
  if (paid.status === "recorded" && amount_kobo <= line.left_kobo && me !== user_id && me !== paid_by)
    await changeState(tx, {
      noun: "expense",
      id: paid.id,
      from: "recorded",
      action: "approve",
      actor,
      is_locked: true,
    });
  return { after: { expense_id: paid.id, line_number: line.number, amount_kobo } };
}

export async function unlinkOne(
  tx: Tx,
  context: Context,
  { id: request_id }: Request,
  input: Input<typeof unlinkPayment>,
) {
  const { expense_id: id } = input.body;
  const { rows } = await sql<{ id: string }>`
    select id from expenses where id = ${id} and request_id = ${request_id} and line_number is not null for update
  `.execute(tx);
  if (!rows[0]) throw new Conflict("This payment is not linked to the request.", "not_linked");
  await takeFromUnder(tx, { id, request_id }, actorOf(context), "The payment was not for it.");
  return { before: { expense_id: id }, after: { expense_id: null } };
}
