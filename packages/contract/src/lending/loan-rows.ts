/** What a loan, its quote and its schedule look like on the wire. */
import { z } from "zod";
import { abilities } from "../action.ts";
import { kobo, nonNegativeKobo, percent, positiveKobo } from "../money.ts";
import { loanStates } from "./loan-states.ts";
import { rescheduled } from "./rescheduling.ts";
import { repaymentStates } from "./repayment-states.ts";
import { businessDate, moment } from "../time.ts";

export const person = z.object({ id: z.uuid(), name: z.string() });

/** What the calculators take (issue §5); the same request makes quote, offer, contract and schedule. */
export const quoteRequest = z.strictObject({
  principal_kobo: positiveKobo,
  annual_rate_percent: percent,
  instalments: z
    .int()
    .min(1, { error: "this field has to be at least 1" })
    .max(360, { error: "this field has to be less than 360" }),
  frequency: z.enum(["monthly", "weekly", "biweekly"]).default("monthly"),
  method: z.enum(["flat", "declining", "equal_principal"]),
  interest: z.enum(["per_period", "daily"]).default("per_period"),
  day_count: z.enum(["actual/365", "actual/360", "30/360", "actual/actual"]).default("actual/365"),
  rounding_multiple_kobo: positiveKobo.default(1n),
  rounding_mode: z.enum(["nearest", "up"]).default("nearest"),
  principal_grace: z.int().min(0).max(359).default(0),
  /** The day of the month on which instalments fall due (a salary day); default: the first due date's own. */
  due_day: z.int().min(1).max(31).optional(),
  disbursed_on: businessDate,
  first_due_on: businessDate,
  fees: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(60),
        kobo: nonNegativeKobo,
        /** How much of it is VAT. */
        vat_kobo: nonNegativeKobo.optional(),
        when: z.enum(["upfront", "each_instalment"]),
      }),
    )
    .max(20)
    .default([]),
});

const instalment = z.object({
  number: z.int(),
  due_on: z.string(),
  principal_kobo: kobo,
  interest_kobo: kobo,
  fees_kobo: kobo,
  total_kobo: kobo,
  balance_kobo: kobo,
});

export const quoteAnswer = z.object({
  instalments: z.array(instalment),
  totals: z.object({
    principal_kobo: kobo,
    interest_kobo: kobo,
    fees_kobo: kobo,
    total_kobo: kobo,
    vat_kobo: kobo,
    received_kobo: kobo,
    repaid_kobo: kobo,
  }),
  irr_percent: z.string(),
});

export const loanRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  customer: person,
  product: z.string(),
  status: z.enum(loanStates.states),
  principal_kobo: kobo,
  instalment_count: z.int(),
  annual_rate_percent: z.string(),
  instalment_kobo: kobo,
  outstanding_principal_kobo: kobo,
  overdue_kobo: kobo,
  days_past_due: z.int(),
  arrears_bucket: z.string(),
  next_due_on: z.string().nullable(),
  disbursed_on: z.string().nullable(),
  officer_verified_at: moment.nullable(),
  operations_verified_at: moment.nullable(),
  created_at: moment,
});

/** A loan as the borrower's company sees it: the borrower is its employee. */
export const employeeLoanRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  employee: person,
  ...loanRow.omit({ id: true, reference: true, customer: true }).shape,
});

const scheduleRow = z.object({
  id: z.uuid(),
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
  balance_kobo: kobo,
  days_past_due: z.int(),
  paid_on: z.string().nullable(),
  last_failure: z.string().nullable(),
});

export const loanDetail = loanRow.extend({
  phone: z.string().nullable(),
  /** A card to debit is kept. */
  has_card: z.boolean(),
  /** What the borrower promised last about what they owe, where its day is known. */
  promise: z.object({ promised_on: z.string(), promised_kobo: kobo.nullable(), is_past: z.boolean() }).nullable(),
  purpose: z.string().nullable(),
  requested_principal_kobo: kobo,
  requested_instalments: z.int(),
  total_interest_kobo: kobo,
  total_fees_kobo: kobo,
  /** The part of the fees that is VAT. */
  vat_kobo: kobo,
  total_kobo: kobo,
  /** What is paid out, the upfront fees kept. */
  received_kobo: kobo,
  /** The sum of the planned instalments. */
  repaid_kobo: kobo,
  /** The newest judgement of the credit rules about this request; null where they were not asked. */
  rules: z
    .object({
      outcome: z.string(),
      limit_kobo: kobo,
      annual_rate_percent: z.string().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** The same in a sentence. */
  rules_say: z.string().nullable(),
  /** What its product asks for before a grant or a rescheduling and is not there, in words. */
  missing: z.string().nullable(),
  product_rate_percent: z.string(),
  paid_kobo: kobo,
  credit_balance_kobo: kobo,
  irr_percent: z.string().nullable(),
  penalty: z.string(),
  terms: quoteRequest,
  /** How it was rescheduled since it was paid out, the newest last. */
  rescheduled: z.array(rescheduled),
  schedule: z.array(scheduleRow),
  offer_expires_on: z.string().nullable(),
  offered_at: moment.nullable(),
  accepted_at: moment.nullable(),
  first_due_on: z.string().nullable(),
  matures_on: z.string().nullable(),
  settled_on: z.string().nullable(),
  /** The business date on which it came from another book, and its reference there; null of a loan that was paid out here. */
  brought_in_on: z.string().nullable(),
  brought_in_reference: z.string().nullable(),
  accrued_interest_kobo: kobo,
  /** The day to which that was earned: the last one that was closed, or one since on which money came. */
  accrued_to: z.string().nullable(),
  global_standing_instruction_kobo: kobo,
  /** What it claimed when it left the books, what of that came in since, and the day when nothing was left. */
  claim_kobo: kobo,
  recovered_kobo: kobo,
  recovered_on: z.string().nullable(),
  is_non_performing: z.boolean(),
  decision_reason: z.string().nullable(),
  officer: person.nullable(),
  operations: person.nullable(),
  approver: person.nullable(),
  payout: z
    .object({
      id: z.uuid(),
      status: z.string(),
      reference: z.string(),
      approval_id: z.uuid().nullable(),
      bank_name: z.string(),
      account_no: z.string().nullable(),
      failure: z.string().nullable(),
      asked_at: moment.nullable(),
      /** Null for one that a person declined: nothing was ever sent. */
      sent_at: moment.nullable(),
    })
    .nullable(),
  timeline: z.array(
    z.object({
      id: z.uuid(),
      from_state: z.string().nullable(),
      to_state: z.string(),
      actor_name: z.string(),
      reason: z.string().nullable(),
      happened_at: moment,
    }),
  ),
  abilities,
  version: z.int(),
});
