/** Salary deduction: what employers keep back from their people's pay for their loans, one file for each pay day (added: the specification names no call). */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo } from "../money.ts";
import { moment } from "../time.ts";
import { deductionFileStates, shortfallReasons } from "./deduction-file-states.ts";

const sees = ["company:can_view_loans", "provider:can_view_repayments"] as const;
const answers = ["company:can_update_staff"] as const;

const fileRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  company: z.object({ id: z.uuid(), name: z.string() }),
  pay_day: z.string(),
  status: z.enum(deductionFileStates.states),
  people: z.int(),
  asked_kobo: kobo,
  /** What the employer says it kept back; until it has confirmed, what is asked less the exceptions so far. */
  deducted_kobo: kobo,
  shortfall_kobo: kobo,
  /** Days since the pay day, where what was kept back is not paid and its people are asked instead; else null. */
  unpaid_days: z.int().nullable(),
  version: z.int(),
  created_at: moment,
  abilities,
});
const lists = {
  row: fileRow,
  search: ["reference"],
  filters: {
    status: { kind: "choice", label: "State", options: deductionFileStates.states },
    has_shortfall: { kind: "boolean", label: "Less than asked" },
    is_unpaid: { kind: "boolean", label: "Kept back, not paid" },
  },
  sorts: ["pay_day", "asked_kobo", "deducted_kobo", "shortfall_kobo", "people"],
  ranges: ["pay_day"],
  default_sort: "-pay_day",
} as const;

export const listAll = list("/companies/deductions", {
  spec: "added",
  because: "A company sees what it keeps back from its people's pay; the specification names no call.",
  summary: "Deduction files of the company",
  can: ["company:can_view_loans"],
  ...lists,
});

export const ofCompanies = list("/admin/corporate/deductions", {
  spec: "added",
  because: "The provider's staff follow which employers have answered and paid.",
  summary: "Deduction files of all companies",
  can: ["provider:can_view_repayments"],
  ...lists,
  search: ["reference", "company"],
});

export const find = get("/companies/deductions/{id}", {
  spec: "added",
  because: "A file is confirmed and paid on its page.",
  summary: "One deduction file",
  can: sees,
  params: idParams,
  response: fileRow.extend({
    /** Until then no card is debited for these loans. */
    held_until: z.string(),
    /** Until then what was confirmed costs these people no penalty and no debit. */
    shielded_until: z.string(),
    confirmed_by: z.string().nullable(),
    paid_by: z.string().nullable(),
    /** What the wallet has; null for the provider's staff. */
    available_kobo: kobo.nullable(),
    /** Where the employer's payroll system answers: when it was given the file, and how many lines it, or a person, has answered. */
    payroll: z.object({ handed_over_at: moment.nullable(), answered: z.int() }).nullable(),
    exceptions: z.array(z.object({ reason: z.enum(shortfallReasons), people: z.int(), shortfall_kobo: kobo })),
    history: z.array(
      z.object({ id: z.uuid(), title: z.string(), by: z.string(), reason: z.string().nullable(), at: moment }),
    ),
  }),
});

