/** What loans tell: in their own timeline their states, instalments and money, and in their borrower's how they went. */
import { badge } from "@manilla/contract/badges";
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { TimelineSource, TimelineSubjects, Timelines } from "../../../house/timelines.ts";
import { auditTold, stateInWords } from "../../platform/audit/index.ts";
import { statesTold } from "../../platform/states/index.ts";

type Loan = TimelineSubjects["loan"];

const CHANNELS: Readonly<Record<string, string>> = {
  card: "by card",
  direct_debit: "by direct debit",
  bank_transfer: "by bank transfer",
  staff: "recorded by hand",
  credit_balance: "from the credit balance",
  import: "from an import",
};

const receipts: Omit<TimelineSource<Loan>, "name" | "at" | "of" | "says"> = {
  kind: "money",
  from: "receipts x left join users u on u.id = x.recorded_by",
  id: "x.id",
  what: "x.channel",
  amount: "x.amount_kobo",
  data: "json_build_object('reference', x.reference)",
  page: ({ data }, may) =>
    may("provider:can_view_repayments") && `/admin/repayments/receipts?search=${String(data?.reference)}`,
};
const LOAN = "json_build_object('loan_id', l.id, 'from', t.from_state, 'to', t.to_state)";
const loanPage = ({ data }: { data: Record<string, unknown> | null }): string =>
  `/admin/loans/${String(data?.loan_id)}`;

export const ofLoans: Timelines = {
  loan: [
    statesTold("loan", (to) => badge("loan", to).label),
    statesTold("repayment", (to, _, number) => `Instalment ${number}: ${badge("repayment", to).label.toLowerCase()}`, {
      from: "repayments r join transitions t on t.subject_id = r.id",
      of: ({ id }) => sql`
        r.loan_id = ${id} and t.noun = 'repayment' and t.to_state in ('overdue', 'paid', 'waived', 'deferred')
      `,
      what: "r.number",
    }),
    {
      ...receipts,
      name: "receipt",
      at: "x.received_at",
      detail: "x.note",
      who: "u.full_name",
      of: ({ id }) => sql`x.loan_id = ${id}`,
      says: ({ what, amount_kobo }) => `Received ${naira(amount_kobo!)} ${CHANNELS[what] ?? ""}`.trim(),
    },
    {
      ...receipts,
      name: "reversal",
      at: "x.reversed_at",
      detail: "x.reversal_reason",
      of: ({ id }) => sql`x.loan_id = ${id}`,
      says: ({ amount_kobo }) => `Receipt of ${naira(amount_kobo!)} reversed`,
    },
    {
      name: "payout",
      kind: "money",
      from: "payouts o",
      of: ({ id }) => sql`o.subject_id = ${id}`,
      id: "o.id",
      at: "coalesce(o.settled_at, o.created_at)",
      what: "o.status",
      detail: "o.failure",
      amount: "o.amount_kobo",
      data: "json_build_object('id', o.id)",
      says: ({ what, amount_kobo }) => `Payout of ${naira(amount_kobo!)}: ${badge("payout", what).label.toLowerCase()}`,
      page: ({ data }, may) => may("provider:can_view_loan_disbursements") && `/admin/payments/${String(data?.id)}`,
    },
  ],
  person: [
    // Marks are no states: the two verifications are in the loan's audit records.
    auditTold("loan", {
      name: "loan_act",
      can: ["provider:can_view_loans"],
      from: "loans l join audit_records r on r.subject_type = 'loan' and r.subject_id = l.id::text",
      of: ({ id }) => sql`l.user_id = ${id}`,
      what: "r.action || ' ' || l.reference",
      page: ({ data }) => `/admin/loans/${String(data?.subject_id)}`,
    }),
    statesTold(
      "loan",
      (to, from, reference) => `Loan ${reference}: ${from ? `${stateInWords(from)} → ` : ""}${stateInWords(to)}`,
      {
        kind: "decisions",
        can: ["provider:can_view_loans"],
        from: "loans l join transitions t on t.subject_id = l.id and t.noun = 'loan'",
        of: ({ id }) => sql`l.user_id = ${id}`,
        what: "l.reference",
        data: LOAN,
        page: loanPage,
      },
    ),
  ],
};
