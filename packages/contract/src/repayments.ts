import { z } from "zod";
import { batchAnswer } from "./disbursements.ts";
import { get, idParams, list, post } from "./endpoint.ts";
import { kobo, positiveKobo } from "./money.ts";
import { loanStates, repaymentStates } from "./states.ts";
import { businessDate, moment } from "./time.ts";

const person = z.object({ id: z.uuid(), name: z.string() });
const reason = z.string().trim().min(3, { error: "this field has to contain at least 3 characters" }).max(500);
const note = z.string().trim().max(500).optional();
/** The slip, transfer or salary list that the money came with; the same reference is received once. */
const reference = z.string().trim().min(3, { error: "this field has to contain at least 3 characters" }).max(60).regex(/^[\w.=/-]+$/, { error: "letters, digits and . = / _ - only" });

/** A scheduled instalment with what is paid of it. */
export const repaymentRow = z.object({
  id: z.uuid(),
  loan: z.object({ id: z.uuid(), reference: z.string(), status: z.enum(loanStates.states) }),
  customer: person,
  number: z.int(),
  due_on: z.string(),
  status: z.enum(repaymentStates.states),
  principal_kobo: kobo,
  interest_kobo: kobo,
  fees_kobo: kobo,
  penalty_kobo: kobo,
  total_kobo: kobo,
  paid_kobo: kobo,
  outstanding_kobo: kobo,
  days_past_due: z.int(),
  paid_on: z.string().nullable(),
  collection_attempts: z.int(),
  next_attempt_on: z.string().nullable(),
  last_failure: z.string().nullable(),
  has_card: z.boolean(),
});

/** Repayments of everybody (screen R115, R119). */
export const listAll = list("/admin/personal/repayments", {
  spec: "added",
  summary: "Repayments: what is scheduled, due, overdue and paid",
  audience: "admin",
  can: ["provider:can_view_repayments", "provider:can_view_loan_repayments"],
  row: repaymentRow,
  list: {
    search: ["loan reference", "customer"],
    filters: {
      status: { kind: "choice", label: "Status", options: repaymentStates.states },
      due_on: { kind: "date", label: "Due" },
      days_past_due: { kind: "number", label: "Days past due" },
      user_id: { kind: "id", label: "Customer" },
      loan_id: { kind: "id", label: "Loan" },
      has_card: { kind: "boolean", label: "Has a card" },
    },
    sorts: ["due_on", "days_past_due"],
    ranges: ["due_on", "paid_on"],
    default_sort: { column: "due_on", order: "asc" },
  },
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
  is_non_performing: z.boolean(),
  has_card: z.boolean(),
});

/** C103. */
export const defaults = list("/admin/personal/repayments/defaults", {
  spec: "C103",
  summary: "Loans that are behind, the latest first",
  audience: "admin",
  can: ["provider:can_view_loans"],
  row: defaultRow,
  list: {
    search: ["loan reference", "customer"],
    filters: {
      arrears_bucket: { kind: "choice", label: "Arrears", options: ["1-30", "31-60", "61-90", "91+"] },
      days_past_due: { kind: "number", label: "Days past due" },
      overdue_kobo: { kind: "kobo", label: "Overdue" },
      product: { kind: "text", label: "Product" },
      status: { kind: "choice", label: "Status", options: ["running", "past_due", "stop_requested", "charged_off"] },
      user_id: { kind: "id", label: "Customer" },
    },
    sorts: ["days_past_due", "overdue_kobo"],
    ranges: ["disbursed_on"],
    default_sort: { column: "days_past_due", order: "desc" },
  },
});

const countAndKobo = z.object({ count: z.int(), amount_kobo: kobo });

/** C104. By default the business month. */
export const statistics = get("/admin/personal/repayments/statistics", {
  spec: "C104",
  summary: "What fell due, what came in, what is overdue, by month and channel",
  audience: "admin",
  can: ["provider:can_view_repayments"],
  query: z.strictObject({ rangeStart: businessDate.optional(), rangeEnd: businessDate.optional(), user_id: z.uuid().optional() }),
  response: z.object({
    from: z.string(),
    to: z.string(),
    due: countAndKobo,
    collected_of_due_kobo: kobo,
    collection_rate_percent: z.string(),
    received: countAndKobo,
    overdue: countAndKobo,
    by_status: z.array(countAndKobo.extend({ status: z.string() })),
    by_channel: z.array(countAndKobo.extend({ channel: z.string() })),
    by_month: z.array(z.object({ month: z.string(), due_kobo: kobo, paid_kobo: kobo })),
    automatic_debits: z.object({ attempted: z.int(), succeeded: z.int(), unknown: z.int() }),
  }),
});

const allocationLine = z.object({ number: z.int(), component: z.enum(["penalty", "fees", "interest", "principal"]), amount_kobo: kobo });

