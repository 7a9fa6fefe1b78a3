import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { reason } from "../reasons.ts";
import { reconciliationStates } from "./reconciliation-states.ts";
import { businessDate, moment } from "../time.ts";

export const itemRow = z.object({
  id: z.uuid(),
  business_date: z.string(),
  direction: z.enum(["in", "out"]),
  subject_type: z.string(),
  subject_id: z.uuid(),
  reference: z.string(),
  customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  expected_kobo: kobo.nullable(),
  actual_kobo: kobo.nullable(),
  difference_kobo: kobo,
  status: z.enum(reconciliationStates.states),
  reason: z.string(),
  statement: z.object({ line: z.int(), booked_on: z.string(), narration: z.string() }).nullable(),
  owner: z.string().nullable(),
  decided_by: z.string().nullable(),
  decision_note: z.string().nullable(),
  version: z.int(),
  updated_at: moment,
  abilities,
});

/** Screen R104. */
export const listAll = list("/admin/reconciliation", {
  spec: "added",
  because: "What the bank says against what the books say.",
  summary: "Our payouts and receipts against the bank's statement, each with its reason",
  can: ["provider:can_view_reconciliation", "provider:can_reconcile"],
  row: itemRow,
  search: ["reference", "reason"],
  filters: {
    status: { kind: "choice", options: reconciliationStates.states },
    direction: { kind: "choice", options: ["in", "out"] },
    business_date: { kind: "date", label: "Day" },
    owner_id: { kind: "id", label: "Owner" },
    subject_type: {
      kind: "choice",
      label: "What",
      options: [
        "payout",
        "payout_return",
        "receipt",
        "remittance",
        "bank_line",
        "unidentified_receipt",
        "webhook",
        "bank_balance",
        "partner_funding",
        "bank_claim",
      ],
    },
    expected_kobo: "kobo",
  },
  sorts: ["business_date", "updated_at", "expected_kobo", "actual_kobo", "difference_kobo"],
  ranges: ["business_date"],
  default_sort: "-business_date",
});

export const find = get("/admin/reconciliation/{id}", {
  spec: "added",
  because: "The page of one exception.",
  summary: "One row: expected, found, why",
  can: ["provider:can_view_reconciliation", "provider:can_reconcile"],
  params: idParams,
  /** `request_id`: the request about it that waits for a second person. */
  response: z.object({ item: itemRow, request_id: z.uuid().nullable() }),
});

const sums = z.object({
  status: z.enum(reconciliationStates.states),
  count: z.int(),
  expected_kobo: kobo,
  actual_kobo: kobo,
});

export const summary = get("/admin/reconciliation/summary", {
  spec: "added",
  because: "The last days at a glance.",
  summary: "The last days: what matched and what did not",
  can: ["provider:can_view_reconciliation", "provider:can_reconcile"],
  query: z.strictObject({ from: businessDate.optional(), to: businessDate.optional() }),
  response: z.object({
    days: z.array(
      z.object({
        business_date: z.string(),
        statuses: z.array(sums),
        exceptions: z.int(),
        statement: z
          .object({
            id: z.uuid(),
            format: z.string(),
            opening_kobo: kobo.nullable(),
            closing_kobo: kobo.nullable(),
            lines: z.int(),
            fetched_at: moment,
          })
          .nullable(),
      }),
    ),
  }),
});

/** What the bank says at the end of a day, what the books say, and which rows explain the difference. */
export const balance = get("/admin/reconciliation/balance", {
  spec: "added",
  because: "The bank's balance against the books, to the kobo.",
  summary: "Bank says, books say, explained by",
  can: ["provider:can_view_reconciliation", "provider:can_reconcile"],
  query: z.strictObject({ on: businessDate.optional() }),
  response: z.object({
    /** Null until a statement was taken. */
    balance: z
      .object({
        on: z.string(),
        bank_kobo: kobo,
        books_kobo: kobo,
        difference_kobo: kobo,
        explained: z.array(
          z.object({
            words: z.string(),
            count: z.int(),
            amount_kobo: kobo,
            items: z.array(z.object({ id: z.uuid(), reference: z.string(), amount_kobo: kobo })),
          }),
        ),
        unexplained_kobo: kobo,
        owner: z.string().nullable(),
      })
      .nullable(),
    /** Statements that wait for a person. */
    waiting: z.array(z.object({ id: z.uuid(), statement_on: z.string(), status: z.string(), reason: z.string() })),
  }),
});

