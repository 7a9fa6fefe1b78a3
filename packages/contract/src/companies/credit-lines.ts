/** Credit of a company (the credit wallet of R031): applied for, analysed, offered, accepted by two signatories, given to its people, drawn and paid back. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo, percent, positiveKobo } from "../money.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { moment } from "../time.ts";
import { colleagueAsked } from "./approval-chains.ts";
import { lineDeclineReasons, lineApplicationStates } from "./line-application-states.ts";

const applies = { can: ["company:can_apply_for_credit"] } as const;
const decides = { spec: "added", can: ["provider:can_apply_for_credit"] } as const;

const application = z.object({
  id: z.uuid(),
  status: z.enum(lineApplicationStates.states),
  amount_kobo: kobo,
  purpose: z.string(),
  /** What the company says that it sells in a month. */
  monthly_turnover_kobo: kobo,
  offered_kobo: kobo.nullable(),
  annual_rate_percent: z.string().nullable(),
  offer_expires_on: z.string().nullable(),
  /** In words, where it was declined. */
  declined_because: z.string().nullable(),
  signatories: z.array(z.object({ id: z.uuid(), name: z.string(), signed_at: moment.nullable() })),
  created_at: moment,
  abilities,
});

/** What a line has and has not: drawn, left to the company, left to its people. */
const line = z.object({
  limit_kobo: kobo,
  annual_rate_percent: z.string(),
  drawn_kobo: kobo,
  interest_kobo: kobo,
  /** For what was paid late. */
  penalty_kobo: kobo,
  /** Neither drawn nor given to an employee. */
  available_kobo: kobo,
  assigned_kobo: kobo,
  granted_at: moment,
});

/** What the provider knows of a company by its own books. */
const known = z.object({
  paid_in_kobo: kobo,
  /** The months over which it was counted. */
  months: z.int(),
  monthly_average_kobo: kobo,
  suggested_kobo: kobo,
  since: moment,
  people: z.int(),
  people_owe_kobo: kobo,
  people_late: z.int(),
});

export const findOwn = get("/companies/creditLimit", {
  spec: "added",
  because: "The credit wallet and its application on one's own screen; the specification names only the writing calls.",
  summary: "The company's credit line and its application",
  can: ["company:can_view_wallet"],
  response: z.object({
    line: line.nullable(),
    application: application.nullable(),
    /** Who may sign for the company. */
    may_sign: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
});

const answered = z.object({ application });

/** C257. The first of two steps: nothing is sent yet. */
export const request = post("/companies/creditLimit/request", {
  spec: "C257",
  summary: "Enter the wanted credit line and its purpose; the next step submits it",
  ...applies,
  body: form(
    { amount_kobo: "required", purpose: "required|min:10|max:500", monthly_turnover_kobo: "required" },
    { amount_kobo: positiveKobo, monthly_turnover_kobo: positiveKobo },
  ),
  response: answered,
});

/** C258. The application is named in the body. */
export const submit = action(lineApplicationStates, "submit", {
  call: post("/companies/creditLimit/request/final", {
    spec: "C258",
    summary: "Name the two who sign for the company, and send the application",
    ...applies,
    body: form(
      { application_id: "required", first_signatory_id: "required", second_signatory_id: "required" },
      { application_id: z.uuid(), first_signatory_id: z.uuid(), second_signatory_id: z.uuid() },
    ),
    response: answered,
  }),
});

export const sign = action(
  lineApplicationStates,
  { name: "sign", from: ["offered"] },
  {
    asks: {
      label: "Sign…",
      title: "Sign for the company?",
      body: "The second signature grants the line on these terms. Drawn amounts are owed with interest.",
      shows: ["offered_kobo", "annual_rate_percent"],
      yes: "Sign",
      done: "Signed.",
    },
    refuses: {
      not_signatory: { status: 403, words: "Only the two who were named sign for the company.", is_hidden: true },
      signed: { status: 409, words: "You have signed." },
    },
    call: post("/companies/creditLimit/{id}/sign", {
      spec: "added",
      because: "A line is accepted by two signatories.",
      summary: "Sign the offer of a line; the second signature grants it",
      ...applies,
      effect: "moves_money",
      step_up: true,
      params: idParams,
      response: answered,
    }),
  },
);

export const withdraw = action(lineApplicationStates, "withdraw", {
  asks: {
    label: "Withdraw…",
    body: "Another application can be made at any time.",
    done: "Withdrawn.",
    style: "danger",
  },
  call: post("/companies/creditLimit/{id}/withdraw", {
    spec: "added",
    because: "Somebody who has changed their mind says so.",
    summary: "Withdraw an application for a line",
    ...applies,
    params: idParams,
    response: answered,
  }),
});

/** C246. */
export const assignCredit = post("/companies/wallet/assign-credit", {
  spec: "C246",
  summary: "Give an employee a part of the line to spend, or take it back",
  can: ["company:can_fund_debit_wallet"],
  effect: "moves_money",
  body: form(
    { user_id: "required", amount_kobo: "required", is_back: "nullable" },
    { user_id: z.uuid(), amount_kobo: positiveKobo, is_back: z.boolean().optional() },
  ),
  response: z.object({ line, assigned_kobo: kobo, approval_id: colleagueAsked }),
});

const movesLine = {
  ...applies,
  effect: "moves_money",
  body: form({ amount_kobo: "required" }, { amount_kobo: positiveKobo }),
  response: z.object({ line, wallet_kobo: kobo, approval_id: colleagueAsked }),
} as const;

export const draw = post("/companies/creditLimit/draw", {
  spec: "added",
  because: "A line is used before there are cards: into the company's own wallet.",
  summary: "Draw from the line into the wallet",
  step_up: true,
  ...movesLine,
});

/** C243: what is paid into the credit wallet pays back what was drawn. */
export const fundCredit = post("/companies/wallet/fund-credit-wallet", {
  spec: "C243",
  summary: "Pay back what was drawn, from the wallet: interest first, then principal",
  ...movesLine,
});

const applicationRow = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  company: z.string(),
  status: z.enum(lineApplicationStates.states),
  amount_kobo: kobo,
  offered_kobo: kobo.nullable(),
  monthly_turnover_kobo: kobo,
  is_waiting: z.boolean(),
  created_at: moment,
  abilities,
});