export const receiptRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  customer: person,
  loan: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  amount_kobo: kobo,
  credit_kobo: kobo,
  channel: z.enum(["card", "direct_debit", "bank_transfer", "staff", "credit_balance", "import"]),
  received_on: z.string(),
  received_at: moment,
  recorded_by: z.string().nullable(),
  note: z.string().nullable(),
  allocations: z.array(allocationLine),
  reversed_at: moment.nullable(),
  reversal_reason: z.string().nullable(),
  ledger_transaction_id: z.uuid().nullable(),
});

const receiptList = {
  search: ["reference"],
  filters: {
    channel: { kind: "choice", label: "Channel", options: ["card", "direct_debit", "bank_transfer", "staff", "credit_balance", "import"] },
    amount_kobo: { kind: "kobo", label: "Amount" },
    received_on: { kind: "date", label: "Received" },
    loan_id: { kind: "id", label: "Loan" },
    user_id: { kind: "id", label: "Customer" },
    is_reversed: { kind: "boolean", label: "Reversed" },
  },
  sorts: ["received_at", "amount_kobo"],
  ranges: ["received_on"],
  default_sort: { column: "received_at", order: "desc" },
} as const;

export const listReceipts = list("/admin/personal/repayments/receipts", {
  spec: "added",
  summary: "Every receipt, with what it paid",
  audience: "admin",
  can: ["provider:can_view_repayments"],
  row: receiptRow,
  list: receiptList,
});

/** C109. `{id}` is the person. */
export const wallet = get("/admin/personal/repayments/wallet/{id}", {
  spec: "C109",
  summary: "A person's repayment wallet: credit balance and totals",
  audience: "admin",
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
    virtual_account: z.object({ bank_name: z.string(), account_no: z.string().nullable(), account_name: z.string() }).nullable(),
    cards: z.int(),
    loans: z.array(z.object({ id: z.uuid(), reference: z.string(), status: z.string(), outstanding_principal_kobo: kobo, overdue_kobo: kobo, days_past_due: z.int() })),
    /** Credit that was paid back, or is on its way; the newest first. */
    refunds: z.array(z.object({ id: z.uuid(), reference: z.string(), status: z.string(), amount_kobo: kobo, created_at: moment, needs_review: z.boolean(), failure: z.string().nullable() })),
  }),
});

/** C110. */
export const walletHistory = list("/admin/personal/repayments/wallet/{id}/history", {
  spec: "C110",
  summary: "What a person has paid, with what each payment paid",
  audience: "admin",
  can: ["provider:can_view_repayments"],
  params: idParams,
  row: receiptRow,
  list: receiptList,
});

/** What a payment did. */
export const received = z.object({
  receipt: receiptRow,
  loan: z.object({
    id: z.uuid(), reference: z.string(), status: z.enum(loanStates.states), outstanding_principal_kobo: kobo, overdue_kobo: kobo, due_kobo: kobo, days_past_due: z.int(), next_due_on: z.string().nullable(), credit_balance_kobo: kobo,
  }).nullable(),
});

/** C105. `due` = everything due on the loan of this repayment; `loan` = the whole loan, by its settlement quote. */
export const settle = post("/admin/personal/repayments/{id}/settle", {
  spec: "C105",
  summary: "Settle what is due, or the whole loan",
  audience: "admin",
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
  }),
  response: received,
});

