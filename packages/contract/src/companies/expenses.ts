/** What people spend for their company (R053, R057): judged by its policies, flagged, approved or deleted. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { unsorted } from "../page.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { expenseStates } from "./expense-states.ts";
import { effects } from "./policy-rules.ts";

/** The company's administrators see all; everybody their own. */
const sees = ["company:can_view_expenses", "personal:can_view_expenses"] as const;
const guards = ["password_changed", "profile_approved", "company_profile_updated", "company_subscribed"] as const;

const expenseRow = z.object({
  id: z.uuid(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  merchant: z.string(),
  category: z.string().nullable(),
  ledger_code: z.string().nullable(),
  department: z.string().nullable(),
  amount_kobo: kobo,
  /** The amount of the expense, where the row is a part of it: under a filter of a category or a department. */
  whole_kobo: kobo.nullable(),
  spent_on: z.string(),
  has_receipt: z.boolean(),
  /** False where there is none to be requested: a bill, days away. The filter of receipts finds what is missing. */
  wants_receipt: z.boolean(),
  /** Another one has the same person, amount, day and merchant: flagged, not blocking. */
  is_twice: z.boolean(),
  status: z.enum(expenseStates.states),
  version: z.int(),
  created_at: moment,
  abilities,
});

export const listAll = list("/companies/expenses", {
  spec: "added",
  because: "R053 and R057 list expenses; the specification names no call.",
  summary: "Expenses of the company, or one's own",
  can: sees,
  guards,
  row: expenseRow,
  unsorted: unsorted("whole", "whole_kobo"),
  search: ["merchant"],
  filters: {
    status: { kind: "choice", options: expenseStates.states },
    category: "text",
    department: { kind: "text", label: "Department" },
    // What the bars of the analytics open: exactly what they count, by its part where it is split. What has none is under the id of nothing.
    category_id: { kind: "id", label: "Category, exactly" },
    department_id: { kind: "id", label: "Department, exactly" },
    within_id: { kind: "id", label: "Department with its units" },
    merchant_id: { kind: "id", label: "Merchant, exactly" },
    person_id: { kind: "id", label: "Spent by" },
    has_receipt: { kind: "boolean", label: "Receipt" },
    is_twice: { kind: "boolean", label: "There twice" },
    amount_kobo: "kobo",
  },
  sorts: ["spent_on", "amount_kobo", "merchant", "created_at"],
  ranges: ["spent_on", "created_at"],
  default_sort: "-spent_on",
});

/** R053 of the provider's staff. */
export const listEverywhere = list("/admin/corporate/expenses", {
  spec: "added",
  because:
    "R053 is the provider's too: its staff see, flag, approve and delete what the people of all companies spent.",
  summary: "Expenses of all companies",
  can: ["provider:can_view_expenses"],
  row: expenseRow
    .omit({ department: true, ledger_code: true, whole_kobo: true })
    .extend({ company: z.object({ id: z.uuid(), name: z.string() }), money_reference: z.string().nullable() }),
  search: ["merchant", "company"],
  filters: {
    status: { kind: "choice", options: expenseStates.states },
    has_receipt: { kind: "boolean", label: "Receipt" },
    amount_kobo: "kobo",
    company_id: "id",
  },
  sorts: ["created_at", "amount_kobo", "spent_on"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

export const spendDimensions = ["department", "category", "merchant", "person"] as const;

/** A part of what was spent; its id is the value of the filter `<dimension>_id` of the list. */
const part = z.object({
  id: z.guid(),
  /** Null for what has none. */
  name: z.string().nullable(),
  amount_kobo: kobo,
  count: z.int(),
  before_kobo: kobo,
});

/** Screen R030. */
export const analytics = get("/companies/analytics", {
  spec: "added",
  because: "R030 shows what was spent on what; the specification names no call.",
  summary:
    "What was spent in a period by department, category, merchant and person, beside the period before, and the month's budgets",
  can: ["company:can_view_analytics"],
  query: z.strictObject({ rangeStart: businessDate.optional(), rangeEnd: businessDate.optional() }),
  response: z.object({
    from: z.string(),
    to: z.string(),
    amount_kobo: kobo,
    count: z.int(),
    /** In as many days before. */
    before_kobo: kobo,
    by_day: z.array(z.object({ day: z.string(), amount_kobo: kobo })),
    /** The twenty largest of each. */
    by: z.object({
      department: z.array(part),
      category: z.array(part),
      merchant: z.array(part),
      person: z.array(part),
    }),
    /** Of the business month, whatever the period: a department's counts its units' expenses too. */
    budgets: z.object({
      from: z.string(),
      to: z.string(),
      departments: z.array(
        z.object({ id: z.uuid(), name: z.string(), is_unit: z.boolean(), budget_kobo: kobo, spent_kobo: kobo }),
      ),
    }),
  }),
});

export const find = get("/companies/expenses/{id}", {
  spec: "added",
  because: "The approver sees what the policies say, and possible duplicates.",
  summary: "One expense with what the policies say of it",
  can: sees,
  guards,
  params: idParams,
  response: expenseRow.extend({
    /** Why there is none, in the words of who spent it. */
    no_receipt_reason: z.string().nullable(),
    /** No reminder of a missing receipt before this day. */
    receipt_snoozed_until: z.string().nullable(),
    /** Given back by the shop, or won in a dispute: no longer in the amount. */
    returned_kobo: kobo,
    request_id: z.uuid().nullable(),
    /** What moved its money, where the caller may open that: a transfer, a bill of the wallet, or a card's payment. */
    paid_by: z.object({ kind: z.enum(["transfer", "bill", "card_payment"]), id: z.uuid() }).nullable(),
    is_exported: z.boolean(),
    /** What was spent in another currency, in its hundredths, at naira a unit; the amount is that in naira. */
    currency: z.string().nullable(),
    foreign_amount: z.int().nullable(),
    exchange_rate: z.string().nullable(),
    rated_on: z.string().nullable(),
    splits: z.array(
      z.object({ category: z.string().nullable(), department: z.string().nullable(), amount_kobo: kobo }),
    ),
    money_reference: z.string().nullable(),
    effect: z.enum(effects).nullable(),
    findings: z.array(z.object({ rule: z.string(), effect: z.enum(effects), says: z.string() })),
    same: z.array(z.object({ id: z.uuid(), status: z.string(), created_at: moment })),
    history: z.array(
      z.object({ id: z.uuid(), title: z.string(), by: z.string(), reason: z.string().nullable(), at: moment }),
    ),
  }),
});

const updateOne = post("/companies/account/expense/update", {
  spec: "C248",
  summary: "Flag, approve or delete an expense",
  can: [
    "company:can_flag_expenses",
    "company:can_approve_expenses",
    "company:can_delete_expenses",
    "provider:can_flag_expenses",
    "provider:can_approve_expenses",
    "provider:can_delete_expenses",
  ],
  body: form(
    {
      expense_id: "required",
      action: "required|inArray:flag,approve,delete",
      version: "required",
      reason: "nullable|max:500",
    },
    { expense_id: z.uuid(), action: z.enum(["flag", "approve", "delete"]), version: z.int() },
  ),
  response: z.object({ expense: expenseRow }),
});
const own_expense = { status: 403, words: "Nobody decides about what they spent themselves." } as const;
const shows = ["merchant", "amount_kobo", "person"];

/** C248. */
export const update = {
  ...updateOne,
  choices: {
    flag: action(expenseStates, "flag", {
      asks: {
        label: "Flag…",
        body: "The spender is notified.",
        shows,
        reason: "required",
        yes: "Flag",
        done: "Flagged.",
      },
      sends: { action: "flag" },
      refuses: { own_expense },
      call: { ...updateOne, can: ["company:can_flag_expenses", "provider:can_flag_expenses"] as const },
    }),
    approve: action(expenseStates, "approve", {
      asks: { label: "Approve", shows, reason: "optional", style: "primary", key: "a", done: "Approved." },
      sends: { action: "approve" },
      refuses: { own_expense },
      call: { ...updateOne, can: ["company:can_approve_expenses", "provider:can_approve_expenses"] as const },
    }),
    remove: action(expenseStates, "delete", {
      asks: {
        label: "Delete…",
        body: "It stays on record.",
        shows,
        reason: "required",
        yes: "Delete",
        style: "danger",
        done: "Deleted.",
      },
      sends: { action: "delete" },
      refuses: { own_expense, has_money: { status: 409, words: "Money has moved for it: it cannot be deleted." } },
      call: { ...updateOne, can: ["company:can_delete_expenses", "provider:can_delete_expenses"] as const },
    }),
  },
};

const ownOnly = {
  not_yours: { status: 403, words: "Only who spent it says something about its receipt.", is_hidden: true },
  has_receipt: { status: 409, words: "Its receipt is here.", is_hidden: true },
} as const;
const isThere = ["recorded", "flagged", "approved"] as const;
const about = { can: ["personal:can_view_expenses", "company:can_view_expenses"], guards, params: idParams } as const;

export const noReceipt = action(
  expenseStates,
  { name: "no_receipt", from: isThere },
  {
    asks: {
      label: "I have none…",
      title: "Is there no receipt for this?",
      body: "The approver reads the reason. You are not reminded any more.",
      shows: ["merchant", "amount_kobo"],
      reason: "required",
      yes: "There is none",
      done: "Kept. You are not reminded of it any more.",
    },
    refuses: ownOnly,
    call: post("/companies/expenses/{id}/no-receipt", {
      spec: "added",
      because: "A receipt that never was cannot be reminded of for ever.",
      summary: "Say why there is no receipt for an expense of one's own",
      ...about,
      body: form({ reason: reasonRule }),
      response: z.object({ expense: expenseRow }),
    }),
  },
);

/** Bought with what was paid back into one's purse. */
export const spendOwn = action(expenseStates, "spend_own", {
  asks: {
    label: "It was my own money…",
    title: "Was this paid with what you were paid back?",
    body: "It will not count as an expense of the company, and uses up as much of the money you were paid back into your purse.",
    shows: ["merchant", "amount_kobo"],
    yes: "It was my own",
    done: "Saved. It does not count as an expense of the company.",
  },
  refuses: {
    not_yours: ownOnly.not_yours,
    not_from_purse: {
      status: 409,
      words: "Your purse did not pay for it, or it belongs to a request.",
      is_hidden: true,
    },
  },
  call: post("/companies/expenses/{id}/own-money", {
    spec: "added",
    because:
      "What is paid back into a purse is the person's own, and is spent by the same card as the company's money.",
    summary: "Say that one's purse paid this with what was paid back into it",
    ...about,
    response: z.object({ expense: expenseRow }),
  }),
});

export const snooze = action(
  expenseStates,
  { name: "snooze", from: isThere },
  {
    asks: {
      label: "Remind me in a week",
      title: "Remind you of this receipt in a week?",
      shows: ["merchant", "amount_kobo"],
      yes: "Remind me",
      done: "You are reminded in a week.",
    },
    refuses: ownOnly,
    call: post("/companies/expenses/{id}/snooze", {
      spec: "added",
      because: "A reminder comes when there is time for it.",
      summary: "Be reminded of a missing receipt in a week",
      ...about,
      response: z.object({ expense: expenseRow }),
    }),
  },
);

export const categorise = post("/companies/expenses/{id}/category", {
  spec: "added",
  because: "What has no category has no ledger code, and no place in a journal.",
  summary: "Put an expense into another category of the company; not once it is in a journal",
  can: ["company:can_approve_expenses"],
  params: idParams,
  body: form({ category_id: "required", version: "required" }, { category_id: z.uuid(), version: z.int() }),
  response: z.object({ expense: expenseRow }),
});