const item = z.object({ item: itemRow });
const decides = {
  spec: "added",
  can: ["provider:can_reconcile"],
  effect: "sends",
  params: idParams,
  body: z.strictObject({ reason, version: z.int().optional() }),
  response: item,
} as const;
const shows = ["reference", "expected_kobo", "actual_kobo", "reason"];

const is_return = {
  status: 409,
  words: "A payout on its way back ends by the bank's line, or on its loan: the borrower kept it, or it is lost.",
  is_hidden: true,
} as const;
const already_asked = { status: 409, words: "This waits for a second person already." } as const;
const own_receipt = {
  status: 403,
  words: "You recorded this receipt yourself: somebody else decides about it.",
} as const;

const needs_second = {
  status: 409,
  words: "Money that nobody has yet leaves the exceptions by two persons: give it to its owner, or set it aside.",
  is_hidden: true,
} as const;

const not_booked = {
  status: 409,
  words: "Nothing in our books is the other side of this: name its difference, which a second person looks at.",
  is_hidden: true,
} as const;

const byTwo = { ...decides, response: item.extend({ approval_id: z.uuid() }) } as const;
const MATCH = { name: "match_by_hand", from: ["expected", "missing", "mismatch"] } as const;
const VOID = { name: "void", from: ["expected", "missing", "over", "short", "mismatch"] } as const;

export const match = action(reconciliationStates, MATCH, {
  asks: {
    label: "Match by hand…",
    body: "A second person decides. Then it counts as matched; nothing is booked.",
    shows,
    reason: "required",
    done: "A second person was asked.",
  },
  refuses: { own_receipt, is_return, needs_second, already_asked, not_booked },
  call: post("/admin/reconciliation/{id}/match", {
    ...byTwo,
    because: "A person has seen what proves it, and a second one agrees.",
    summary: "Ask that a row be matched by hand (a second person decides)",
  }),
});

export const voidItem = action(reconciliationStates, VOID, {
  asks: {
    label: "Void…",
    body: "A second person decides. Then it leaves the reconciliation; nothing is booked.",
    shows,
    reason: "required",
    style: "danger",
    done: "A second person was asked.",
  },
  refuses: { own_receipt, is_return, needs_second, already_asked, at_the_bank: not_booked },
  call: post("/admin/reconciliation/{id}/void", {
    ...byTwo,
    because: "An expectation that was wrong is taken out, on record, by two persons.",
    summary: "Ask that a row be taken out (a second person decides)",
  }),
});

/** Money of nobody leaves the list of exceptions: two persons say so. What it is owed stays in the books, and it can be given to its owner later. */
export const setAside = action(
  reconciliationStates,
  { name: "set_aside", from: ["mismatch"] },
  {
    asks: {
      label: "Set aside…",
      body: "A second person decides. Then it leaves the exceptions; nothing is booked, it stays owed and can be given to its owner later.",
      shows,
      reason: "required",
      style: "danger",
      done: "A second person was asked.",
    },
    refuses: {
      not_nobodys: { status: 409, words: "Only money that nobody has yet is set aside.", is_hidden: true },
      already_asked,
    },
    call: post("/admin/reconciliation/{id}/set-aside", {
      ...byTwo,
      because: "Money without a name whose owner is not found must not stay an exception for ever.",
      summary: "Ask that money without a name leave the exceptions (a second person decides)",
    }),
  },
);

