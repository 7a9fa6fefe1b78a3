import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, patch, post, put } from "../endpoint.ts";
import { kobo, nonNegativeKobo, percent, positiveKobo } from "../money.ts";
import { reason } from "../reasons.ts";
import { loanStates } from "./loan-states.ts";
import { businessDate, counted, moment } from "../time.ts";

const person = z.object({ id: z.uuid(), name: z.string() });

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
  day_count: z.enum(["actual/365", "actual/360", "30/360"]).default("actual/365"),
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
  totals: z.object({ principal_kobo: kobo, interest_kobo: kobo, fees_kobo: kobo, total_kobo: kobo }),
  irr_percent: z.string(),
});

export const quote = post("/loans/quote", {
  spec: "added",
  summary: "What a loan would cost, instalment by instalment",
  audience: "any",
  can: "signed_in",
  guards: [],
  body: quoteRequest,
  response: quoteAnswer,
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
  audience: "admin",
  can: ["provider:can_view_loans"],
  row: loanRow.extend({ abilities }),
  list: {
    search: ["reference", "customer"],
    filters: loanFilters,
    sorts: ["created_at", "principal_kobo", "days_past_due", "next_due_on", "disbursed_on"],
    ranges: ["created_at", "disbursed_on", "next_due_on"],
    default_sort: { column: "created_at", order: "desc" },
  },
});

/** A loan as the borrower's company sees it: the borrower is its employee. */
export const employeeLoanRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  employee: person,
  ...loanRow.omit({ id: true, reference: true, customer: true }).shape,
});

/** The company's own employees' loans (R046, R096, R097 for companies). */
export const listOfCompany = list("/companies/loans", {
  spec: "added",
  summary: "Loans of the company's employees",
  audience: "corporate",
  can: ["company:can_view_loans"],
  row: employeeLoanRow,
  list: {
    search: ["reference", "employee"],
    filters: { ...loanFilters, user_id: { ...loanFilters.user_id, label: "Employee" } },
    sorts: ["created_at", "principal_kobo"],
    ranges: ["created_at"],
    default_sort: { column: "created_at", order: "desc" },
  },
});

const countAndAmount = z.object({ status: z.string(), count: z.int(), principal_kobo: kobo, outstanding_kobo: kobo });

/** C078. */
export const statistics = get("/admin/personal/loans/statistics", {
  spec: "C078",
  summary: "The portfolio: by status, by arrears bucket, by month, portfolio at risk",
  audience: "admin",
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
  audience: "admin",
  can: ["provider:can_view_loans"],
  query: z.strictObject({ status: z.enum(loanStates.states).optional() }),
  response: z.object({ ...counted, status: z.string(), count: z.int(), principal_kobo: kobo, outstanding_kobo: kobo }),
});

