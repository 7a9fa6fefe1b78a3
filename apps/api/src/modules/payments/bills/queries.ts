import { hiddenPin } from "@manilla/contract/payments/bill-kinds";
import * as calls from "@manilla/contract/payments/bills";
import { sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import type { Session } from "../../../request.ts";

/** A bill as its payer sees it. */
const SHOWN = `
  b.id, b.reference, b.kind, b.service, b.service_name, b.item, b.item_name, b.customer_no, b.customer_name,
  b.amount_kobo, b.fee_kobo, b.vat_kobo, b.total_kobo, b.paid_from, b.status, b.tokens, b.units, b.created_at, b.ended_at
`;

const transactions = defineList(calls.transactions, {
  from: "bills b",
  select: SHOWN,
  id: "b.id",
  search: ["folded(b.reference)", "folded(b.customer_no)"],
});

/** A colleague who views as somebody sees their PINs as the desk does. */
export const seenBy =
  ({ viewed_by }: Session) =>
  <B extends { kind: string; tokens: string[] }>(bill: B): B =>
    viewed_by && bill.kind === "education" ? { ...bill, tokens: bill.tokens.map(hiddenPin) } : bill;

/** C337. A person's own; or, to who manages a company, what somebody paid of its money. @throws NotFound for anybody else's */
export async function billsOf({ db, session }: Context, user_id: string) {
  const { user_id: caller, company_id, permissions } = session;
  if (user_id === caller && permissions.has("personal:can_pay_bills"))
    return transactions.scoped(sql`b.user_id = ${user_id} and b.paid_from <> 'company'`, seenBy(session));
  const { rows } = await sql`
    select 1 from purses where user_id = ${user_id} and company_id = ${company_id}
    union all
    select 1 from bills where user_id = ${user_id} and company_id = ${company_id}
    limit 1
  `.execute(db);
  if (rows.length === 0 || !permissions.has("company:can_view_bills")) throw new NotFound("This person");
  return transactions.scoped(sql`b.user_id = ${user_id} and b.company_id = ${company_id}`, seenBy(session));
}

export const companyBills = defineList(calls.companyBills, {
  from: "bills b left join users u on u.id = b.user_id",
  rows_of: ["bills b", "bills b left join users u on u.id = b.user_id"],
  select: `
    b.id, b.reference, b.kind, b.service, b.service_name, b.item_name, b.customer_no, b.customer_name, b.amount_kobo,
    b.fee_kobo, b.vat_kobo, b.total_kobo, b.paid_from, b.status, b.created_at, b.ended_at, b.user_id,
    ${nameOf("u", "b")} as person
  `,
  id: "b.id",
  search: ["folded(b.reference)", "folded(u.full_name)"],
});

const DETAIL = `
  ${SHOWN}, case when b.status in ('sent', 'unknown') then b.next_question_at end as next_question_at,
  b.needs_review_at is not null as is_reviewed, b.failure
`;

/** A bill of the person's. @throws NotFound for anybody else's */
export async function ownBill(
  db: Database | Tx,
  user_id: string,
  id: string,
): Promise<z.output<typeof calls.billDetail>> {
  const { rows } = await sql<z.output<typeof calls.billDetail>>`
    select ${sql.raw(DETAIL)}
    from bills b
    where b.id = ${id} and b.user_id = ${user_id} and b.paid_from <> 'company'
  `.execute(db);
  if (!rows[0]) throw new NotFound("This bill");
  return rows[0];
}

/** {@link ownBill} of several people: each bill of the person beside it, or nothing. */
export async function ownBills(tx: Tx, bills: readonly { id: string; user_id: string }[]) {
  const { rows } = await sql<z.output<typeof calls.billDetail> & { user_id: string }>`
    select b.user_id, ${sql.raw(DETAIL)}
    from bills b
    where b.id = any(${bills.map(({ id }) => id)}::uuid[]) and b.paid_from <> 'company'
  `.execute(tx);
  return bills.map(({ id, user_id }) => {
    const { user_id: of, ...bill } = rows.find((row) => row.id === id) ?? {};
    return of === user_id ? (bill as z.output<typeof calls.billDetail>) : undefined;
  });
}

/** A bill that the wallet of a company paid. @throws NotFound for another one's, and for what was paid from a purse */
export async function billOfCompany(
  db: Database | Tx,
  company_id: string | null,
  id: string,
): Promise<z.output<typeof calls.companyBill.response>> {
  const { rows } = await sql<z.output<typeof calls.companyBill.response>>`
    select ${sql.raw(DETAIL)}, ${sql.raw(nameOf("u", "b"))} as person, b.expense_id
    from bills b
    left join users u on u.id = b.user_id
    where b.id = ${id} and b.company_id = ${company_id} and b.paid_from = 'company'
  `.execute(db);
  if (!rows[0]) throw new NotFound("This bill");
  return rows[0];
}
