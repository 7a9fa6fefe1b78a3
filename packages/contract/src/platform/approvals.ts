import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { moment } from "../time.ts";
import { approvalStates } from "./approval-states.ts";

const person = z.object({ id: z.uuid(), name: z.string() });

export const approvalRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  status: z.enum(approvalStates.states),
  is_pending: z.boolean(),
  amount_kobo: kobo.nullable(),
  item_count: z.int(),
  reason: z.string().nullable(),
  maker: person,
  checker: person.nullable(),
  version: z.int(),
  created_at: moment,
  decided_at: moment.nullable(),
  decision_reason: z.string().nullable(),
});

/** A figure or state that carrying the request out changes; in kobo where it is money. */
const measure = z.object({
  label: z.string(),
  before: z.union([kobo, z.string()]).nullable(),
  after: z.union([kobo, z.string()]).nullable(),
});

/** The account that is paid. */
export const paidTo = {
  bank_name: z.string(),
  account_no: z.string(),
  /** The name that the bank gave for the account, and whether it is the person's. */
  account_name: z.string(),
  is_same_name: z.boolean(),
  /** When another account was last put in the place of one before. */
  account_changed_at: moment.nullable(),
};

/** Somebody who is paid, and to where. */
const payee = z.object({
  payout_id: z.uuid(),
  person,
  loan_id: z.uuid().nullable(),
  reference: z.string(),
  amount_kobo: kobo,
  /** Kept from the principal. */
  fees_kobo: kobo,
  ...paidTo,
  /** What the credit rules said of what is paid, in words; null where they have no say. */
  rules_say: z.string().nullable().optional(),
  status: z.string(),
  failure: z.string().nullable(),
});

/** What carrying the request out does: now while it is pending, as it was done afterwards. */
const effect = z.object({
  /** Why it would be refused now. */
  refusal: z.string().nullable(),
  postings: z.array(
    z.object({ account: z.string(), currency: z.string().optional(), debit_kobo: kobo, credit_kobo: kobo }),
  ),
  measures: z.array(measure),
  payees: z.array(payee),
  /** A message as its first recipient reads it. */
  texts: z.array(z.object({ to: z.string(), subject: z.string().nullable(), body: z.string() })),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Evidence, to be opened before deciding. */
  papers: z.array(z.object({ label: z.string(), name: z.string(), link: z.string() })),
});
export type Effect = z.output<typeof effect>;

/** What a call answers that only asks: the request waits in the inbox until somebody else decides. */
export const secondPersonAsked = z.object({ approval_id: z.uuid() });

export const listAll = list("/admin/approvals", {
  spec: "added",
  because: "The queue of the second person.",
  summary: "Everything that waits for a second person, and what was decided",
  can: ["provider:can_view_approvals", "provider:can_decide_approvals"],
  row: approvalRow,
  search: ["title"],
  filters: {
    status: { kind: "choice", options: approvalStates.states },
    kind: "text",
    amount_kobo: "kobo",
    maker_id: { kind: "id", label: "Requested by" },
    for_me: { kind: "boolean", label: "For me to decide" },
  },
  sorts: ["is_pending", "created_at", "decided_at", "amount_kobo", "kind"],
  ranges: ["created_at", "decided_at"],
  default_sort: "-is_pending",
});

export const find = get("/admin/approvals/{id}", {
  spec: "added",
  because: "The second person sees what will happen before deciding.",
  summary: "One request with what is before and what will be after",
  can: ["provider:can_view_approvals", "provider:can_decide_approvals"],
  params: idParams,
  response: approvalRow.extend({
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()),
    items: z.array(
      z.object({
        label: z.string(),
        /** The loan that the item is about, for the second person to look at. */ loan_id: z.uuid().nullable(),
        amount_kobo: kobo.nullable(),
        verdict: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    /** What is asked, field by field, in words. `before` is null where nothing was there. */
    changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string() })),
    effect,
    may_decide: z.boolean(),
    why_not: z.string().nullable(),
    abilities,
  }),
});

const decision = z.strictObject({
  /** The version that the checker has seen; another one in the meantime is refused (412). */
  version: z.int(),
  reason: z.string().max(500).optional(),
});

const not_a_checker = { status: 403, words: "Nobody approves their own request: a second person decides." } as const;
const wrong_role = { status: 403, words: "Your role may not decide this kind of request." } as const;
const own_case = { status: 403, words: "It is about yourself, or about what you did: somebody else decides." } as const;
const shows = ["title", "amount_kobo", "item_count", "maker"];

