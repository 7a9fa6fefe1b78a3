/** Repayments as the provider's staff see and receive them (C103 to C110); a person's own part: own-repayments.ts, same noun. */
import { z } from "zod";
import { receiptPurposes } from "../money/purposes.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { batchAnswer } from "./disbursements.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { evidence, reasonAndPaper } from "../money/slips.ts";
import { kobo, positiveKobo } from "../money.ts";
import { reason } from "../reasons.ts";
import {
  chargeAnswer,
  excess,
  person,
  receiptRow,
  received,
  repaymentRow,
  slipReference as reference,
} from "./repayment-rows.ts";
import { loanStates } from "./loan-states.ts";
import { repaymentStates } from "./repayment-states.ts";
import { businessDate, counted, moment } from "../time.ts";
import { unsorted } from "../page.ts";

export * from "./loan-endings.ts";
export * from "./rescheduling.ts";
export * from "./own-repayments.ts";
export * from "./company-repayments.ts";
export * from "./credit-refunds.ts";
export { chargeAnswer, receiptRow, received, repaymentRow };

const note = z.string().trim().max(500).optional();
/** Recorded, or what a second person decides. */
const recordedOrAsked = z.union([secondPersonAsked, received]);

/** Repayments of everybody (screen R115, R119). */
export const listAll = list("/admin/personal/repayments", {
  spec: "added",
  because: "R115 lists instalments.",
  summary: "Repayments: what is scheduled, due, overdue and paid",
  can: ["provider:can_view_repayments", "provider:can_view_loan_repayments"],
  row: repaymentRow,
  search: ["loan reference", "customer"],
  filters: {
    status: { kind: "choice", options: repaymentStates.states },
    due_on: "date",
    days_past_due: { kind: "number", label: "Days past due" },
    user_id: "id",
    loan_id: "id",
    has_card: { kind: "boolean", label: "Has a card" },
  },
  sorts: ["due_on", "days_past_due", "total_kobo", "outstanding_kobo"],
  unsorted: unsorted("part", "paid_kobo", "principal_kobo", "interest_kobo", "fees_kobo", "penalty_kobo"),
  ranges: ["due_on", "paid_on"],
  default_sort: "due_on",
});

export const defaultRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  customer: person,
  phone: z.string().nullable(),
  product: z.string(),
  status: z.enum(loanStates.states),
  days_past_due: z.int(),
  arrears_bucket: z.string(),
  overdue_kobo: kobo,
  outstanding_principal_kobo: kobo,
  oldest_due_on: z.string().nullable(),
  last_paid_on: z.string().nullable(),
  last_failure: z.string().nullable(),
  /** How often the card was tried for the instalment that has failed most. */
  collection_attempts: z.int(),
  is_non_performing: z.boolean(),
  has_card: z.boolean(),
  /** What the borrower promised last. */
  promised_on: z.string().nullable(),
  promised_kobo: kobo.nullable(),
  is_promise_broken: z.boolean(),
  /** On which day the borrower is called again, as the newest contact says; and whether that day has come. */
  call_again_on: z.string().nullable(),
  is_call_due: z.boolean(),
  /** The borrower asks for time, and nobody has answered. */
  asks_for_time: z.boolean(),
  assigned_to: person.nullable(),
});

/** C103. */
export const defaults = list("/admin/personal/repayments/defaults", {
  spec: "C103",
  summary: "Loans that are behind, the latest first",
  can: ["provider:can_view_loans"],
  row: defaultRow,
  search: ["loan reference", "customer"],
  filters: {
    arrears_bucket: { kind: "choice", options: ["1-30", "31-60", "61-90", "91+"] },
    days_past_due: { kind: "number", label: "Days past due" },
    overdue_kobo: "kobo",
    product: "text",
    status: { kind: "choice", options: ["running", "past_due", "stop_requested", "charged_off"] },
    user_id: "id",
    assigned_to: { kind: "id", label: "With" },
    promised_on: { kind: "date", label: "Promised" },
    call_again_on: { kind: "date", label: "Call again" },
    collection_attempts: { kind: "number", label: "Times tried" },
    asks_for_time: { kind: "boolean", label: "Asks for time" },
  },
  sorts: ["days_past_due", "overdue_kobo", "outstanding_principal_kobo"],
  unsorted: unsorted("newest", "last_paid_on", "promised_on", "promised_kobo", "call_again_on", "oldest_due_on"),
  ranges: ["disbursed_on"],
  default_sort: "-days_past_due",
});

const countAndKobo = z.object({ count: z.int(), amount_kobo: kobo });

/** C104. By default the business month. */
export const statistics = get("/admin/personal/repayments/statistics", {
  spec: "C104",
  summary: "Amounts due, received and overdue, by month and channel",
  can: ["provider:can_view_repayments"],
  query: z.strictObject({
    rangeStart: businessDate.optional(),
    rangeEnd: businessDate.optional(),
    user_id: z.uuid().optional(),
  }),
  response: z.object({
    ...counted,
    business_date: z.string(),
    from: z.string(),
    to: z.string(),
    due: countAndKobo,
    collected_of_due_kobo: kobo,
    collection_rate_percent: z.string(),
    received: countAndKobo,
    /** In as many days before those. */
    received_before_kobo: kobo,
    overdue: countAndKobo,
    by_status: z.array(countAndKobo.extend({ status: z.string() })),
    by_channel: z.array(countAndKobo.extend({ channel: z.string() })),
    by_month: z.array(z.object({ month: z.string(), due_kobo: kobo, paid_kobo: kobo })),
    automatic_debits: z.object({ attempted: z.int(), succeeded: z.int(), unknown: z.int() }),
  }),
});

