import { fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/lending/repayments";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { masked } from "../../../field-encryption.ts";
import { NotFound } from "../../../errors.ts";
import { creditOf } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";

export type RepaymentRow = z.output<typeof calls.repaymentRow>;
export type ReceiptRow = z.output<typeof calls.receiptRow>;

const TOTAL = "r.principal_kobo + r.interest_kobo + r.fees_kobo + r.penalty_kobo";
const PAID = "r.paid_principal_kobo + r.paid_interest_kobo + r.paid_fees_kobo + r.paid_penalty_kobo";
const OUTSTANDING = `
  case when r.status in ('superseded', 'waived', 'written_off') then 0::bigint else ${TOTAL} - (${PAID}) end
`;
/** Whether a card of a person is debited. @param user the SQL of their id */
export const HAS_CARD = (user: string) =>
  `exists (select 1 from repayment_cards c where c.user_id = ${user} and c.is_default and c.removed_at is null)`;

const ROW_FROM = "repayments r join loans l on l.id = r.loan_id join users u on u.id = r.user_id";
const ROW_SELECT = `
  r.id, json_build_object('id', l.id, 'reference', l.reference, 'status', l.status) as loan,
  json_build_object('id', u.id, 'name', u.full_name) as customer, r.number, r.due_on, r.status,
  r.principal_kobo, r.interest_kobo, r.fees_kobo, r.penalty_kobo, ${TOTAL} as total_kobo, ${PAID} as paid_kobo,
  ${OUTSTANDING} as outstanding_kobo, r.days_past_due, r.paid_on, r.collection_attempts, r.next_attempt_on,
  r.last_failure, ${HAS_CARD("r.user_id")} as has_card, r.created_at
`;

export const repaymentList = defineList(calls.listAll, {
  from: ROW_FROM,
  select: ROW_SELECT,
  id: "r.id",
  columns: { user_id: "r.user_id", loan_id: "r.loan_id" },
  search: ["lower(l.reference)", "u.search_text"],
});
/** C098. */
export const companyRepaymentList = defineList(calls.ofCompanies, {
  from: `${ROW_FROM} join companies c on c.id = l.company_id`,
  select: `${ROW_SELECT}, json_build_object('id', c.id, 'name', c.name) as company, l.id as loan_id, l.reference`,
  id: "r.id",
  columns: { company_id: "l.company_id" },
  search: ["lower(l.reference)", "u.search_text", "folded(c.name)"],
});
/** What was replaced is history, not a repayment. */
export const NOT_SUPERSEDED = sql`r.status <> 'superseded'`;

/** Rows in a scope, in order of their due dates. */
export async function repaymentRows(
  db: Database | Tx,
  scope: RawBuilder<unknown>,
  limit = 400,
): Promise<RepaymentRow[]> {
  const { rows } = await sql<RepaymentRow>`
      select ${sql.raw(ROW_SELECT)}
      from ${sql.raw(ROW_FROM)}
      where ${NOT_SUPERSEDED} and ${scope}
      order by r.due_on, r.id
      limit ${limit}
    `.execute(db);
  return rows;
}

const RECEIPT_FROM = `
    receipts x
    join users u on u.id = x.user_id
    left join loans l on l.id = x.loan_id
    left join users s on s.id = x.recorded_by
  `;
/** Open until the first due date after it, where it paid more than one row ahead or was given a choice before. */
const CHOICE_UNTIL = `
  case
    when x.reversed_at is null and l.status in ('running', 'past_due', 'stop_requested') then (
      select min(r.due_on)
      from repayments r
      where r.loan_id = l.id and r.status <> 'superseded' and r.due_on > x.received_on
      having min(r.due_on) > (select business_date from business_calendar)
        and (
          x.excess is not null
            or (
              select count(distinct p.id)
              from receipt_allocations a
              join repayments p on p.id = a.repayment_id
              where a.receipt_id = x.id and p.due_on > x.received_on
            ) > 1
        )
    )
  end as choice_until
`;
const RECEIPT_SELECT = `
  x.id, x.reference, json_build_object('id', u.id, 'name', u.full_name) as customer, x.purpose,
  case when l.id is not null then json_build_object('id', l.id, 'reference', l.reference) end as loan, x.amount_kobo,
  x.credit_kobo, x.channel, x.received_on, x.received_at, s.full_name as recorded_by, x.note, x.excess, ${CHOICE_UNTIL},
  x.reversed_at, x.reversal_reason, x.ledger_transaction_id, x.slip_id,
  coalesce(
    (
      select json_agg(
        json_build_object('number', r.number, 'component', a.component, 'amount_kobo', a.amount_kobo)
        order by r.number, a.component
      )
      from receipt_allocations a
      join repayments r on r.id = a.repayment_id
      where a.receipt_id = x.id
    ), '[]'
  ) as allocations
`;
const RECEIPT_COLUMNS = {
  purpose: "x.purpose",
  channel: "x.channel",
  amount_kobo: "x.amount_kobo",
  received_on: "x.received_on",
  loan_id: "x.loan_id",
  user_id: "x.user_id",
  is_reversed: "(x.reversed_at is not null)",
  received_at: "x.received_at",
};
type RawReceipt = Omit<ReceiptRow, "allocations"> & {
  allocations: (Omit<ReceiptRow["allocations"][number], "amount_kobo"> & { amount_kobo: number })[];
};
const receiptOf = (raw: RawReceipt): ReceiptRow => ({
  ...raw,
  allocations: raw.allocations.map((line) => ({ ...line, amount_kobo: BigInt(line.amount_kobo) })),
});

export const receiptList = defineList<typeof calls.listReceipts, RawReceipt>(calls.listReceipts, {
  from: RECEIPT_FROM,
  select: RECEIPT_SELECT,
  id: "x.id",
  columns: RECEIPT_COLUMNS,
  search: "folded(x.reference)",
  map: receiptOf,
});
export const walletHistory = defineList<typeof calls.walletHistory, RawReceipt>(calls.walletHistory, {
  from: RECEIPT_FROM,
  select: RECEIPT_SELECT,
  id: "x.id",
  columns: RECEIPT_COLUMNS,
  search: "folded(x.reference)",
  map: receiptOf,
});

/** Receipts in a scope, the newest first. */
export async function receiptRows(db: Database | Tx, scope: RawBuilder<unknown>, limit = 200): Promise<ReceiptRow[]> {
  const { rows } = await sql<RawReceipt>`
      select ${sql.raw(RECEIPT_SELECT)}
      from ${sql.raw(RECEIPT_FROM)}
      where ${scope}
      order by x.received_at desc, x.id desc
      limit ${limit}
    `.execute(db);
  return rows.map(receiptOf);
}

type ReceivedAnswer = z.output<typeof calls.received>;

/** What payments did, for the screens that made them, by the receipts' ids. */
export async function receivedAnswers(
  db: Tx | Database,
  receipt_ids: readonly string[],
): Promise<Map<string, ReceivedAnswer>> {
  const isOne = sql`x.id = any(${[...receipt_ids]}::uuid[])`;
  const [receipts, { rows: loans }] = await Promise.all([
    receiptRows(db, isOne, receipt_ids.length),
    sql<NonNullable<ReceivedAnswer["loan"]>>`
      select l.id, l.reference, l.status, l.outstanding_principal_kobo, l.overdue_kobo, l.days_past_due,
        l.next_due_on, l.credit_balance_kobo,
        coalesce(
          (
            select sum(${sql.raw(OUTSTANDING)})
            from repayments r
            where r.loan_id = l.id
              and r.status in ('due', 'part_paid', 'overdue')
              and r.due_on <= (select business_date from business_calendar)
          ), 0
        )::bigint as due_kobo
      from loans l
      where l.id in (select x.loan_id from receipts x where ${isOne})
    `.execute(db),
  ]);
  const byId = new Map(loans.map((loan) => [loan.id, loan]));
  return new Map(
    receipts.map((receipt) => [receipt.id, { receipt, loan: (receipt.loan && byId.get(receipt.loan.id)) ?? null }]),
  );
}

/** {@link receivedAnswers} of one. @throws NotFound */
export async function receivedAnswer(db: Tx | Database, receipt_id: string): Promise<ReceivedAnswer> {
  const answer = (await receivedAnswers(db, [receipt_id])).get(receipt_id);
  if (!answer) throw new NotFound("This receipt");
  return answer;
}

/** Sums over a person's running loans. */
export async function duesOf(db: Database | Tx, user_id: string) {
  const today = await businessDate(db);
  const { rows } = await sql<{
    due_kobo: bigint;
    overdue_kobo: bigint;
    next_due_on: string | null;
    next_kobo: bigint;
    outstanding_principal_kobo: bigint;
    paid_kobo: bigint;
  }>`
    with open as (
      select r.due_on, ${sql.raw(OUTSTANDING)} as kobo
      from repayments r
      join loans l on l.id = r.loan_id
      where r.user_id = ${user_id}
        and r.status in ('scheduled', 'due', 'part_paid', 'overdue')
        and l.disbursed_on is not null
    ), next as (select min(due_on) as due_on from open where due_on >= ${today}::date and kobo > 0)
    select coalesce(sum(kobo) filter (where open.due_on <= ${today}::date), 0)::bigint as due_kobo,
      (select coalesce(sum(overdue_kobo), 0) from loans where user_id = ${user_id})::bigint as overdue_kobo,
      (select due_on from next) as next_due_on,
      coalesce(sum(kobo) filter (where open.due_on = (select due_on from next)), 0)::bigint as next_kobo,
      (
        select coalesce(sum(outstanding_principal_kobo), 0) from loans where user_id = ${user_id}
      )::bigint as outstanding_principal_kobo,
      (select coalesce(sum(paid_kobo), 0) from loans where user_id = ${user_id})::bigint as paid_kobo
    from open
  `.execute(db);
  return (
    rows[0] ?? {
      due_kobo: 0n,
      overdue_kobo: 0n,
      next_due_on: null,
      next_kobo: 0n,
      outstanding_principal_kobo: 0n,
      paid_kobo: 0n,
    }
  );
}

/** C109: a person's repayment wallet. @throws NotFound */
export async function walletOf(db: Database, user_id: string): Promise<z.output<typeof calls.wallet.response>> {
  const person = await db
    .selectFrom("users")
    .select(["id", "name", "last_name"])
    .where("id", "=", user_id)
    .executeTakeFirst();
  if (!person) throw new NotFound("This person");
  const [dues, account, cards, loans, credit_balance_kobo, refunds] = await Promise.all([
    duesOf(db, user_id),
    db
      .selectFrom("virtual_accounts")
      .select(["bank_name", "account_no_last4", "account_name"])
      .where("user_id", "=", user_id)
      .executeTakeFirst(),
    db
      .selectFrom("repayment_cards")
      .select((builder) => builder.fn.countAll<bigint>().as("count"))
      .where("user_id", "=", user_id)
      .where("removed_at", "is", null)
      .executeTakeFirst(),
    db
      .selectFrom("loans")
      .select(["id", "reference", "status", "outstanding_principal_kobo", "overdue_kobo", "days_past_due"])
      .where("user_id", "=", user_id)
      .where("disbursed_on", "is not", null)
      .orderBy("disbursed_on", "desc")
      .limit(50)
      .execute(),
    creditOf(db, user_id),
    db
      .selectFrom("payouts")
      .select(["id", "reference", "status", "amount_kobo", "created_at", "needs_review_at", "failure"])
      .where("user_id", "=", user_id)
      .where("purpose", "in", ["credit_refund", "cash_withdrawal"])
      .orderBy("created_at", "desc")
      .limit(20)
      .execute(),
  ]);
  const { next_kobo: _, ...sums } = dues;
  return {
    customer: { id: person.id, name: fullName(person) },
    credit_balance_kobo,
    ...sums,
    cards: Number(cards?.count ?? 0n),
    loans,
    refunds: refunds.map(({ needs_review_at, ...row }) => ({ ...row, needs_review: needs_review_at !== null })),
    virtual_account: account
      ? {
          bank_name: account.bank_name,
          account_no: masked(account.account_no_last4),
          account_name: account.account_name,
        }
      : null,
  };
}
