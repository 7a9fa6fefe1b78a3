import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { disbursementRooms } from "../permissions.ts";
import { reason } from "../reasons.ts";
import { loanStates } from "./loan-states.ts";
import { payoutStates } from "../money/payout-states.ts";
import { counted, moment } from "../time.ts";
import { timelineEntry } from "../timeline.ts";
import { paidTo } from "../platform/approvals.ts";
import { payoutPurposes } from "../money/purposes.ts";
import { reconciliationStates } from "../money/reconciliation-states.ts";

/** A loan's stage on its way to the customer's account. */
export const disbursementStages = [
  "ready",
  "awaiting_approval",
  "on_its_way",
  "unknown",
  "needs_review",
  "paid",
  "returning",
  "failed",
  "reversed",
] as const;

export const payoutSummary = z.object({
  id: z.uuid(),
  status: z.enum(payoutStates.states),
  reference: z.string(),
  approval_id: z.uuid().nullable(),
  failure: z.string().nullable(),
  sent_at: moment.nullable(),
  asked_at: moment.nullable(),
  asked_times: z.int(),
  needs_review_at: moment.nullable(),
  settled_on: z.string().nullable(),
});

/** A loan that can be paid out, or its latest payout. `id` is the loan's. */
export const disbursementRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  customer: z.object({ id: z.uuid(), name: z.string() }),
  product: z.string(),
  product_kind: z.string(),
  loan_status: z.enum(loanStates.states),
  stage: z.enum(disbursementStages),
  principal_kobo: kobo,
  payout_kobo: kobo,
  bank_name: z.string().nullable(),
  account_no: z.string().nullable(),
  account_name: z.string().nullable(),
  bank_account_status: z.string(),
  accepted_at: moment.nullable(),
  payout: payoutSummary.nullable(),
  /** Why it cannot be paid out now; null when it can. */
  why_not: z.string().nullable(),
});

/** One payout, of a loan or of a credit balance, with all that is known of it. */
export const payoutDetail = payoutSummary.extend({
  purpose: z.enum(payoutPurposes),
  customer: z.object({ id: z.uuid(), name: z.string(), phone: z.string().nullable() }),
  amount_kobo: kobo,
  fees_kobo: kobo,
  ...paidTo,
  made_by: z.string().nullable(),
  created_at: moment,
  next_question_at: moment.nullable(),
  provider_reference: z.string().nullable(),
  /** Its loan as the list of disbursements has it, with the loan's latest payout; null for a refund. */
  loan: disbursementRow.nullable(),
  /** All payouts for the same loan or refund, the newest first. */
  attempts: z.array(
    payoutSummary
      .pick({ id: true, status: true, reference: true, failure: true, needs_review_at: true })
      .extend({ created_at: moment }),
  ),
  /** What the bank's statement must show of it, and does. */
  expected: z.array(z.object({ id: z.uuid(), subject_type: z.string(), status: z.enum(reconciliationStates.states) })),
  /** A request about it that a second person has yet to decide. */
  pending: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  entries: z.array(timelineEntry),
});

/** Loans ready for payout, and payouts (screen R110). */
export const listAll = list("/admin/personal/disbursements", {
  spec: "added",
  because: "R110 lists what C088 disburses.",
  summary: "Loans that can be paid out, and the outcome of payouts",
  can: disbursementRooms,
  row: disbursementRow,
  search: ["reference", "customer"],
  filters: {
    stage: { kind: "choice", options: disbursementStages },
    loan_status: { kind: "choice", label: "Loan", options: loanStates.states },
    payout_status: { kind: "choice", label: "Payout", options: payoutStates.states },
    product: "text",
    product_kind: { kind: "choice", label: "Kind", options: ["personal", "pay", "credit-card", "device", "business"] },
    principal_kobo: { kind: "kobo", label: "Amount" },
    settled_on: { kind: "date", label: "Paid out" },
    user_id: "id",
  },
  sorts: ["accepted_at", "principal_kobo", "payout_kobo"],
  ranges: ["accepted_at"],
  default_sort: "-accepted_at",
});

/** Where the money of an accepted offer is, as far as the one who waits for it needs to know. */
export const ownDisbursementStages = ["waiting", "on_its_way", "paid"] as const;

/** A disbursement as the borrower sees it. `id` is the loan's. */
export const ownDisbursementRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  customer: z.object({ id: z.uuid(), name: z.string() }),
  product: z.string(),
  stage: z.enum(ownDisbursementStages),
  principal_kobo: kobo,
  payout_kobo: kobo,
  accepted_at: moment.nullable(),
  disbursed_on: z.string().nullable(),
  bank_name: z.string().nullable(),
  account_no: z.string().nullable(),
  payout_reference: z.string().nullable(),
});

/** The same as the borrower's company sees it, without the account that it went to. */
export const employeeDisbursementRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  employee: ownDisbursementRow.shape.customer,
  ...ownDisbursementRow.omit({ id: true, reference: true, customer: true }).shape,
});

