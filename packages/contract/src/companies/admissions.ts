/** The provider's companies (R037 to R041): who applies, what the register says of them, who is in, who is suspended. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { companyStates } from "../platform/company-states.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { moment } from "../time.ts";
import { LINE_USED_PERCENT } from "./company-risks.ts";
import { declineReasons, registerOutcomes } from "./decline-reasons.ts";
import { timelineCall } from "../timeline.ts";

const companyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  rc_number: z.string().nullable(),
  industry: z.string().nullable(),
  status: z.enum(companyStates.states),
  /** People with an account who work there, its administrators among them. */
  staff: z.int(),
  /** Principal that its people owe. */
  outstanding_kobo: kobo,
  unique_plan: z.string().nullable(),
  plan_paid_until: z.string().nullable(),
  has_profile: z.boolean(),
  /** The last answer of the register; null before it was asked. */
  register: z.enum(registerOutcomes).nullable(),
  created_at: moment,
  abilities,
});
const lists = {
  row: companyRow,
  search: ["name", "RC number", "email"],
  filters: {
    status: { kind: "choice", label: "State", options: companyStates.states },
    register: { kind: "choice", label: "Register", options: registerOutcomes },
    industry: { kind: "text", label: "Industry" },
    unique_plan: { kind: "text", label: "Plan" },
    is_late: { kind: "boolean", label: "Has late loans" },
    has_plan: { kind: "boolean", label: "Has a plan" },
    is_wallet_low: { kind: "boolean", label: "Wallet is low" },
    is_line_used: { kind: "boolean", label: `Line over ${LINE_USED_PERCENT} % drawn` },
  },
  sorts: ["name", "created_at", "plan_paid_until", "outstanding_kobo"],
  ranges: ["created_at", "plan_paid_until"],
} as const;

const admitted = ["provider:can_view_companies", "provider:can_update_companies"] as const;
const applied = [
  "provider:can_view_company_requests",
  "provider:can_approve_company_requests",
  "provider:can_decline_company_requests",
] as const;

export const listAll = list("/companies", {
  spec: "C223",
  summary: "Companies, with their people, what these owe, and the plan",
  can: admitted,
  ...lists,
  default_sort: "name",
});

export const requests = list("/companies/requests", {
  spec: "C224",
  summary: "Companies that have applied and are not decided, the longest waiting first",
  can: applied,
  ...lists,
  default_sort: "created_at",
});

const registered = z.object({
  outcome: z.enum(registerOutcomes),
  /** As the register writes it; null for a number that it does not know. */
  name: z.string().nullable(),
  address: z.string().nullable(),
  registered_on: z.string().nullable(),
  directors: z.array(z.string()),
  is_same_name: z.boolean(),
  asked_at: moment,
});

export const find = get("/admin/corporate/companies/{id}", {
  spec: "added",
  because: "The page on which a company is admitted, seen and suspended.",
  summary: "One company: profile, register, owners, figures, others like it, and what happened",
  can: [...admitted, ...applied],
  params: idParams,
  response: companyRow.extend({
    address: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    /** The answer of the register with the number that the company has now. */
    registered: registered.nullable(),
    owners: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string(), has_joined: z.boolean() })),
    administrators: z.int(),
    loans_requested: z.int(),
    loans_running: z.int(),
    loans_late: z.int(),
    /** Companies with the same phone or address for mail, or nearly the same name. */
    alike: z.array(z.object({ id: z.uuid(), name: z.string(), status: z.string(), shares: z.string() })),
    waiting: z.array(z.object({ id: z.uuid(), title: z.string() })),
  }),
});

export const timeline = get("/admin/corporate/companies/{id}/timeline", {
  ...timelineCall,
  summary: "All that happened in a company, the newest first",
  can: ["provider:can_view_companies", "provider:can_view_company_requests"],
});

export const statistics = get("/admin/corporate/companies/statistics", {
  spec: "C099",
  summary: "How many companies apply, are in, and what their people owe",
  can: ["provider:can_view_companies"],
  response: z.object({
    counted_at: moment,
    by_status: z.array(z.object({ status: z.enum(companyStates.states), companies: z.int() })),
    staff: z.int(),
    outstanding_kobo: kobo,
    late_kobo: kobo,
    /** Approved companies at risk. */
    at_risk: z.object({
      wallets_low: z.int(),
      lines_used: z.int(),
      plans_ending: z.int(),
      /** The last day on which those plans end. Lapsed plans are not counted. */
      plans_end_by: z.iso.date(),
    }),
    by_industry: z.array(z.object({ industry: z.string(), companies: z.int(), outstanding_kobo: kobo })),
    by_month: z.array(z.object({ month: z.string(), applied: z.int(), approved: z.int() })),
    largest: z.array(
      z.object({ id: z.uuid(), name: z.string(), staff: z.int(), outstanding_kobo: kobo, late: z.int() }),
    ),
  }),
});