/** Where a difference may be booked. */
export const differenceAccounts = [
  "bank_charges",
  "provider_charges",
  "provider_charges_due",
  "rounding",
  "unidentified_receipts",
  "capital",
  "opening_balances",
] as const;

/** Names a difference: the bank's account by the line, the rest to the named account. Above the configured amount a second person decides. */
export const resolve = action(
  reconciliationStates,
  { name: "resolve", from: ["over", "short", "mismatch"] },
  {
    refuses: {
      own_receipt,
      no_line: {
        status: 409,
        words: "No line of the bank and no balance belongs to it: there is nothing to book.",
        is_hidden: true,
      },
      already_asked,
    },
    call: post("/admin/reconciliation/{id}/resolve", {
      ...decides,
      because: "A line that differs posts nothing until a person says what the difference is.",
      summary: "Name the account of a difference, and book the bank's line",
      effect: "moves_money",
      body: z.strictObject({ account: z.enum(differenceAccounts), reason, version: z.int().optional() }),
      response: item.extend({ approval_id: z.uuid().nullable() }),
    }),
  },
);

/** A payout that came back on a line that no rule finds: two persons say so. */
export const came = action(
  reconciliationStates,
  { name: "came", from: ["expected", "missing"] },
  {
    refuses: {
      not_a_return: { status: 409, words: "Only a payout on its way back can have come.", is_hidden: true },
      already_asked,
    },
    call: post("/admin/reconciliation/{id}/came", {
      ...decides,
      because: "A bank returns a payout in other words and amounts than it was sent with.",
      summary: "Ask that a line of the bank be taken as the return of a payout (a second person decides)",
      effect: "moves_money",
      /** The row of the bank's line that nothing explains. */
      body: z.strictObject({ line_item_id: z.uuid(), reason, version: z.int().optional() }),
      response: item.extend({ approval_id: z.uuid() }),
    }),
  },
);

export const assign = action(
  reconciliationStates,
  { name: "assign", from: ["expected", "missing", "over", "short", "mismatch"] },
  {
    asks: { label: "I see to it", title: "See to this row yourself?", shows, yes: "Yes, mine", done: "Yours now." },
    call: post("/admin/reconciliation/{id}/assign", {
      ...decides,
      because: "Each exception has somebody who owns it.",
      summary: "Take over a row",
      body: z.strictObject({ version: z.int().optional() }),
    }),
  },
);

/** The same for many rows, each with a verdict. */
export const each = post("/admin/reconciliation/each", {
  spec: "added",
  because: "Exceptions that are alike are closed together, with one reason.",
  summary: "Match, void or take over many rows, each with its verdict",
  can: ["provider:can_reconcile"],
  effect: "sends",
  body: z.strictObject({
    action: z.enum(["match_by_hand", "void", "assign"]),
    ids: z
      .array(z.uuid({ error: "this field must be an id" }))
      .min(1, { error: "choose at least one" })
      .max(500, { error: "at most 500 at once" }),
    reason,
  }),
  response: z.object({
    done: z.int(),
    verdicts: z.array(z.object({ id: z.uuid(), is_done: z.boolean(), reason: z.string().nullable() })),
  }),
});

/** Money of which nobody knew whose it is, given to a person. */
export const claim = post("/admin/reconciliation/{id}/claim", {
  spec: "added",
  because: "Money without a name finds its owner.",
  summary:
    "Ask that an unidentified receipt be given to the person, or the wallet of the company, whose it is (a second person decides)",
  can: ["provider:can_reconcile"],
  effect: "moves_money",
  params: idParams,
  /** A person, with the loan that it pays where that is known; or a company, for its wallet. */
  body: z.strictObject({
    user_id: z.uuid().optional(),
    company_id: z.uuid().optional(),
    loan_id: z.uuid().optional(),
    note: reason,
  }),
  response: z.object({ item: itemRow, approval_id: z.uuid() }),
});
