/** What a person sees and pays of their own loans (C283, C285, C286, C301, C302); staff may open the papers too. */
import { z } from "zod";
import { businessDate } from "../time.ts";
import { get, idParams, post } from "../endpoint.ts";
import { kobo, positiveKobo } from "../money.ts";
import { chargeAnswer, excess, receiptRow, repaymentRow } from "./repayment-rows.ts";

/** C283. Only one's own. */
export const upcoming = get("/staff/repayments/upcoming/{userId}", {
  spec: "C283",
  summary: "What falls due next",
  can: ["personal:can_view_repayments"],
  params: z.strictObject({ userId: z.uuid() }),
  response: z.object({
    repayments: z.array(repaymentRow),
    due_kobo: kobo,
    overdue_kobo: kobo,
    next_due_on: z.string().nullable(),
    next_kobo: kobo,
  }),
});

/** C285. */
export const listOwn = get("/repayments", {
  spec: "C285",
  summary: "One's own repayments and receipts",
  can: ["personal:can_view_repayments"],
  response: z.object({
    repayments: z.array(repaymentRow),
    receipts: z.array(receiptRow),
    credit_balance_kobo: kobo,
    due_kobo: kobo,
  }),
});

/** C286. `{id}` is the receipt. */
export const receiptLetter = get("/personal/repayments/receipts/{id}", {
  spec: "C286",
  summary: "A receipt as PDF",
  can: ["personal:can_view_repayments", "provider:can_view_repayments"],
  params: idParams,
  kind: "file",
});

export const settlementQuote = get("/personal/loans/{id}/settlement-quote", {
  spec: "added",
  because: "What ends the loan today, before it is paid.",
  summary: "What it takes to end the loan today, and until when that holds",
  can: ["personal:can_view_repayments", "provider:can_view_repayments"],
  params: idParams,
  /** An earlier day, for money that came then: what would have ended the loan on it. */
  query: z.strictObject({ on: businessDate.optional() }),
  response: z.object({
    loan_id: z.uuid(),
    principal_kobo: kobo,
    interest_kobo: kobo,
    fees_kobo: kobo,
    penalty_kobo: kobo,
    credit_used_kobo: kobo,
    total_kobo: kobo,
    interest_saved_kobo: kobo,
    valid_until: z.string(),
    due_kobo: kobo,
    /** The next instalment that is not due yet and what it asks; null where there is none. */
    next: z.object({ number: z.int(), due_on: z.string(), amount_kobo: kobo }).nullable(),
    interest_rule: z.enum(["to_date", "to_period_end"]),
  }),
});

/** C301. Pays now with a saved card (the default one unless named). */
export const instantTransfer = post("/repayment/personal/instant-transfer", {
  spec: "C301",
  summary: "Pay now with a saved card",
  can: ["personal:can_pay_repayments"],
  effect: "moves_money",
  body: z.strictObject({
    loan_id: z.uuid(),
    amount_kobo: positiveKobo,
    card_id: z.uuid().optional(),
    excess: excess.optional(),
  }),
  response: chargeAnswer,
});

/** Until the next due date. `{id}` is the receipt. */
export const chooseExcess = post("/personal/repayments/receipts/{id}/excess", {
  spec: "added",
  because: "A transfer cannot say what its excess is for; the person chooses afterwards.",
  summary: "Choose what a payment beyond the next instalment does",
  can: ["personal:can_pay_repayments"],
  effect: "moves_money",
  params: idParams,
  body: z.strictObject({ excess }),
  response: receiptRow,
});

/** While C301's answer is `unknown`; asking again never pays again. `{id}` is the charge. */
export const askPayment = post("/repayment/personal/charges/{id}/ask", {
  spec: "added",
  because: "A payment without an answer is looked up, not repeated.",
  summary: "Outcome of a payment by card",
  can: ["personal:can_pay_repayments"],
  effect: "sends",
  params: idParams,
  response: chargeAnswer,
});

/** C302. Gives the person's own account number; what is paid into it is recognised by itself. */
export const transfer = post("/staff/repayments/transfer", {
  spec: "C302",
  summary: "Pay by bank transfer: where to, and how much",
  can: ["personal:can_pay_repayments"],
  effect: "sends",
  body: z.strictObject({ loan_id: z.uuid().optional() }),
  response: z.object({
    bank_name: z.string(),
    account_no: z.string(),
    account_name: z.string(),
    due_kobo: kobo,
    settlement_kobo: kobo,
    loan_reference: z.string().nullable(),
  }),
});