/** R040. The owner chooses a password by a mailed link; the application is decided by somebody else. */
export const create = post("/admin/corporate/companies", {
  spec: "added",
  because: "R040 registers a company; the specification names no call.",
  summary: "Register a company and invite its owner; a colleague decides about it",
  can: ["provider:can_create_companies"],
  effect: "sends",
  body: form({
    company_name: "required|min:2|max:160",
    rc_number: "required|alphaNum|max:20",
    name: "required|name|max:120",
    email: "required|email|privateEmail|max:200",
    phone: "required|phone",
  }),
  response: z.object({ company_id: z.uuid() }),
});

const own_company = {
  status: 403,
  words: "Somebody else decides about a company that you registered or belong to.",
} as const;
const acts = { spec: "added", params: idParams, response: z.object({ company: companyRow }) } as const;
const shows = ["name", "rc_number"];

export const lookUp = action(
  companyStates,
  { name: "look_up", from: ["pending", "approved", "declined", "deactivated"] },
  {
    asks: {
      label: "Ask the register",
      title: "Ask the register of companies?",
      yes: "Ask",
      shows,
      done: "The register has answered.",
    },
    refuses: { no_number: { status: 409, words: "The company has not said its registration number." } },
    call: post("/admin/corporate/companies/{id}/look-up", {
      because: "An application is compared with the register of companies.",
      summary: "Ask the register of companies for a company's number",
      can: ["provider:can_approve_company_requests", "provider:can_decline_company_requests"],
      effect: "sends",
      ...acts,
    }),
  },
);

export const approve = action(companyStates, "approve", {
  asks: {
    label: "Approve…",
    body: "Its people can be confirmed as employees and borrow against their salary, and it can pay for a plan. Its owners get a message.",
    shows: [...shows, "register"],
    reason: "optional",
    done: "Approved. Its owners get a message.",
  },
  refuses: {
    own_company,
    not_looked_up: { status: 409, words: "Ask the register of companies first." },
    not_active: { status: 409, words: "The register does not have this company as active." },
    name_differs: {
      status: 409,
      words: "The register has another name under this number. The company corrects its name first, or is declined.",
    },
  },
  call: post("/admin/corporate/companies/{id}/approve", {
    because: "Line 197 names the permission, and no call.",
    summary: "Approve the application of a company",
    can: ["provider:can_approve_company_requests"],
    effect: "sends",
    ...acts,
    body: form({ reason: "nullable|max:500" }, { reason: z.string().max(500).optional() }),
  }),
});

export const decline = action(companyStates, "decline", {
  refuses: { own_company },
  call: post("/admin/corporate/companies/{id}/decline", {
    because: "Line 197 names the permission, and no call.",
    summary: "Decline the application of a company, for one of the reasons that there are",
    can: ["provider:can_decline_company_requests"],
    effect: "sends",
    ...acts,
    body: form(
      { because: `required|inArray:${declineReasons.join(",")}`, note: "nullable|max:500" },
      { because: z.enum(declineReasons), note: z.string().max(500).optional() },
    ),
  }),
});

const proposes = {
  spec: "added",
  can: ["provider:can_update_companies"],
  step_up: true,
  params: idParams,
  body: form({ reason: reasonRule }),
  response: secondPersonAsked,
} as const;

/** What suspending does, before it is proposed. */
export const suspending = get("/admin/corporate/companies/{id}/suspending", {
  spec: "added",
  because: "What a suspension does is listed before anybody proposes it.",
  summary: "What happens when this company is suspended, a sentence each",
  can: ["provider:can_update_companies"],
  params: idParams,
  response: z.object({ consequences: z.array(z.string()) }),
});

export const suspend = action(
  companyStates,
  { name: "suspend", from: ["approved"] },
  {
    refuses: { own_company },
    call: post("/admin/corporate/companies/{id}/suspend", {
      because: "A company in trouble or in breach is suspended by two people.",
      summary: "Propose to suspend a company",
      ...proposes,
    }),
  },
);

export const letBack = action(
  companyStates,
  { name: "let_back", from: ["deactivated"] },
  {
    asks: {
      label: "Let back in…",
      title: "Propose to let this company back in?",
      body: "A second person decides. Its administrators can act again.",
      shows,
      reason: "required",
      yes: "Propose",
      done: "Proposed. A second person decides.",
    },
    refuses: { own_company },
    call: post("/admin/corporate/companies/{id}/let-back", {
      because: "A suspension ends by two people.",
      summary: "Propose to let a suspended company back in",
      ...proposes,
    }),
  },
);

export const inviteAgain = action(
  companyStates,
  { name: "invite_again", from: ["pending", "approved"] },
  {
    asks: {
      label: "Send the owner's link again",
      title: "Send the owner another link?",
      body: "The link that was sent before no longer works. The new one works for seven days.",
      shows,
      yes: "Send",
      done: "Sent.",
    },
    refuses: { has_joined: { status: 409, words: "Its owner has joined.", is_hidden: true } },
    call: post("/admin/corporate/companies/{id}/invite-again", {
      because: "The mailed link of an invitation ends after seven days.",
      summary: "Mail the owner of a company another link",
      can: ["provider:can_create_companies"],
      effect: "sends",
      ...acts,
    }),
  },
);