const lineRow = z.object({
  id: z.uuid(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  staff_number: z.string().nullable(),
  loan: z.object({ id: z.uuid(), reference: z.string() }),
  asked_kobo: kobo,
  /** Of it, what fell due before. */
  overdue_kobo: kobo,
  /** Why the file before kept back less, where it did. */
  carried_because: z.enum([...shortfallReasons, "unanswered"]).nullable(),
  deducted_kobo: kobo,
  shortfall_kobo: kobo,
  shortfall_reason: z.enum(shortfallReasons).nullable(),
  note: z.string().nullable(),
  is_allocated: z.boolean(),
});

export const lines = list("/companies/deductions/{id}/lines", {
  spec: "added",
  because: "Payroll needs the people and sums of a file, on screen and as a file.",
  summary: "Whose pay is kept back, and how much",
  can: sees,
  params: idParams,
  row: lineRow,
  search: ["name", "staff number", "loan"],
  filters: {
    shortfall_reason: { kind: "choice", label: "Exception", options: shortfallReasons },
    has_shortfall: { kind: "boolean", label: "Less than asked" },
  },
  sorts: ["person", "asked_kobo", "deducted_kobo", "overdue_kobo"],
  default_sort: "person",
});

export const answer = put("/companies/deductions/lines/{id}", {
  spec: "added",
  because: "Payroll answers for each person from whom less was kept back.",
  summary: "Say that less was kept back from somebody, and why",
  can: answers,
  params: idParams,
  body: form(
    { deducted_kobo: "required", shortfall_reason: "nullable", note: "nullable|max:200" },
    { deducted_kobo: nonNegativeKobo, shortfall_reason: z.enum(shortfallReasons).nullish() },
  ),
  response: z.object({ line: lineRow, deducted_kobo: kobo }),
});

const answered = z.object({ file: fileRow });
const version = z.int();
const shows = ["pay_day", "people", "asked_kobo", "deducted_kobo", "shortfall_kobo"];

export const confirm = action(deductionFileStates, "confirm", {
  asks: {
    label: "Confirm…",
    title: "Confirm what was kept back?",
    body: "The company's payers are asked to pay it. Those who were kept back less are notified, and asked for the rest directly.",
    shows,
    style: "primary",
    yes: "Confirm",
    done: "Confirmed. Somebody else pays it from the wallet.",
  },
  refuses: { own_pay: { status: 403, words: "Your own pay is in this file: somebody else confirms it." } },
  call: post("/companies/deductions/{id}/confirm", {
    spec: "added",
    because: "The employer says what it kept back.",
    summary: "Confirm what was kept back from people's pay",
    can: answers,
    effect: "sends",
    params: idParams,
    body: z.strictObject({ version }),
    response: answered,
  }),
});

export const sendBack = action(deductionFileStates, "send_back", {
  asks: {
    label: "Send back…",
    body: "Who confirmed it hears why, and answers it again.",
    reason: "required",
    yes: "Send back",
    done: "Sent back.",
  },
  call: post("/companies/deductions/{id}/send-back", {
    spec: "added",
    because: "The payer may find a person or a sum wrong.",
    summary: "Send a confirmed deduction file back",
    can: ["company:can_fund_debit_wallet"],
    effect: "sends",
    params: idParams,
    body: form({ version: "required", reason: "required|min:3|max:300" }, { version }),
    response: answered,
  }),
});

export const pay = action(deductionFileStates, "pay", {
  asks: {
    label: "Pay…",
    title: "Pay this from the wallet?",
    body: "It leaves the wallet at once, under one reference, and goes to each loan.",
    shows,
    style: "primary",
    yes: "Pay",
    done: "Paid. Each loan gets its part in a moment.",
  },
  refuses: { same_person: { status: 403, words: "Somebody else pays what you confirmed." } },
  call: post("/companies/deductions/{id}/pay", {
    spec: "added",
    because: "Deductions are paid under one reference.",
    summary: "Pay a confirmed deduction file from the wallet",
    can: ["company:can_fund_debit_wallet"],
    effect: "moves_money",
    step_up: true,
    params: idParams,
    body: z.strictObject({ version }),
    response: answered,
  }),
});

const terms = z.object({
  is_on: z.boolean(),
  /** Of the month; the last one where a month is shorter. */
  pay_day: z.int().nullable(),
  /** Its payroll system answers the files; possible where a service is there and the company has a number in the register. */
  is_connected: z.boolean(),
  may_connect: z.boolean(),
  next_pay_day: z.string().nullable(),
  /** The day on which the next file is made. */
  next_file_on: z.string().nullable(),
  /** Employees who have agreed for a loan that runs. */
  people: z.int(),
});

export const findTerms = get("/companies/deduction-terms", {
  spec: "added",
  because: "A company says whether and on which day it pays its people.",
  summary: "Whether the company deducts from salaries, and its pay day",
  can: ["company:can_view_loans"],
  response: z.object({ terms }),
});

export const setTerms = put("/companies/deduction-terms", {
  spec: "added",
  because: "A company says whether and on which day it pays its people.",
  summary: "Say whether the company deducts from salaries, and its pay day",
  can: answers,
  body: form(
    { is_on: "required", pay_day: "nullable|number|min:1|max:31", is_connected: "nullable" },
    { is_on: z.boolean(), pay_day: z.int().nullish(), is_connected: z.boolean().optional() },
  ),
  response: z.object({ terms }),
});

const consent = z.object({
  /** Whether the company deducts at all: without that there is nothing to agree to. */
  is_offered: z.boolean(),
  company: z.string().nullable(),
  pay_day: z.int().nullable(),
  given_at: moment.nullable(),
  /** Of the file that is under way, where there is one. */
  pending: z.object({ pay_day: z.string(), asked_kobo: kobo, status: z.string() }).nullable(),
  /** Kept back from the pay and not paid to us yet: no penalty is charged on it. */
  kept_back_kobo: kobo,
});

export const findConsent = get("/personal/users/loans/{id}/salary-deduction", {
  spec: "added",
  because: "Pay is kept back only with the written consent of whose pay it is (Labour Act, section 5).",
  summary: "Whether one's loan is repaid from one's salary",
  can: ["personal:can_view_loans"],
  params: idParams,
  response: z.object({ consent }),
});

export const consentTo = put("/personal/users/loans/{id}/salary-deduction", {
  spec: "added",
  because: "Pay is kept back only with the written consent of whose pay it is (Labour Act, section 5).",
  summary: "Agree to repay a loan from one's salary, or take that back",
  can: ["personal:can_view_loans"],
  params: idParams,
  body: z.strictObject({ agrees: z.boolean() }),
  response: z.object({ consent }),
});