const scheduleRow = z.object({
  id: z.uuid(),
  number: z.int(),
  due_on: z.string(),
  status: z.string(),
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
  purpose: z.string().nullable(),
  requested_principal_kobo: kobo,
  requested_instalments: z.int(),
  total_interest_kobo: kobo,
  total_fees_kobo: kobo,
  total_kobo: kobo,
  paid_kobo: kobo,
  credit_balance_kobo: kobo,
  irr_percent: z.string().nullable(),
  penalty: z.string(),
  terms: quoteRequest,
  schedule: z.array(scheduleRow),
  offer_expires_on: z.string().nullable(),
  offered_at: moment.nullable(),
  accepted_at: moment.nullable(),
  first_due_on: z.string().nullable(),
  matures_on: z.string().nullable(),
  settled_on: z.string().nullable(),
  accrued_interest_kobo: kobo,
  global_standing_instruction_kobo: kobo,
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
      bank_name: z.string(),
      account_no: z.string().nullable(),
      failure: z.string().nullable(),
      asked_at: moment.nullable(),
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

/** C079. */
export const find = get("/admin/personal/loans/{id}", {
  spec: "C079",
  summary: "One loan with its schedule, marks and history",
  audience: "admin",
  can: ["provider:can_view_loans"],
  params: idParams,
  response: z.object({ loan: loanDetail }),
});

const decided = z.object({ loan: loanDetail });
const versioned = z.strictObject({ reason: reason.optional(), version: z.int().optional() });
const BEFORE_OFFER = ["requested", "pre_approved"] as const;
const shows = ["customer", "principal_kobo", "instalment_count", "total_kobo"];
const own_loan = { status: 403, words: "Nobody decides about their own loan." } as const;
const same_person = { status: 403, words: "The officer and operations are two people." } as const;

/** C081. Needs both verifications; issues the offer letter at once. */
export const approve = action(loanStates, "approve", {
  asks: {
    label: "Approve",
    title: "Approve and send the offer?",
    body: "The offer letter goes to the person at once.",
    shows,
    reason: "optional",
    yes: "Approve",
    style: "primary",
    done: "Approved. The offer is on its way.",
  },
  refuses: {
    own_loan,
    officer_mark_missing: { status: 403, words: "The credit officer has not verified it yet." },
    operations_mark_missing: { status: 403, words: "Operations has not verified it yet." },
  },
  call: post("/admin/personal/loans/{id}/approve", {
    spec: "C081",
    summary: "Approve a request and send the offer",
    audience: "admin",
    can: ["provider:can_approve_loans"],
    effect: "sends",
    params: idParams,
    body: versioned,
    response: decided,
  }),
});
/** C082. */
export const decline = action(loanStates, "decline", {
  asks: {
    label: "Decline",
    title: "Decline this request?",
    body: "The person is told the reason.",
    shows,
    reason: "required",
    yes: "Decline",
    style: "danger",
    done: "Declined.",
  },
  refuses: { own_loan },
  call: post("/admin/personal/loans/{id}/decline", {
    spec: "C082",
    summary: "Decline a request, with the reason that the person is told",
    audience: "admin",
    can: ["provider:can_decline_loans"],
    effect: "sends",
    params: idParams,
    body: versioned.extend({ reason }),
    response: decided,
  }),
});
/** C083. */
export const officersVerify = action(
  loanStates,
  { name: "officers_verify", from: BEFORE_OFFER },
  {
    asks: {
      label: "Verify as officer",
      title: "Verify as credit officer?",
      body: "You have looked at income, identity and documents.",
      shows,
      reason: "optional",
      yes: "Verify",
      done: "Verified as credit officer.",
    },
    refuses: {
      own_loan,
      already_verified: { status: 409, words: "The credit officer has verified it already." },
      same_person,
    },
    call: post("/admin/personal/loans/{id}/officers-verify", {
      spec: "C083",
      summary: "The credit officer's mark",
      audience: "admin",
      can: ["provider:can_verify_loans_as_officer"],
      params: idParams,
      body: versioned,
      response: decided,
    }),
  },
);
/** C084. Another person than the officer. */
export const operationsVerify = action(
  loanStates,
  { name: "operations_verify", from: BEFORE_OFFER },
  {
    asks: {
      label: "Verify as operations",
      title: "Verify as operations?",
      body: "You have looked at the account and the papers.",
      shows,
      reason: "optional",
      yes: "Verify",
      done: "Verified as operations.",
    },
    refuses: { own_loan, already_verified: { status: 409, words: "Operations has verified it already." }, same_person },
    call: post("/admin/personal/loans/{id}/operations-verify", {
      spec: "C084",
      summary: "Operations' mark",
      audience: "admin",
      can: ["provider:can_verify_loans_as_operations"],
      params: idParams,
      body: versioned,
      response: decided,
    }),
  },
);
/** C085. */
export const requestStop = action(loanStates, "request_stop", {
  asks: {
    label: "Request stop",
    title: "Ask that this loan be stopped?",
    body: "Nothing more happens to it until somebody decides.",
    shows,
    reason: "required",
    yes: "Ask to stop",
    done: "Asked to stop.",
  },
  refuses: { own_loan },
  call: post("/admin/personal/loans/{id}/request-stop", {
    spec: "C085",
    summary: "Ask that a loan be stopped",
    audience: "admin",
    can: ["provider:can_request_loan_stop"],
    params: idParams,
    body: versioned.extend({ reason }),
    response: decided,
  }),
});
/** C086. Before the offer only; the marks are taken back, because they were given for other terms. */
export const modify = action(
  loanStates,
  { name: "modify", from: BEFORE_OFFER },
  {
    refuses: { own_loan },
    call: put("/admin/personal/loans/{id}/modify", {
      spec: "C086",
      summary: "Change amount or term of a request",
      audience: "admin",
      can: ["provider:can_modify_loans"],
      params: idParams,
      body: z.strictObject({
        principal_kobo: positiveKobo,
        instalments: z.int().min(1).max(360),
        reason,
        version: z.int().optional(),
      }),
      response: decided,
    }),
  },
);
/** C087. The company or a guarantor has paid the provider back outside the schedule. */
export const markAsReimbursed = action(loanStates, "mark_reimbursed", {
  asks: {
    label: "Mark reimbursed",
    title: "Mark as reimbursed?",
    body: "The loan was paid back outside its schedule. This posts to the books and ends the loan.",
    shows: [...shows, "outstanding_principal_kobo"],
    reason: "required",
    yes: "Mark as reimbursed",
    done: "Marked as reimbursed.",
  },
  refuses: { own_loan },
  call: patch("/admin/personal/loans/{id}/mark-as-reimbursed", {
    spec: "C087",
    summary: "Record that the loan was paid back outside its schedule",
    audience: "admin",
    can: ["provider:can_mark_loans_reimbursed"],
    effect: "moves_money",
    params: idParams,
    body: versioned.extend({ reason }),
    response: decided,
  }),
});

/** C276. */
export const listOwn = get("/personal/loans", {
  spec: "C276",
  summary: "One's own loans, newest first",
  audience: "customer",
  can: ["personal:can_view_loans"],
  response: z.object({ loans: z.array(loanRow) }),
});
/** C277. */
export const findOwn = get("/loans/{id}", {
  spec: "C277",
  summary: "One of one's own loans",
  audience: "customer",
  can: ["personal:can_view_loans"],
  params: idParams,
  response: z.object({ loan: loanDetail }),
});
/** C278. */
export const offerLetter = get("/personal/loans/{id}/offer-letter", {
  spec: "C278",
  summary: "The offer letter as PDF: total cost, every fee, annualised cost",
  audience: ["customer", "admin"],
  can: ["personal:can_view_offer_letter", "provider:can_view_offer_letter"],
  params: idParams,
  kind: "file",
});
/** C279. `{id}` is the loan; of indebtedness while something is owed, of no indebtedness afterwards. */
export const letterOfIndebtedness = get("/loans/letter-of-indebtedness/{id}", {
  spec: "C279",
  summary: "Letter of indebtedness, or of no indebtedness, as PDF",
  audience: ["customer", "admin"],
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
  missing: z.array(z.enum(["identity", "bank_account", "review", "open_request", "arrears"])),
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
  prepayment_mode: z.enum(["smaller_instalments", "fewer_instalments"]).optional(),
});

/** The quote of a product for this person: dates follow the salary day where the product says so. */
export const quotePlan = post("/personal/loans/quote", {
  spec: "added",
  summary: "What a plan would cost this person",
  audience: "customer",
  can: "signed_in",
  body: requestBody,
  response: quoteAnswer.extend({ terms: quoteRequest }),
});

/** C288. */
export const request = post("/staff/loans/request", {
  spec: "C288",
  summary: "Ask for a loan",
  audience: "customer",
  can: ["personal:can_apply_for_credit"],
  guards: ["password_changed", "profile_updated", "profile_approved"],
  effect: "sends",
  body: requestBody,
  response: z.object({ loan: loanDetail }),
});
const not_the_borrower = {
  status: 403,
  words: "Only the person who asked for the loan can answer the offer.",
} as const;
/** C289. No loan starts without this. */
export const acceptOffer = action(loanStates, "accept", {
  refuses: { not_the_borrower, expired: { status: 409, words: "This offer has expired." } },
  call: post("/personal/loans/offer-letter/{id}/accept", {
    spec: "C289",
    summary: "Accept the offer",
    audience: "customer",
    can: ["personal:can_view_offer_letter"],
    effect: "sends",
    params: idParams,
    body: z.strictObject({ accepted_terms: z.literal(true, { error: "this field is required" }).default(true) }),
    response: decided,
  }),
});
/** C290. */
export const rejectOffer = action(loanStates, "reject", {
  refuses: { not_the_borrower },
  call: post("/personal/loans/offer-letter/{id}/reject", {
    spec: "C290",
    summary: "Reject the offer",
    audience: "customer",
    can: ["personal:can_view_offer_letter"],
    params: idParams,
    body: z.strictObject({ reason: z.string().max(500).optional() }),
    response: decided,
  }),
});