const receiptList = {
  search: ["reference"],
  filters: {
    channel: {
      kind: "choice",
      options: ["card", "direct_debit", "bank_transfer", "staff", "credit_balance", "import", "salary_deduction"],
    },
    purpose: { kind: "choice", options: receiptPurposes },
    amount_kobo: "kobo",
    received_on: "date",
    loan_id: "id",
    user_id: "id",
    is_reversed: "boolean",
  },
  sorts: ["received_at", "received_on", "amount_kobo", "credit_kobo"],
  ranges: ["received_on"],
  default_sort: "-received_at",
} as const;

export const listReceipts = list("/admin/personal/repayments/receipts", {
  spec: "added",
  because: "Finance sees every receipt and what it paid.",
  summary: "Every receipt, with what it paid",
  can: ["provider:can_view_repayments"],
  row: receiptRow,
  ...receiptList,
});

/** C109. `{id}` is the person. */
export const wallet = get("/admin/personal/repayments/wallet/{id}", {
  spec: "C109",
  summary: "A person's repayment wallet: credit balance and totals",
  can: ["provider:can_view_repayments"],
  params: idParams,
  response: z.object({
    customer: person,
    credit_balance_kobo: kobo,
    due_kobo: kobo,
    overdue_kobo: kobo,
    outstanding_principal_kobo: kobo,
    paid_kobo: kobo,
    next_due_on: z.string().nullable(),
    virtual_account: z
      .object({ bank_name: z.string(), account_no: z.string().nullable(), account_name: z.string() })
      .nullable(),
    cards: z.int(),
    loans: z.array(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        status: z.string(),
        outstanding_principal_kobo: kobo,
        overdue_kobo: kobo,
        days_past_due: z.int(),
      }),
    ),
    /** Credit that was paid back, or is on its way; the newest first. */
    refunds: z.array(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        status: z.string(),
        amount_kobo: kobo,
        created_at: moment,
        needs_review: z.boolean(),
        failure: z.string().nullable(),
      }),
    ),
  }),
});

/** C110. */
export const walletHistory = list("/admin/personal/repayments/wallet/{id}/history", {
  spec: "C110",
  summary: "What a person has paid, with what each payment paid",
  can: ["provider:can_view_repayments"],
  params: idParams,
  row: receiptRow,
  ...receiptList,
});

/** C105. `due` = everything due on the loan of this repayment; `loan` = the whole loan, by its settlement quote. */
export const settle = post("/admin/personal/repayments/{id}/settle", {
  spec: "C105",
  summary: "Settle what is due, or the whole loan",
  can: ["provider:can_settle_repayment"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({
    scope: z.enum(["due", "loan"]).default("due"),
    source: z.enum(["credit_balance", "received_outside"]).default("received_outside"),
    reference: reference.optional(),
    /** What the screen showed; another figure in the meantime is refused (409). */
    amount_kobo: positiveKobo.optional(),
    note,
    ...evidence,
  }),
  response: recordedOrAsked,
});

/** C106. */
export const payFraction = post("/admin/personal/repayments/{id}/pay-fraction", {
  spec: "C106",
  summary: "Record a part that was received",
  can: ["provider:can_settle_repayment"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({ amount_kobo: positiveKobo, reference, note, excess: excess.optional(), ...evidence }),
  response: recordedOrAsked,
});

/** C107. Takes what the default card gives, up to what is due. */
export const partialDebit = post("/admin/personal/repayments/{id}/partial-debit", {
  spec: "C107",
  summary: "Try to collect what the card will give",
  can: ["provider:can_settle_repayment"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({ amount_kobo: positiveKobo.optional() }),
  response: chargeAnswer,
});

/** C108. */
export const settleMany = post("/admin/personal/repayments/settle-many", {
  spec: "C108",
  summary: "Ask that many repayments be recorded as received, each with its verdict",
  can: ["provider:can_settle_repayment"],
  effect: "moves_money",
  body: z.strictObject({
    repayment_ids: z
      .array(z.uuid({ error: "this field must be an id" }))
      .min(1, { error: "choose at least one" })
      .max(500, { error: "at most 500 at once" }),
    reference,
    note,
    // One slip for the list: a salary list is one paper.
    ...evidence,
  }),
  response: batchAnswer,
});

export const backDate = post("/admin/personal/repayments/{id}/back-date", {
  spec: "added",
  because: "Money received earlier must end its penalty and interest on its own day.",
  summary: "Ask that money of an earlier day be recorded with that day (a second person decides)",
  can: ["provider:can_settle_repayment"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({
    amount_kobo: positiveKobo,
    reference,
    received_on: businessDate,
    excess: excess.optional(),
    reason,
    slip_id: evidence.slip_id,
  }),
  response: secondPersonAsked,
});

export const waive = post("/admin/personal/repayments/{id}/waive", {
  spec: "added",
  because: "Business-rules §4 charges penalties, and an owner must be able to forgive one.",
  summary: "Ask that a penalty or a fee of an instalment be waived (a second person decides)",
  can: ["provider:can_write_off_loans"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({
    component: z.enum(["penalty", "fees"]),
    amount_kobo: positiveKobo,
    reason,
    slip_id: evidence.slip_id,
  }),
  response: secondPersonAsked,
});

export const reverseReceipt = post("/admin/personal/repayments/receipts/{id}/reverse", {
  spec: "added",
  because: "A receipt by mistake is mirrored, never deleted.",
  summary: "Ask that a receipt be reversed (a second person decides)",
  can: ["provider:can_delete_repayments"],
  effect: "moves_money",
  params: idParams,
  body: reasonAndPaper,
  response: secondPersonAsked,
});
