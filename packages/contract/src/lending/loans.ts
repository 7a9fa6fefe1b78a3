/** Loans: quotes, lists, one's own, and what is done to them (loan-actions.ts). */
import { z } from "zod";
import { abilities } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { kobo, positiveKobo } from "../money.ts";
import { loanStates } from "./loan-states.ts";
import { counted } from "../time.ts";
import { timelineCall } from "../timeline.ts";
import { decisionOutcomes } from "./rule-sets.ts";
import { employeeLoanRow, loanDetail, loanRow, person, quoteAnswer, quoteRequest } from "./loan-rows.ts";

export * from "./loan-actions.ts";
export * from "./loan-rows.ts";

export const quote = post("/loans/quote", {
  spec: "added",
  because: "Quote, offer and schedule come from one calculation that anybody may check.",
  summary: "What a loan would cost, instalment by instalment",
  can: "signed_in",
  guards: [],
  body: quoteRequest,
  response: quoteAnswer,
});

const loanFilters = {
  status: { kind: "choice", label: "Status", options: loanStates.states },
  arrears_bucket: { kind: "choice", label: "Arrears", options: ["current", "1-30", "31-60", "61-90", "91+"] },
  principal_kobo: { kind: "kobo", label: "Amount" },
  days_past_due: { kind: "number", label: "Days past due" },
  product: { kind: "text", label: "Product" },
  user_id: { kind: "id", label: "Customer" },
} as const;

/** C077. */
export const listAll = list("/admin/personal/loans", {
  spec: "C077",
  summary: "Personal loans",
  can: ["provider:can_view_loans"],
  row: loanRow.extend({
    missing: z.string().nullable(),
    /** What the rules, or a colleague who overruled them, say of the request; null before they were asked. */
    rules_say: z.enum(decisionOutcomes).nullable(),
    /** Who handles the borrower's case. */
    assigned_to: person.nullable(),
    abilities,
  }),
  search: ["reference", "customer"],
  filters: {
    ...loanFilters,
    marks: { kind: "choice", label: "Verified", options: ["none", "officer", "operations", "both"] },
    assigned_to: { kind: "id", label: "With" },
    rules_say: { kind: "choice", label: "Rules say", options: decisionOutcomes },
  },
  withheld: { rules_say: "provider:can_view_bureau_reports" },
  sorts: [
    "created_at",
    "principal_kobo",
    "days_past_due",
    "next_due_on",
    "disbursed_on",
    "outstanding_principal_kobo",
    "overdue_kobo",
    "instalment_kobo",
  ],
  ranges: ["created_at", "disbursed_on", "next_due_on", "cured_on"],
  default_sort: "-created_at",
});

