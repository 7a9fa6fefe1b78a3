import * as calls from "@manilla/contract/lending/disbursements";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { masked } from "../../../field-encryption.ts";
import { defineList } from "../../../db/list.ts";
import { findRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { businessDate } from "../../platform/states/index.ts";

type Row = z.output<typeof calls.disbursementRow>;
type Summary = z.output<typeof calls.payoutSummary>;

/** A payout inside JSON: moments come as text. */
type PayoutJson = Omit<Summary, "sent_at" | "asked_at" | "needs_review_at"> &
  Record<"sent_at" | "asked_at" | "needs_review_at", string | null>;
interface Raw extends Omit<Row, "payout" | "account_no" | "why_not"> {
  account_no_last4: string | null;
  is_blacklisted: boolean;
  payout: PayoutJson | null;
}

const FROM = `
  loans l
  join users u on u.id = l.user_id
  join loan_products p on p.id = l.product_id
  join profiles f on f.user_id = l.user_id
  left join lateral (select * from payouts x where x.subject_id = l.id order by x.created_at desc limit 1) o on true
`;
const STAGE = `
  case
    when l.status = 'accepted'
      and (o.id is null or o.status in ('failed', 'reversed')) then (
        case
          when o.status = 'failed' and o.settled_at > l.accepted_at then 'failed'
          when o.status = 'reversed' then 'reversed'
          else 'ready'
        end
      )
    when o.status in ('created', 'awaiting_approval') then 'awaiting_approval'
    when o.status in ('approved', 'sent') then 'on_its_way'
    when o.status = 'unknown' then (case when o.needs_review_at is not null then 'needs_review' else 'unknown' end)
    when o.status = 'success' then 'paid'
    when o.status = 'returning' then 'returning'
    when o.status = 'reversed' then 'reversed'
    when o.status = 'failed' then 'failed'
    else 'ready'
  end
`;
const OPEN_PAYOUT = "o.id is not null and o.status not in ('failed', 'reversed')";
const SELECT = `
  l.id, l.reference, json_build_object('id', u.id, 'name', u.full_name) as customer,
  p.name as product, p.kind as product_kind, l.status as loan_status, ${STAGE} as stage, l.principal_kobo,
  l.principal_kobo - l.upfront_fees_kobo as payout_kobo,
  case when ${OPEN_PAYOUT} then o.bank_name else f.bank_name end as bank_name,
  case when ${OPEN_PAYOUT} then o.account_no_last4 else f.account_no_last4 end as account_no_last4,
  case when ${OPEN_PAYOUT} then o.account_name else f.account_name end as account_name, f.bank_account_status,
  l.accepted_at, u.is_blacklisted,
  case
    when o.id is not null then json_build_object(
      'id', o.id, 'status', o.status, 'reference', o.reference, 'approval_id', o.approval_id, 'failure', o.failure,
      'sent_at', o.sent_at, 'asked_at', o.asked_at, 'asked_times', o.asked_times, 'needs_review_at',
      o.needs_review_at, 'settled_on', o.settled_on
    )
  end as payout
`;

function whyNot(row: Raw): string | null {
  if (row.loan_status !== "accepted")
    return row.loan_status === "disbursing"
      ? "It is in a batch or on its way."
      : `The loan is ${row.loan_status.replaceAll("_", " ")}.`;
  if (row.payout?.status === "returning") return "Its last payout is on its way back.";
  if (row.is_blacklisted) return "The customer is blacklisted.";
  if (!row.account_no_last4) return "The customer has no bank account with us.";
  return row.bank_account_status === "verified"
    ? null
    : `The bank account is not verified (${row.bank_account_status}).`;
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
const summaryOf = (payout: PayoutJson): Summary => ({
  ...payout,
  sent_at: toDate(payout.sent_at),
  asked_at: toDate(payout.asked_at),
  needs_review_at: toDate(payout.needs_review_at),
});

const rowOf = ({ account_no_last4, is_blacklisted, payout, ...row }: Raw): Row => ({
  ...row,
  account_no: masked(account_no_last4),
  payout: payout && summaryOf(payout),
  why_not: whyNot({ account_no_last4, is_blacklisted, payout, ...row }),
});

export const disbursementList = defineList<typeof calls.listAll, Raw>(calls.listAll, {
  from: FROM,
  select: SELECT,
  id: "l.id",
  columns: { payout_status: "o.status", settled_on: "o.settled_on", user_id: "l.user_id" },
  search: ["lower(l.reference)", "u.search_text"],
  map: rowOf,
});

/** One row of the list, at any stage. */
export async function disbursementOf(db: Database, loan_id: string): Promise<Row | undefined> {
  const { rows } = await sql<Raw>`
    select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where l.id = ${loan_id}
  `.execute(db);
  return rows[0] && rowOf(rows[0]);
}

const OWN_FROM = "loans l join users u on u.id = l.user_id join loan_products p on p.id = l.product_id";
const OWN_STAGE =
  "case when l.disbursed_on is not null then 'paid' when l.status = 'disbursing' then 'on_its_way' else 'waiting' end";
/** The borrower is the provider's customer and the company's employee. */
const ownSelectOf = (whom: "customer" | "employee"): string => `
  l.id, l.reference, json_build_object('id', u.id, 'name', u.full_name) as ${whom},
  p.name as product, ${OWN_STAGE} as stage, l.principal_kobo, l.principal_kobo - l.upfront_fees_kobo as payout_kobo,
  l.accepted_at, l.disbursed_on
`;
const OWN_COLUMNS = {
  stage: `(${OWN_STAGE})`,
  product: "p.name",
  principal_kobo: "l.principal_kobo",
  disbursed_on: "l.disbursed_on",
  accepted_at: "l.accepted_at",
};

type OwnRow = z.output<typeof calls.ownDisbursementRow>;

/** The borrower's own, with the account that it went to. */
export const ownDisbursementList = defineList<
  typeof calls.listOwn,
  Omit<OwnRow, "account_no"> & { account_no_last4: string | null }
>(calls.listOwn, {
  from: `
    ${OWN_FROM}
    left join lateral (
      select bank_name, account_no_last4, reference
      from payouts x
      where x.subject_id = l.id and x.status = 'success'
      order by x.created_at desc
      limit 1
    ) o on true
  `,
  select: `${ownSelectOf("customer")}, o.bank_name, o.account_no_last4, o.reference as payout_reference`,
  id: "l.id",
  columns: OWN_COLUMNS,
  search: "lower(l.reference)",
  map: ({ account_no_last4, ...row }) => ({ ...row, account_no: masked(account_no_last4) }),
});

/** Of a company's employees. To which account the money goes is the employee's business. */
export const companyDisbursementList = defineList(calls.listOfCompany, {
  from: OWN_FROM,
  rows_of: "loans l",
  select: `${ownSelectOf("employee")}, null::text as bank_name, null::text as account_no, null::text as payout_reference`,
  id: "l.id",
  columns: OWN_COLUMNS,
  search: ["lower(l.reference)", "u.search_text"],
});

/** Payouts that are ready, under way or settled. */
export const PAYABLE = sql`(l.disbursed_on is not null or l.status in ('accepted', 'disbursing'))`;

/** Everything that was accepted once. */
export const DISBURSABLE = sql`l.accepted_at is not null`;

/** A payout as its row and its screen show it, amounts in kobo. @throws NotFound */
export async function findPayout(db: Database | Tx, id: string): Promise<Summary> {
  const row = await findRow(db, "payouts", id, [
    "id",
    "status",
    "reference",
    "approval_id",
    "failure",
    "sent_at",
    "asked_at",
    "asked_times",
    "needs_review_at",
    "settled_on",
  ]);
  if (!row) throw new NotFound("This payout");
  return row as unknown as Summary;
}

/** Disbursements ready, under way, and settled by day. */
export async function disbursementStatistics(db: Database) {
  const today = await businessDate(db);
  const [stages, days, before] = await Promise.all([
    sql<{ stage: (typeof calls.disbursementStages)[number]; count: bigint; amount_kobo: bigint }>`
      select ${sql.raw(STAGE)} as stage, count(*) as count,
        coalesce(sum(l.principal_kobo - l.upfront_fees_kobo), 0)::bigint as amount_kobo
      from ${sql.raw(FROM)}
      where ${DISBURSABLE}
      group by 1
    `.execute(db),
    sql<{ day: string; count: bigint; amount_kobo: bigint }>`
      select settled_on as day, count(*) as count, sum(amount_kobo)::bigint as amount_kobo
      from payouts
      where purpose = 'loan_disbursement' and status = 'success' and settled_on > ${today}::date - 31
      group by 1
      order by 1
    `.execute(db),
    sql<{ amount_kobo: bigint }>`
      select coalesce(sum(amount_kobo), 0)::bigint as amount_kobo
      from payouts
      where purpose = 'loan_disbursement' and status = 'success' and settled_on > ${today}::date - 62
        and settled_on <= ${today}::date - 31
    `.execute(db),
  ]);
  const plain = (row: { count: bigint; amount_kobo: bigint } | undefined) => ({
    count: Number(row?.count ?? 0n),
    amount_kobo: row?.amount_kobo ?? 0n,
  });
  const thisMonth = days.rows.filter(({ day }) => day.slice(0, 7) === today.slice(0, 7));
  return {
    stages: calls.disbursementStages.map((stage) => ({
      stage,
      ...plain(stages.rows.find((row) => row.stage === stage)),
    })),
    paid_today: plain(days.rows.find(({ day }) => day === today)),
    paid_this_month: {
      count: thisMonth.reduce((sum, row) => sum + Number(row.count), 0),
      amount_kobo: thisMonth.reduce((sum, row) => sum + row.amount_kobo, 0n),
    },
    by_day: days.rows.map((row) => ({ day: row.day, ...plain(row) })),
    paid_before_kobo: before.rows[0]?.amount_kobo ?? 0n,
  };
}
