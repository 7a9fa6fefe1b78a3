/** What a company's own people agree to: the inbox of its approvers, the chains that say who is asked, and who decides for somebody absent. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { kobo, nonNegativeKobo } from "../money.ts";
import { reason } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { form } from "../form-schema.ts";
import { approverKinds, approverRoles, chainKinds } from "./chain-steps.ts";
import { companyApprovalStates } from "./company-approval-states.ts";

/** In the answer of a call that a second person of the company may have to agree to: the request; null where it is done. */
export const colleagueAsked = z.uuid().nullable();

const person = z.object({ id: z.uuid(), name: z.string() });
/** The company's administrators and the heads of its departments, who are personal accounts. */
const decides = ["company:can_decide_approvals", "personal:can_decide_approvals"] as const;
const sees = ["company:can_view_approvals", "company:can_decide_approvals", "personal:can_decide_approvals"] as const;
/** Company guards hold for both kinds of account; a deactivated customer decides nothing. */
const guards = ["password_changed", "profile_approved", "company_profile_updated", "company_subscribed"] as const;

const approvalRow = z.object({
  id: z.uuid(),
  kind: z.enum(chainKinds),
  title: z.string(),
  status: z.enum(companyApprovalStates.states),
  amount_kobo: kobo.nullable(),
  requester: person,
  department: z.string().nullable(),
  /** "2 of 3: Finance"; null once it is decided. */
  step: z.string().nullable(),
  /** Whose turn it is, by commas; null once it is decided. */
  waits_for: z.string().nullable(),
  /** Other requests beside which it looks as if one had been split below a band. */
  is_split: z.boolean(),
  version: z.int(),
  created_at: moment,
  decided_at: moment.nullable(),
  abilities,
});

export const listAll = list("/companies/approvals", {
  spec: "added",
  because: "Line 186 and 188 let several people of a company decide; they need one inbox.",
  summary: "Requests of the company: pending, decided, and one's own",
  can: sees,
  guards,
  row: approvalRow,
  search: ["title"],
  filters: {
    status: { kind: "choice", options: companyApprovalStates.states },
    kind: { kind: "choice", label: "What for", options: chainKinds },
    amount_kobo: "kobo",
    is_split: { kind: "boolean", label: "Looks split" },
    requester_id: { kind: "id", label: "Requested by" },
    for_me: { kind: "boolean", label: "For me to decide" },
  },
  sorts: ["created_at", "amount_kobo", "decided_at"],
  ranges: ["created_at", "decided_at"],
  default_sort: "-created_at",
});

/** The pending requests that the caller may decide (the list's `for_me`), and their own. */
export const waiting = get("/companies/approvals/waiting", {
  spec: "added",
  because: "The menu and the home say how much waits for one's decision.",
  summary: "How many of the company's requests wait for the caller, and how many of their own are pending",
  can: sees,
  guards,
  response: z.object({ to_decide: z.int(), amount_kobo: kobo, oldest_at: moment.nullable(), asked: z.int() }),
});

export const find = get("/companies/approvals/{id}", {
  spec: "added",
  because: "An approver sees the request, and everybody whose turn it is.",
  summary: "One request with its chain, what was decided and who decided in whose place",
  can: sees,
  guards,
  params: idParams,
  response: approvalRow.extend({
    /** What it is about, in the noun of its kind. */
    subject_id: z.uuid(),
    reason: z.string().nullable(),
    /** The version of the chain that it keeps; null for the one that every company has. */
    chain_number: z.int().nullable(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    steps: z.array(
      z.object({
        name: z.string(),
        need: z.enum(["any", "all"]),
        /** Before it: not asked yet. */
        state: z.enum(["done", "now", "later"]),
        approvers: z.array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            because: z.enum(["chain", "escalated", "rerouted", "stand_in"]),
            has_agreed: z.boolean(),
            is_gone: z.boolean(),
          }),
        ),
      }),
    ),
    history: z.array(
      z.object({ id: z.uuid(), at: moment, by: z.string(), title: z.string(), reason: z.string().nullable() }),
    ),
    /** The requests beside which this one looks split. */
    beside: z.array(z.object({ id: z.uuid(), title: z.string(), amount_kobo: kobo.nullable(), created_at: moment })),
    /** Whom the caller would decide for; themselves where it is their own turn. One, where all of a step have to agree: one person counts once. */
    acts_for: z.array(person),
    /** Who else can be asked. */
    others: z.array(person),
  }),
});

const words = {
  own_request: { status: 403, words: "Nobody decides about what they asked for." },
  own_money: { status: 403, words: "Nobody decides about what they are paid by." },
  not_your_turn: { status: 403, words: "It waits for somebody else.", is_hidden: true },
} as const;
const shows = ["title", "amount_kobo", "requester", "step"];
const version = z.int();
const acts = { spec: "added", can: decides, guards, params: idParams, response: approvalRow } as const;

export const approve = action(
  companyApprovalStates,
  { name: "approve", from: ["pending"] },
  {
    asks: { label: "Approve", shows, reason: "optional", style: "primary", key: "a", done: "Approved." },
    refuses: {
      ...words,
      counted_once: {
        status: 403,
        words:
          "You have agreed to it already: one person counts once. Reassign it, or leave it to the other approvers.",
      },
      too_early: {
        status: 403,
        words:
          "An only administrator gave this power: it begins some hours after joining. The employee's page says when.",
      },
    },
    call: post("/companies/approvals/{id}/approve", {
      because: "A step of the chain agrees.",
      summary: "Agree to a request, for oneself or for somebody absent",
      ...acts,
      body: z.strictObject({ version, reason: z.string().max(500).optional() }),
    }),
  },
);