/** C106. */
export const payFraction = post("/admin/personal/repayments/{id}/pay-fraction", {
  spec: "C106",
  summary: "Record a part that was received",
  audience: "admin",
  can: ["provider:can_settle_repayment"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({ amount_kobo: positiveKobo, reference, note }),
  response: received,
});

/** How a charge of a card ended, or that it is not known yet. */
export const chargeAnswer = z.object({
  charge_id: z.uuid(),
  reference: z.string(),
  status: z.enum(["success", "failed", "unknown"]),
  requested_kobo: kobo,
  received_kobo: kobo.nullable(),
  receipt_id: z.uuid().nullable(),
  message: z.string(),
});

/** C107. Takes what the default card gives, up to what is due. */
export const partialDebit = post("/admin/personal/repayments/{id}/partial-debit", {
  spec: "C107",
  summary: "Try to collect what the card will give",
  audience: "admin",
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
  audience: "admin",
  can: ["provider:can_settle_repayment"],
  effect: "moves_money",
  body: z.strictObject({
    repayment_ids: z.array(z.uuid({ error: "this field must be an id" })).min(1, { error: "choose at least one" }).max(500, { error: "at most 500 at once" }),
    reference,
    note,
  }),
  response: batchAnswer,
});

export const reverseReceipt = post("/admin/personal/repayments/receipts/{id}/reverse", {
  spec: "added",
  summary: "Ask that a receipt be reversed (a second person decides)",
  audience: "admin",
  can: ["provider:can_delete_repayments"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({ reason }),
  response: z.object({ approval_id: z.uuid() }),
});

/** Pays what stands to a person's credit into their verified account. `{id}` is the person. */
export const refund = post("/admin/personal/repayments/wallet/{id}/refund", {
  spec: "added",
  summary: "Ask that a credit balance be paid back (a second person decides)",
  audience: "admin",
  can: ["provider:can_refund_transactions"],
  effect: "moves_money",
  step_up: true,
  params: idParams,
  body: z.strictObject({ amount_kobo: positiveKobo, reason }),
  response: z.object({ approval_id: z.uuid() }),
});

/** A refund that the provider never knew, looked for on the bank's statement in vain: it stands to the person's credit again. `{id}` is the refund. */
export const giveUpRefund = post("/admin/personal/repayments/refunds/{id}/give-up", {
  spec: "added",
  summary: "Ask that a refund with an unknown outcome be given up (a second person decides)",
  audience: "admin",
  can: ["provider:can_refund_transactions"],
  effect: "moves_money",
  step_up: true,
  params: idParams,
  body: z.strictObject({ reason }),
  response: z.object({ approval_id: z.uuid() }),
});

export const chargeOff = post("/admin/personal/loans/{id}/charge-off", {
  spec: "added",
  summary: "Ask that a loan be charged off: collection goes on, interest stops",
  audience: "admin",
  can: ["provider:can_write_off_loans"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({ reason }),
  response: z.object({ approval_id: z.uuid() }),
});

export const writeOff = post("/admin/personal/loans/{id}/write-off", {
  spec: "added",
  summary: "Ask that a loan be written off: the loss is booked, later money is recovery income",
  audience: "admin",
  can: ["provider:can_write_off_loans"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({ reason }),
  response: z.object({ approval_id: z.uuid() }),
});

/** C283. Only one's own. */
export const upcoming = get("/staff/repayments/upcoming/{userId}", {
  spec: "C283",
  summary: "What falls due next",
  audience: "customer",
  can: ["personal:can_view_repayments"],
  params: z.strictObject({ userId: z.uuid() }),
  response: z.object({ repayments: z.array(repaymentRow), due_kobo: kobo, overdue_kobo: kobo, next_due_on: z.string().nullable(), next_kobo: kobo }),
});

/** C285. */
export const listOwn = get("/repayments", {
  spec: "C285",
  summary: "One's own repayments and receipts",
  audience: "customer",
  can: ["personal:can_view_repayments"],
  response: z.object({ repayments: z.array(repaymentRow), receipts: z.array(receiptRow), credit_balance_kobo: kobo, due_kobo: kobo }),
});

/** C286. `{id}` is the receipt. */
export const receiptLetter = get("/personal/repayments/receipts/{id}", {
  spec: "C286",
  summary: "A receipt as PDF",
  audience: ["customer", "admin"],
  can: ["personal:can_view_repayments", "provider:can_view_repayments"],
  params: idParams,
  kind: "file",
});

export const settlementQuote = get("/personal/loans/{id}/settlement-quote", {
  spec: "added",
  summary: "What it takes to end the loan today, and until when that holds",
  audience: ["customer", "admin"],
  can: ["personal:can_view_repayments", "provider:can_view_repayments"],
  params: idParams,
  response: z.object({
    loan_id: z.uuid(), principal_kobo: kobo, interest_kobo: kobo, fees_kobo: kobo, penalty_kobo: kobo, credit_used_kobo: kobo, total_kobo: kobo, interest_saved_kobo: kobo, valid_until: z.string(), due_kobo: kobo,
    interest_rule: z.enum(["to_date", "to_period_end"]),
  }),
});

/** C301. Pays now with a saved card (the default one unless named). */
export const instantTransfer = post("/repayment/personal/instant-transfer", {
  spec: "C301",
  summary: "Pay now with a saved card",
  audience: "customer",
  can: ["personal:can_pay_repayments"],
  effect: "moves_money",
  body: z.strictObject({ loan_id: z.uuid(), amount_kobo: positiveKobo, card_id: z.uuid().optional() }),
  response: chargeAnswer,
});

/** While C301's answer is `unknown`; asking again never pays again. `{id}` is the charge. */
export const askPayment = post("/repayment/personal/charges/{id}/ask", {
  spec: "added",
  summary: "What became of a payment by card",
  audience: "customer",
  can: ["personal:can_pay_repayments"],
  effect: "sends",
  params: idParams,
  response: chargeAnswer,
});

/** C302. Gives the person's own account number; what is paid into it is recognised by itself. */
export const transfer = post("/staff/repayments/transfer", {
  spec: "C302",
  summary: "Pay by bank transfer: where to, and how much",
  audience: "customer",
  can: ["personal:can_pay_repayments"],
  effect: "sends",
  body: z.strictObject({ loan_id: z.uuid().optional() }),
  response: z.object({ bank_name: z.string(), account_no: z.string(), account_name: z.string(), due_kobo: kobo, settlement_kobo: kobo, loan_reference: z.string().nullable() }),
});