const ownList = {
  search: ["reference"],
  filters: {
    stage: { kind: "choice", options: ownDisbursementStages },
    product: "text",
    principal_kobo: "kobo",
    disbursed_on: { kind: "date", label: "Paid out" },
  },
  sorts: ["accepted_at", "disbursed_on", "principal_kobo", "payout_kobo"],
  ranges: ["accepted_at"],
  default_sort: "-accepted_at",
} as const;

/** One's own disbursements (R110 of customers). */
export const listOwn = list("/personal/loans/disbursements", {
  spec: "added",
  because: "R110 for customers (A84).",
  summary: "Where the money of one's own accepted offers is",
  can: ["personal:can_view_loan_disbursements"],
  row: ownDisbursementRow,
  ...ownList,
});

/** The same of a company's employees (R110 of companies); nothing is decided there. */
export const listOfCompany = list("/companies/loans/disbursements", {
  spec: "added",
  because: "R110 for companies (A84).",
  summary: "What was paid out, and will be, on the loans of the company's employees",
  can: ["company:can_view_loan_disbursements"],
  row: employeeDisbursementRow,
  ...ownList,
  search: ["reference", "employee"],
});

const countAndKobo = z.object({ count: z.int(), amount_kobo: kobo });

export const statistics = get("/admin/personal/disbursements/statistics", {
  spec: "added",
  because: "R109's figures.",
  summary: "Disbursements ready, under way, and settled by day",
  can: disbursementRooms,
  response: z.object({
    ...counted,
    stages: z.array(countAndKobo.extend({ stage: z.enum(disbursementStages) })),
    paid_today: countAndKobo,
    paid_this_month: countAndKobo,
    /** The last 31 business days. */
    by_day: z.array(countAndKobo.extend({ day: z.string() })),
    /** In the 31 before those. */
    paid_before_kobo: kobo,
  }),
});

/** The verdict on one row of a batch, in the order it was asked. */
export const batchItem = z.object({
  id: z.uuid(),
  reference: z.string().nullable(),
  customer: z.string().nullable(),
  amount_kobo: kobo.nullable(),
  verdict: z.enum(["ready", "refused"]),
  reason: z.string().nullable(),
  /** Why, for programs, where the words may change. */
  code: z.enum(["awaiting_return"]).optional(),
});

export const batchAnswer = z.object({
  /** The request that waits for a second person; null when no row was ready. */
  approval_id: z.uuid().nullable(),
  ready: z.int(),
  refused: z.int(),
  amount_kobo: kobo,
  items: z.array(batchItem),
});

const loanIds = z
  .array(z.uuid({ error: "this field must be an id" }))
  .min(1, { error: "choose at least one" })
  .max(500, { error: "at most 500 at once" });

/** C088. Makes the payouts and asks a second person; nothing is sent before they agree. */
export const disburseMany = post("/admin/personal/loans/disburse-many", {
  spec: "C088",
  summary: "Ask that accepted loans be paid out, each with its verdict",
  can: ["provider:can_disburse_loans"],
  effect: "moves_money",
  step_up: true,
  body: z.strictObject({ loan_ids: loanIds, reason: reason.optional() }),
  response: batchAnswer,
});

/** C089. The product's own pay loans. */
export const disburseManyPay = post("/admin/personal/loans/pay/disburse-many", {
  spec: "C089",
  summary: "The same for pay loans",
  can: ["provider:can_disburse_loans"],
  effect: "moves_money",
  step_up: true,
  body: z.strictObject({ loan_ids: loanIds, reason: reason.optional() }),
  response: batchAnswer,
});

/** C090. What was repaid becomes customer credit, and the money is expected back; a payout that the provider never knew can be given up the same way. */
export const undisburseMany = post("/admin/personal/loans/undisburse-many", {
  spec: "C090",
  summary: "Ask that disbursements be taken back, each with its verdict",
  can: ["provider:can_undisburse_loans"],
  effect: "moves_money",
  step_up: true,
  body: z.strictObject({ loan_ids: loanIds, reason }),
  response: batchAnswer,
});

export const payout = get("/admin/personal/payouts/{id}", {
  spec: "added",
  because: "A payout is worked from a page of its own (N05).",
  summary: "One payout: its state, account, attempts, and all that happened",
  can: disbursementRooms,
  params: idParams,
  response: z.object({ payout: payoutDetail }),
});

export const queryPayout = post("/admin/personal/payouts/{id}/query", {
  spec: "added",
  because: "A person asks about an unknown payout without waiting for the next question.",
  summary: "Ask the provider again for the outcome of a payout",
  can: ["provider:can_disburse_loans", "provider:can_view_loan_disbursements"],
  effect: "sends",
  params: idParams,
  response: z.object({ payout: payoutSummary }),
});