export const approve = action(approvalStates, "approve", {
  asks: {
    label: "Approve",
    title: "Approve and carry out?",
    shows,
    reason: "optional",
    yes: "Approve",
    style: "primary",
    done: "Approved.",
  },
  refuses: { not_a_checker, wrong_role, own_case },
  call: post("/admin/approvals/{id}/approve", {
    spec: "added",
    because: "Money and rights need a second person; the specification has no call for that person.",
    summary: "Let it happen (never one's own request)",
    can: ["provider:can_decide_approvals"],
    effect: "moves_money",
    step_up: true,
    params: idParams,
    body: decision,
    response: approvalRow,
  }),
});

export const approveMany = post("/admin/approvals/approve-many", {
  spec: "added",
  because: "Requests that are alike are decided together, each with a verdict of its own.",
  summary: "Approve several requests of one kind",
  can: ["provider:can_decide_approvals"],
  step_up: true,
  body: z.strictObject({
    approvals: z
      .array(z.strictObject({ id: z.uuid(), version: z.int() }))
      .min(1)
      .max(100),
    reason: z.string().max(500).optional(),
  }),
  response: z.object({
    results: z.array(z.object({ id: z.uuid(), is_done: z.boolean(), reason: z.string().nullable() })),
  }),
});

const ONE_ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const IDS = new RegExp(`^${ONE_ID}(,${ONE_ID}){0,99}$`);

/** What the dialog tells of each request before several are approved together. */
export const glance = get("/admin/approvals/glance", {
  spec: "added",
  because:
    "The approver of many at once reads each payee, their bank, whether the name agrees, and whether there is evidence.",
  summary: "Of these requests the payees, accounts and evidence",
  can: ["provider:can_decide_approvals"],
  /** Ids with commas between them, at most 100. */
  query: z.strictObject({ ids: z.string().regex(IDS) }),
  response: z.object({
    requests: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        amount_kobo: kobo.nullable(),
        /** Payee, bank and account of each that is paid, at most three; what else says where it goes. */
        lines: z.array(z.string()),
        /** How many payees have another name than the bank's for their account. */
        names_differ: z.int(),
        /** Null where this kind of request has none. */
        has_evidence: z.boolean().nullable(),
      }),
    ),
  }),
});

const sums = z.object({ count: z.int(), amount_kobo: kobo, oldest_at: moment.nullable() });
/** The pending requests that the caller may decide (the list's `for_me`), and their own. */
export const waiting = get("/admin/approvals/waiting", {
  spec: "added",
  because: "The menu and the home say how much waits for one's decision.",
  summary: "How many requests wait for the caller's decision, and how many of their own are pending",
  can: ["provider:can_view_approvals", "provider:can_decide_approvals"],
  response: z.object({
    /** `came` and `left`: since 17:00 of the day before; what the caller decided has left. */
    to_decide: sums.extend({ came: z.int(), left: z.int() }),
    /** All that are pending, no matter who decides them. */
    all: sums,
    /** What the caller requested; `today` is the day of those decided. */
    asked: z.object({ pending: z.int(), decided_today: z.int(), today: z.string() }),
  }),
});

export const decline = action(approvalStates, "decline", {
  asks: {
    label: "Decline",
    title: "Decline this request?",
    shows,
    reason: "required",
    yes: "Decline",
    style: "danger",
    done: "Declined.",
  },
  refuses: { not_a_checker, wrong_role, own_case },
  call: post("/admin/approvals/{id}/decline", {
    spec: "added",
    because: "As approve: the second person may refuse.",
    summary: "Refuse it, with a reason",
    can: ["provider:can_decide_approvals"],
    params: idParams,
    body: decision.extend({
      reason: z.string().min(3, { error: "this field has to contain at least 3 characters" }).max(500),
    }),
    response: approvalRow,
  }),
});

export const withdraw = action(approvalStates, "withdraw", {
  asks: {
    label: "Withdraw",
    title: "Take this request back?",
    body: "Nobody has decided on it yet.",
    yes: "Withdraw",
    done: "Withdrawn.",
  },
  refuses: { not_the_maker: { status: 403, words: "Only the person who made a request takes it back." } },
  call: post("/admin/approvals/{id}/withdraw", {
    spec: "added",
    because: "A mistaken request is withdrawn instead of refused.",
    summary: "Take back one's own request before it is decided",
    can: ["provider:can_view_approvals"],
    params: idParams,
    response: approvalRow,
  }),
});
