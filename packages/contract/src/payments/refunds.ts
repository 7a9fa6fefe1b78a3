/** The refunds desk (R142): everything that may have to be paid back, with the evidence of both sides, and what people say of their own payments. */
import { z } from "zod";
import { abilities } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { moment } from "../time.ts";
import { timelineEntry } from "../timeline.ts";
import { recallStates } from "./recall-states.ts";
import { refundCaseStates } from "./refund-case-states.ts";
import {
  MAX_REFUNDS_AT_ONCE,
  paymentClaimNames,
  paymentKindNames,
  refundCauseNames,
  refundFaultNames,
} from "./refund-words.ts";

const desk = { can: ["provider:can_refund_transactions"] } as const;

const row = z.object({
  id: z.uuid(),
  kind: z.enum(paymentKindNames),
  /** Of the bill or the transfer. */
  payment_id: z.uuid(),
  reference: z.string(),
  user_id: z.uuid(),
  person: z.string(),
  what: z.string(),
  cause: z.enum(refundCauseNames),
  claim: z.enum(paymentClaimNames).nullable(),
  status: z.enum(refundCaseStates.states),
  /** What may be paid back. */
  amount_kobo: kobo,
  refunded_kobo: kobo,
  paid_at: moment,
  /** Until when its payer has the money or an answer. */
  due_at: moment,
  is_late: z.boolean(),
  /** Waits for a second person. */
  is_waiting: z.boolean(),
  /** Its payer had the money for now. */
  has_credit: z.boolean(),
  version: z.int(),
  abilities,
});

export const listAll = list("/admin/transactions/refundable", {
  spec: "added",
  because: "R142 lists what C184 to C189 decide about; the specification names no call.",
  summary: "Bills and transfers that may have to be paid back, by age and amount",
  ...desk,
  row,
  search: ["reference", "person", "what"],
  filters: {
    kind: { kind: "choice", label: "What", options: paymentKindNames },
    cause: { kind: "choice", label: "Because", options: refundCauseNames },
    status: { kind: "choice", label: "State", options: refundCaseStates.states },
    is_late: { kind: "boolean", label: "Late" },
    user_id: { kind: "id", label: "Person" },
  },
  sorts: ["paid_at", "due_at", "amount_kobo", "refunded_kobo"],
  ranges: ["paid_at", "due_at", "amount_kobo"],
  default_sort: "paid_at",
});

/** What the receiving bank was asked, and what it says; null where it was not. */
const recall = z
  .object({
    reference: z.string(),
    status: z.enum(recallStates.states),
    words: z.string().nullable(),
    asked_at: moment.nullable(),
    answered_at: moment.nullable(),
  })
  .nullable();
const answer = z.object({
  id: z.uuid(),
  provider: z.string(),
  question: z.enum(["send", "ask"]),
  outcome: z.string(),
  words: z.string().nullable(),
  answered_at: moment,
});
const posting = z.object({
  id: z.string(),
  description: z.string(),
  account: z.string(),
  amount_kobo: kobo,
  booked_at: moment,
});

export const find = get("/admin/transactions/refundable/{id}", {
  spec: "added",
  because: "The evidence of both sides is on one page before somebody decides.",
  summary: "One refundable payment: what was sent, what was answered, what was booked, what its payer says",
  ...desk,
  params: idParams,
  response: row.extend({
    statement: z.string().nullable(),
    decision_reason: z.string().nullable(),
    slip_id: z.uuid().nullable(),
    recall,
    /** What its payer has of it for now, until it is decided. */
    credited_kobo: kobo.nullable(),
    payment: z.object({
      status: z.string(),
      /** Whom we sent it to: the provider of a bill; of a transfer the bank, null for a wallet of ours. */
      provider: z.string().nullable(),
      /** The number or account that was paid. */
      number: z.string().nullable(),
      amount_kobo: kobo,
      fee_kobo: kobo,
      vat_kobo: kobo,
      stamp_duty_kobo: kobo,
      total_kobo: kobo,
      /** Paid back before and now. */
      refunded_kobo: kobo,
      provider_reference: z.string().nullable(),
      sent_at: moment.nullable(),
      asked_times: z.int(),
      next_question_at: moment.nullable(),
      failure: z.string().nullable(),
      /** Delivered only with a token. */
      brings_token: z.boolean(),
    }),
    /** What the caller may still refund today without a second person. */
    alone_left_kobo: kobo,
    answers: z.array(answer),
    postings: z.array(posting),
    timeline: z.array(timelineEntry),
  }),
});

const ids = z
  .array(z.uuid({ error: "this field must be an id" }))
  .min(1, { error: "choose at least one" })
  .max(MAX_REFUNDS_AT_ONCE, { error: `at most ${MAX_REFUNDS_AT_ONCE} at once` });