export const listAll = list("/admin/corporate/credit-applications", {
  ...decides,
  because: "R042 lists them; the specification names the calls of people's applications only.",
  summary: "Companies' applications for a credit line, the longest waiting first",
  can: ["provider:can_view_companies"],
  row: applicationRow,
  search: ["company"],
  filters: { status: { kind: "choice", label: "State", options: lineApplicationStates.states }, company_id: "id" },
  sorts: ["created_at", "amount_kobo", "monthly_turnover_kobo", "offered_kobo"],
  ranges: ["created_at", "amount_kobo"],
  default_sort: "created_at",
});

export const find = get("/admin/corporate/credit-applications/{id}", {
  ...decides,
  because: "A line is offered by what is known of the company.",
  summary: "One application for a line with what is known of the company",
  can: ["provider:can_view_companies"],
  params: idParams,
  response: applicationRow.extend({
    purpose: z.string(),
    annual_rate_percent: z.string().nullable(),
    offer_expires_on: z.string().nullable(),
    declined_because: z.string().nullable(),
    signatories: application.shape.signatories,
    known,
    line: line.nullable(),
    version: z.int(),
  }),
});

const own_company = { status: 403, words: "Somebody else decides about your own company." } as const;

export const offer = action(
  lineApplicationStates,
  { name: "offer", from: ["requested"] },
  {
    refuses: { own_company, waiting: { status: 409, words: "An offer waits for a second person." } },
    call: post("/admin/corporate/credit-applications/{id}/offer", {
      ...decides,
      because: "An application is analysed and offered; the specification names no call.",
      summary: "Propose an offer of a line to a second person",
      step_up: true,
      params: idParams,
      body: form(
        { offered_kobo: "required", annual_rate_percent: "required", reason: reasonRule },
        { offered_kobo: positiveKobo, annual_rate_percent: percent },
      ),
      response: secondPersonAsked,
    }),
  },
);

export const decline = action(lineApplicationStates, "decline", {
  refuses: { own_company, waiting: { status: 409, words: "An offer waits for a second person." } },
  call: post("/admin/corporate/credit-applications/{id}/decline", {
    ...decides,
    because: "Line 130 says that they are declined; the named call is that of people.",
    summary: "Decline a company's application for a line, for one of the reasons that there are",
    effect: "sends",
    params: idParams,
    body: form(
      { because: `required|inArray:${lineDeclineReasons.join(",")}`, note: "nullable|max:500" },
      { because: z.enum(lineDeclineReasons), note: z.string().max(500).optional() },
    ),
    response: z.object({ application: applicationRow }),
  }),
});

export const lower = post("/admin/corporate/companies/{id}/line", {
  ...decides,
  because: "A granted line is lowered, never below what is drawn or given to people.",
  summary: "Propose to a second person to lower a company's line",
  step_up: true,
  params: idParams,
  body: form({ limit_kobo: "required", reason: reasonRule }, { limit_kobo: nonNegativeKobo }),
  response: secondPersonAsked,
});
