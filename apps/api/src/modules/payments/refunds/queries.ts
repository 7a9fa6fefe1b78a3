import * as calls from "@manilla/contract/payments/refunds";
import { badge } from "@manilla/contract/badges";
import { type BillKind, bringsToken } from "@manilla/contract/payments/bill-kinds";
import {
  paymentClaims,
  type PaymentClaim,
  recallSteps,
  refundCauses,
  type RefundCause,
} from "@manilla/contract/payments/refund-words";
import type { RecallState } from "@manilla/contract/payments/recall-states";
import { date, sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import type { Context } from "../../../house/app.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { refundedAlone } from "./deciding.ts";
import { CREDITED, RECALL, recallOf } from "./recalling.ts";
import { abilitiesOf } from "./rules.ts";

type Row = z.output<typeof calls.listAll.row>;
type Detail = z.output<typeof calls.find.response>;

const KIND = "(case when r.bill_id is null then 'transfer' else 'bill' end)";
const IS_LATE = "is_late(r)";
const FROM = "refund_cases r join users u on u.id = r.user_id left join bills b on b.id = r.bill_id";
const SELECT = `
  r.id, ${KIND} as kind, coalesce(r.bill_id, r.transfer_id) as payment_id, r.reference, r.user_id, u.full_name as person,
  r.what, r.cause, r.claim, r.status, r.amount_kobo, r.refunded_kobo, r.paid_at, r.due_at, ${IS_LATE} as is_late,
  r.status = 'open' and (r.approval_id is not null or b.approval_id is not null) as is_waiting, r.version,
  exists (select 1 from claim_credits c where c.case_id = r.id) as has_credit
`;
const cases = defineList(calls.listAll, {
  from: FROM,
  rows_of: "refund_cases r join users u on u.id = r.user_id",
  select: SELECT,
  columns: { kind: KIND, is_late: IS_LATE },
  id: "r.id",
  search: ["folded(r.reference)", "folded(u.full_name)", "folded(r.what)"],
});

export const listOf = (context: Context) =>
  cases.scoped(sql`true`, undefined, (row: Row) => abilitiesOf(row, context.session.user_id));

interface Payment extends Omit<Detail["payment"], "brings_token"> {
  subject_id: string;
  bill_kind: BillKind | null;
  service: string | null;
}
/** The payment itself, as it is now. */
async function paymentOf(db: Database, { kind, payment_id }: Pick<Row, "kind" | "payment_id">): Promise<Payment> {
  const { rows } =
    kind === "bill"
      ? await sql<Payment>`
          select b.id as subject_id, b.kind as bill_kind, b.service, b.status, b.provider, b.customer_no as number,
            b.amount_kobo, b.fee_kobo, b.vat_kobo, 0::bigint as stamp_duty_kobo, b.total_kobo, b.refunded_kobo,
            b.provider_reference, b.sent_at, b.asked_times, b.failure,
            case when b.status in ('sent', 'unknown') then b.next_question_at end as next_question_at
          from bills b
          where b.id = ${payment_id}
        `.execute(db)
      : await sql<Payment>`
          select coalesce(p.id, t.id) as subject_id, null as bill_kind, null as service, t.status,
            t.bank_name as provider, t.account_no_last4 as number, t.amount_kobo, t.fee_kobo, t.vat_kobo,
            t.stamp_duty_kobo, t.total_kobo, t.refunded_kobo, p.provider_reference,
            coalesce(p.sent_at, t.settled_at) as sent_at, coalesce(p.asked_times, 0) as asked_times,
            coalesce(t.failure, p.failure) as failure,
            case when p.status in ('sent', 'unknown') then p.next_question_at end as next_question_at
          from transfers t
          left join payouts p on p.id = t.payout_id
          where t.id = ${payment_id}
        `.execute(db);
  const payment = rows[0]!;
  return kind === "bill" ? payment : { ...payment, number: masked(payment.number) };
}

async function answersOf(db: Database, subject_id: string): Promise<Detail["answers"]> {
  const { rows } = await sql<Detail["answers"][number]>`
    select id, provider, question, outcome, words, answered_at
    from provider_answers
    where subject_id = ${subject_id}
    order by answered_at desc, id desc
    limit 100
  `.execute(db);
  return rows;
}

async function postingsOf(db: Database, { kind, payment_id }: Pick<Row, "kind" | "payment_id">) {
  const { rows } = await sql<Detail["postings"][number]>`
    select p.transaction_id || '-' || p.number as id, t.description, coalesce(a.name, a.code) as account, p.amount_kobo,
      t.recorded_at as booked_at
    from ledger.transactions t
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where t.metadata @> ${JSON.stringify({ [`${kind}_id`]: payment_id })}::jsonb
    order by t.recorded_at, p.amount_kobo desc
  `.execute(db);
  return rows;
}

/** Both machines in one line of time: what happened to the payment, and what was decided about the case. */
async function timelineOf(db: Database, { kind, payment_id, id }: Pick<Row, "kind" | "payment_id" | "id">) {
  const { rows } = await sql<{
    id: string;
    noun: string;
    to_state: string;
    reason: string | null;
    who: string;
    happened_at: Date;
  }>`
    select id::text, noun, to_state, reason, actor_name as who, happened_at
    from transitions
    where (noun = ${kind} and subject_id = ${payment_id}) or (noun = 'refundCase' and subject_id = ${id})
    order by happened_at desc, id desc
  `.execute(db);
  return rows.map(({ noun, to_state, reason, ...entry }): Detail["timeline"][number] => ({
    ...entry,
    kind: noun === "refundCase" ? "decisions" : "changes",
    words: noun === "refundCase" ? `Case: ${badge("refund_case", to_state).label}` : badge(kind, to_state).label,
    detail: reason,
  }));
}

/** One case with the evidence of both sides. @throws NotFound */
export async function caseOnDesk({ db, session }: Context, id: string): Promise<Detail> {
  type Found = Omit<Row, "abilities"> &
    Pick<Detail, "statement" | "decision_reason" | "slip_id" | "recall" | "credited_kobo">;
  const { rows } = await sql<Found>`
    select ${sql.raw(SELECT)}, r.statement, r.decision_reason, r.slip_id, ${RECALL} as recall,
      ${CREDITED} as credited_kobo
    from ${sql.raw(FROM)}
    where r.id = ${id}
  `.execute(db);
  const row = rows[0];
  if (!row) throw new NotFound("This case");
  const { subject_id, bill_kind, service, ...payment } = await paymentOf(db, row);
  const [answers, postings, timeline, limit, alone] = await Promise.all([
    answersOf(db, subject_id),
    postingsOf(db, row),
    timelineOf(db, row),
    readSetting(db, "refund_alone_kobo"),
    refundedAlone(db, session.user_id, row.user_id),
  ]);
  const left = BigInt(limit) - alone;
  return {
    ...row,
    recall: recallOf(row.recall),
    abilities: abilitiesOf(row, session.user_id),
    payment: { ...payment, brings_token: bill_kind !== null && bringsToken(bill_kind, service ?? "") },
    alone_left_kobo: left > 0n ? left : 0n,
    answers,
    postings,
    timeline,
  };
}

/** What the second person sees of a case. */
export async function factsShown(db: Database, case_id: string): Promise<{ label: string; value: string }[]> {
  const { rows } = await sql<{
    cause: RefundCause;
    claim: PaymentClaim | null;
    statement: string | null;
    outcome: string | null;
    answered_at: Date | null;
    whose: string;
    paid: string;
    bank_name: string | null;
    account_no: string | null;
    recall: RecallState | null;
  }>`
    select r.cause, r.claim, r.statement, a.outcome, a.answered_at, coalesce(c.name, u.full_name) as whose,
      case when t.is_confidential then 'A salary' else r.what end as paid, t.bank_name,
      case when not t.is_confidential then t.account_no_last4 end as account_no, k.status as recall
    from refund_cases r
    join users u on u.id = r.user_id
    left join transfers t on t.id = r.transfer_id
    left join companies c on c.id = t.company_id
    left join transfer_recalls k on k.transfer_id = r.transfer_id
    left join lateral (
      select outcome, answered_at
      from provider_answers
      where subject_id = coalesce(r.bill_id, t.payout_id)
      order by answered_at desc, id desc
      limit 1
    ) a on true
    where r.id = ${case_id}
  `.execute(db);
  const { cause, claim, statement, outcome, answered_at, whose, paid, bank_name, account_no, recall } = rows[0]!;
  return [
    { label: "Paid from the wallet of", value: whose },
    { label: "To", value: [paid, bank_name, masked(account_no)].filter(Boolean).join(", ") },
    { label: "On the desk because", value: refundCauses[cause] },
    ...(claim ? [{ label: "The payer says", value: `${paymentClaims[claim]}. ${statement ?? ""}`.trim() }] : []),
    ...(recall ? [{ label: "Recall", value: recallSteps[recall] }] : []),
    ...(outcome && answered_at ? [{ label: "Last answer", value: `${sentence(outcome)}, ${date(answered_at)}` }] : []),
  ];
}