/** The company's own employees' loans (R046, R096, R097 for companies). */
export const listOfCompany = list("/companies/loans", {
  spec: "added",
  because: "R046, R096 and R097 for companies.",
  summary: "Loans of the company's employees",
  can: ["company:can_view_loans"],
  row: employeeLoanRow.extend({ abilities }),
  search: ["reference", "employee"],
  filters: { ...loanFilters, user_id: { ...loanFilters.user_id, label: "Employee" } },
  sorts: [
    "created_at",
    "principal_kobo",
    "outstanding_principal_kobo",
    "overdue_kobo",
    "instalment_kobo",
    "next_due_on",
    "disbursed_on",
  ],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

const countAndAmount = z.object({ status: z.string(), count: z.int(), principal_kobo: kobo, outstanding_kobo: kobo });

/** C078. */
export const statistics = get("/admin/personal/loans/statistics", {
  spec: "C078",
  summary: "The portfolio: by status, by arrears bucket, by month, portfolio at risk",
  can: ["provider:can_view_loans"],
  response: z.object({
    ...counted,
    by_status: z.array(countAndAmount),
    by_bucket: z.array(
      z.object({ bucket: z.string(), count: z.int(), outstanding_kobo: kobo, share_percent: z.string() }),
    ),
    by_month: z.array(z.object({ month: z.string(), count: z.int(), principal_kobo: kobo })),
    /** Share of the outstanding principal in loans that many days past due, or more (business-rules §4, PAR-x). */
    portfolio_at_risk_percent: z.object({
      from_1: z.string(),
      from_30: z.string(),
      from_60: z.string(),
      from_90: z.string(),
    }),
    outstanding_kobo: kobo,
    overdue_kobo: kobo,
    running: z.int(),
  }),
});

/** C080. */
export const total = get("/admin/personal/loans/total", {
  spec: "C080",
  summary: "How many loans, and how much, in one status",
  can: ["provider:can_view_loans"],
  query: z.strictObject({ status: z.enum(loanStates.states).optional() }),
  response: z.object({ ...counted, status: z.string(), count: z.int(), principal_kobo: kobo, outstanding_kobo: kobo }),
});

export const timeline = get("/admin/personal/loans/{id}/timeline", {
  ...timelineCall,
  summary: "All that happened on a loan, the newest first",
  can: ["provider:can_view_loans"],
});

/** C079. */
export const find = get("/admin/personal/loans/{id}", {
  spec: "C079",
  summary: "One loan with its schedule, marks and history",
  can: ["provider:can_view_loans"],
  params: idParams,
  response: z.object({ loan: loanDetail }),
});

/** C276. */
export const listOwn = get("/personal/loans", {
  spec: "C276",
  summary: "One's own loans, newest first",
  can: ["personal:can_view_loans"],
  response: z.object({ loans: z.array(loanRow) }),
});
/** C277. */
export const findOwn = get("/loans/{id}", {
  spec: "C277",
  summary: "One of one's own loans",
  can: ["personal:can_view_loans"],
  params: idParams,
  response: z.object({ loan: loanDetail }),
});
/** C278. */
export const offerLetter = get("/personal/loans/{id}/offer-letter", {
  spec: "C278",
  summary: "The offer letter as PDF: total cost, every fee, annualised cost",
  can: ["personal:can_view_offer_letter", "provider:can_view_offer_letter"],
  params: idParams,
  kind: "file",
});
/** C279. `{id}` is the loan; of indebtedness while something is owed, of no indebtedness afterwards. */
export const letterOfIndebtedness = get("/loans/letter-of-indebtedness/{id}", {
  spec: "C279",
  summary: "Letter of indebtedness, or of no indebtedness, as PDF",
  can: ["personal:can_view_loans", "provider:can_view_loans"],
  params: idParams,
  kind: "file",
});

export const statementOfAccount = get("/loans/statement-of-account/{id}", {
  spec: "added",
  because: "A borrower, and anyone who lends to them next, reads every movement with its balance.",
  summary: "Statement of account of a loan, as PDF",
  can: ["personal:can_view_loans", "provider:can_view_loans"],
  params: idParams,
  kind: "file",
});

export const plan = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  annual_rate_percent: z.string(),
  method: z.string(),
  interest: z.string(),
  minimum_principal_kobo: kobo,
  maximum_principal_kobo: kobo,
  minimum_instalments: z.int(),
  maximum_instalments: z.int(),
  follows_salary_day: z.boolean(),
  fees: z.array(
    z.object({ name: z.string(), when: z.string(), percent: z.string().nullable(), kobo: kobo.nullable() }),
  ),
  penalty: z.string(),
  /** Why this person cannot take it now; empty when they can. */
  why_not: z.array(z.string()),
  /** The same reasons by name, in the same order, so that a screen can lead to what is missing. */
  missing: z.array(z.enum(["identity", "bank_account", "review", "open_request", "arrears", "employer"])),
});

/** C280. */
export const accessiblePlans = get("/personal/accessible-plans", {
  spec: "C280",
  summary: "What this person may borrow, and what is missing",
  audience: "customer",
  can: "signed_in",
  response: z.object({ plans: z.array(plan) }),
});

const requestBody = z.strictObject({
  plan_id: z.uuid(),
  principal_kobo: positiveKobo,
  instalments: z.int().min(1).max(360),
  purpose: z.string().trim().max(200).optional(),
});

/** The quote of a product for this person: dates follow the salary day where the product says so. */
export const quotePlan = post("/personal/loans/quote", {
  spec: "added",
  because: "The application shows the whole cost while the amount is typed.",
  summary: "What a plan would cost this person",
  audience: "customer",
  can: "signed_in",
  body: requestBody,
  /** `penalty`: what lateness costs, in words, with an example of the first instalment. */
  response: quoteAnswer.extend({ terms: quoteRequest, penalty: z.string() }),
});

/** C288. */
export const request = post("/staff/loans/request", {
  spec: "C288",
  summary: "Ask for a loan",
  can: ["personal:can_apply_for_credit"],
  effect: "sends",
  body: requestBody,
  response: z.object({ loan: loanDetail }),
});