export const decline = action(companyApprovalStates, "decline", {
  asks: { label: "Decline", shows, reason: "required", style: "danger", key: "d", done: "Declined." },
  refuses: words,
  call: post("/companies/approvals/{id}/decline", {
    because: "A step of the chain refuses.",
    summary: "Refuse a request, with a reason",
    ...acts,
    body: z.strictObject({ version, reason }),
  }),
});

export const sendBack = action(companyApprovalStates, "send_back", {
  asks: {
    label: "Return",
    title: "Return this request?",
    body: "The requester changes it and submits it again.",
    shows,
    reason: "required",
    yes: "Return",
    done: "Returned.",
  },
  refuses: words,
  call: post("/companies/approvals/{id}/return", {
    because: "A nearly correct request is changed, not refused.",
    summary: "Return a request to its requester",
    ...acts,
    body: z.strictObject({ version, reason }),
  }),
});

export const reroute = action(
  companyApprovalStates,
  { name: "reroute", from: ["pending"] },
  {
    refuses: {
      ...words,
      not_a_colleague: { status: 409, words: "Choose somebody else of the company who may decide." },
    },
    call: post("/companies/approvals/{id}/re-route", {
      because: "Who cannot judge it hands it on, and everybody sees to whom.",
      summary: "Hand a request on to somebody else, with a reason",
      ...acts,
      body: form({ to_id: "required", reason: "required|min:3|max:500" }, { to_id: z.uuid() }),
    }),
  },
);

export const withdraw = action(companyApprovalStates, "withdraw", {
  asks: {
    label: "Withdraw",
    title: "Take this request back?",
    body: "It is not decided yet.",
    yes: "Withdraw",
    done: "Withdrawn.",
  },
  refuses: { not_the_requester: { status: 403, words: "Only who made a request takes it back.", is_hidden: true } },
  call: post("/companies/approvals/{id}/withdraw", {
    because: "A mistaken request is taken back instead of refused.",
    summary: "Take back one's own request before it is decided",
    ...acts,
    can: sees,
  }),
});

const approver = z.strictObject({
  who: z.enum(approverKinds),
  role: z.enum(approverRoles).nullish(),
  user_id: z.uuid().nullish(),
});
const some = z.array(z.uuid()).max(100).default([]);
export const chainStep = z.strictObject({
  name: z.string().trim().min(2, { error: "this field has to contain at least 2 characters" }).max(60),
  from_kobo: nonNegativeKobo.nullish(),
  below_kobo: nonNegativeKobo.nullish(),
  department_ids: some,
  category_ids: some,
  requester_ids: some,
  approvers: z.array(approver).min(1, { error: "name somebody" }).max(10),
  need: z.enum(["any", "all"]),
  escalate_after_days: z.int().min(1).max(30).nullish(),
  escalate_to: approver.nullish(),
});

export const chains = get("/companies/approval-chains", {
  spec: "added",
  because: "A company says who agrees to what.",
  summary: "The chains of the company as they are now, with who can be named in them",
  can: ["company:can_view_approvals"],
  response: z.object({
    chains: z.array(
      z.object({
        kind: z.enum(chainKinds),
        /** 0 where the company has set nothing yet. */
        number: z.int(),
        steps: z.array(chainStep),
        changed_by: z.string().nullable(),
        changed_at: moment.nullable(),
        /** Requests under way that keep an older one. */
        older: z.int(),
      }),
    ),
    people: z.array(person),
    departments: z.array(person),
    /** Those whose requests the chains name. */
    requesters: z.array(person),
  }),
});

export const changeChain = post("/companies/approval-chains", {
  spec: "added",
  because: "A company says who agrees to what; what is under way keeps its chain.",
  summary: "Give the company another chain for one kind of request",
  can: ["company:can_manage_approval_chains"],
  step_up: true,
  body: z.strictObject({
    kind: z.enum(chainKinds),
    /** The one that was looked at; another one in the meantime is refused (412). */
    number: z.int(),
    steps: z.array(chainStep).min(1, { error: "a chain has at least one step" }).max(10),
  }),
  response: z.object({ number: z.int(), approval_id: colleagueAsked }),
});

const delegation = z.object({
  id: z.uuid(),
  absent: person,
  delegate: person,
  from_on: z.string(),
  until_on: z.string(),
  reason: z.string().nullable(),
  /** From its first day until it ends. */
  state: z.enum(["coming", "running", "over"]),
  may_end: z.boolean(),
});

export const delegations = get("/companies/delegations", {
  spec: "added",
  because: "Somebody absent is stood in for.",
  summary: "Delegations and possible delegates; those who manage the chains see everybody's",
  can: sees,
  guards,
  response: z.object({ delegations: z.array(delegation), people: z.array(person) }),
});

export const delegate = post("/companies/delegations", {
  spec: "added",
  because: "All powers of an absent person pass to a delegate for some days.",
  summary: "Let somebody else decide, from one day to another, also about requests that are pending already",
  can: decides,
  guards,
  body: form(
    {
      delegate_id: "required",
      absent_id: "nullable",
      from_on: "required",
      until_on: "required",
      reason: "nullable|max:200",
    },
    { delegate_id: z.uuid(), absent_id: z.uuid().nullish(), from_on: businessDate, until_on: businessDate },
  ),
  response: z.object({ id: z.uuid() }),
});

export const endDelegation = post("/companies/delegations/{id}/end", {
  spec: "added",
  because: "Who comes back earlier decides again.",
  summary: "End a delegation at once",
  can: decides,
  guards,
  params: idParams,
  response: z.object({ id: z.uuid() }),
});