const verdicts = z.object({
  done: z.int(),
  results: z.array(
    z.object({
      id: z.uuid(),
      is_done: z.boolean(),
      /** A second person was asked; nothing has moved yet. */
      approval_id: z.uuid().nullable(),
      /** Why not. */
      reason: z.string().nullable(),
    }),
  ),
});

const refundBody = form(
  {
    ids: "required",
    fault: `nullable|inArray:${refundFaultNames.join(",")}`,
    amount_kobo: "nullable",
    reason: reasonRule,
  },
  {
    ids,
    /** Of what was delivered wrong: who bears it. */
    fault: z.enum(refundFaultNames).nullish(),
    /** Of one that was delivered wrong: a part of what was paid. */
    amount_kobo: positiveKobo.nullish(),
  },
);
const refunds = { ...desk, effect: "moves_money", body: refundBody, response: verdicts } as const;
export const refundBills = put("/admin/transactions/refundable/bills", {
  spec: "C188",
  summary: "Refund bills, each with its verdict; the provider is asked first where its answer is missing",
  ...refunds,
});
export const refundTransfers = put("/admin/transactions/refundable/transfers", {
  spec: "C189",
  summary: "Refund transfers, each with its verdict; the bank is asked first where its answer is missing",
  ...refunds,
});

const processBody = form(
  { ids: "required", slip_id: "required", token: "nullable|max:200", reason: reasonRule },
  { ids, slip_id: z.uuid() },
);
const processes = { ...desk, effect: "moves_money", body: processBody, response: verdicts } as const;
export const processBills = post("/admin/transactions/refundable/bills/processed", {
  spec: "C186",
  summary: "Mark bills as delivered, with evidence; a second person agrees where the provider has not answered",
  ...processes,
});
export const processTransfers = post("/admin/transactions/refundable/transfers/processed", {
  spec: "C187",
  summary: "Mark transfers as arrived, with evidence; a second person agrees where the bank has not answered",
  ...processes,
});

const cancels = {
  ...desk,
  effect: "sends",
  body: form({ ids: "required", reason: reasonRule }, { ids }),
  response: verdicts,
} as const;
export const cancelBills = post("/admin/transactions/refundable/bills/cancel", {
  spec: "C184",
  summary: "Close claims about bills without a refund; their payers read why",
  ...cancels,
});
export const cancelTransfers = post("/admin/transactions/refundable/transfers/cancel", {
  spec: "C185",
  summary: "Close claims about transfers without a refund; their payers read why",
  ...cancels,
});

export const credit = post("/admin/transactions/refundable/{id}/credit", {
  spec: "added",
  because: "The annex on disputes: whose money was stolen has it for now, by two persons, until the claim is decided.",
  summary: "Give who did not send a transfer its money for now; a second person decides",
  ...desk,
  effect: "moves_money",
  params: idParams,
  body: form({ reason: reasonRule }),
  response: z.object({ approval_id: z.uuid() }),
});

const pays = ["personal:can_pay_bills", "personal:can_use_wallets"] as const;
const claimed = z.object({
  id: z.uuid(),
  claim: z.enum(paymentClaimNames),
  statement: z.string().nullable(),
  status: z.enum(refundCaseStates.states),
  refunded_kobo: kobo,
  decision_reason: z.string().nullable(),
  recall,
  /** In the wallet for now, until it is decided. */
  credited_kobo: kobo.nullable(),
  due_at: moment,
  created_at: moment,
  decided_at: moment.nullable(),
});

export const ofPayment = get("/personal/payments/{kind}/{id}/claims", {
  spec: "added",
  because: "The claimant of a failed payment sees each step of it.",
  summary: "What was said of a payment of the caller's, or a transfer of their company, and each step of it",
  can: [...pays, "company:can_view_transfers"],
  params: z.strictObject({ kind: z.enum(paymentKindNames), id: z.uuid() }),
  response: z.object({
    claims: z.array(claimed),
    /** Why nothing can be claimed now; null where it can. */
    why_not: z.string().nullable(),
    /** Of each claim, by its clock. */
    answered_within_hours: z.record(z.enum(paymentClaimNames), z.int()),
  }),
});

export const claim = post("/personal/payments/{kind}/{id}/claims", {
  spec: "added",
  because: "A payment that was delivered wrong is found only by who paid it.",
  summary: "Claim that a payment of one's own, or a transfer of one's company, went wrong",
  can: [...pays, "company:can_request_transfers"],
  effect: "sends",
  params: z.strictObject({ kind: z.enum(paymentKindNames), id: z.uuid() }),
  body: form(
    { claim: `required|inArray:${paymentClaimNames.join(",")}`, statement: "required|min:10|max:2000" },
    { claim: z.enum(paymentClaimNames) },
  ),
  response: z.object({ claim: claimed }),
});
