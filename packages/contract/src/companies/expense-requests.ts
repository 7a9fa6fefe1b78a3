/** Expense requests (R054): what somebody wants back from their company, or wants to buy; decided by its chain, line by line. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { businessDate, moment } from "../time.ts";
import { expenseRequestStates } from "./expense-request-states.ts";
import { effects } from "./policy-rules.ts";

/** A23: everybody sees and makes their own; the company's permissions show and decide all. */
const asks = ["personal:can_view_expenses", "company:can_view_expense_requests"] as const;
const guards = ["password_changed", "profile_approved", "company_profile_updated", "company_subscribed"] as const;
export const requestKinds = ["reimbursement", "purchase"] as const;

/** Where the money of a request goes: the purse that the company gave, or the person's own verified bank account. */
export const payWays = ["purse", "account"] as const;

const requestRow = z.object({
  id: z.uuid(),
  purpose: z.string(),
  kind: z.enum(requestKinds),
  person: z.object({ id: z.uuid(), name: z.string() }),
  department: z.string().nullable(),
  /** Of the lines that were not refused. */
  amount_kobo: kobo,
  line_count: z.int(),
  /** The strongest that the policies said when it was submitted. */
  effect: z.enum(effects).nullable(),
  status: z.enum(expenseRequestStates.states),
  version: z.int(),
  created_at: moment,
  abilities,
});
const lists = {
  can: asks,
  guards,
  row: requestRow,
  search: ["purpose"],
  filters: {
    status: { kind: "choice", options: expenseRequestStates.states },
    kind: { kind: "choice", label: "What for", options: requestKinds },
    amount_kobo: "kobo",
  },
  sorts: ["created_at", "amount_kobo"],
  ranges: ["created_at"],
  default_sort: "-created_at",
} as const;

export const listAll = list("/companies/expense/request", {
  spec: "added",
  because: "R054 shows what was decided too; C261 lists the pending ones only.",
  summary: "Expense requests of the company, or one's own",
  ...lists,
});

export const pending = list("/companies/expense/request/pending", {
  spec: "C261",
  summary: "Pending expense requests of the company, or one's own",
  ...lists,
});

export const find = get("/companies/expense/request/{id}", {
  spec: "added",
  because: "Who decides sees every line and what the policies say of it.",
  summary: "One request with its lines",
  can: asks,
  guards,
  params: idParams,
  response: requestRow.extend({
    approval_id: z.uuid().nullable(),
    reason: z.string().nullable(),
    /** The verified bank account of who asked; null where there is none. */
    account: z.object({ bank_name: z.string(), account_no: z.string() }).nullable(),
    payment: z.object({ into: z.enum(payWays), reference: z.string(), by: z.string(), at: moment }).nullable(),
    history: z.array(
      z.object({ id: z.uuid(), title: z.string(), by: z.string(), reason: z.string().nullable(), at: moment }),
    ),
    lines: z.array(
      z.object({
        number: z.int(),
        merchant: z.string(),
        category_id: z.uuid().nullable(),
        category: z.string().nullable(),
        amount_kobo: kobo,
        spent_on: z.string(),
        is_refused: z.boolean(),
        says: z.array(z.string()),
        receipt_ids: z.array(z.uuid()),
      }),
    ),
  }),
});

const line = z.strictObject({
  merchant: z.string().trim().min(2, { error: "this field has to contain at least 2 characters" }).max(120),
  category_id: z.uuid().nullish(),
  amount_kobo: positiveKobo,
  spent_on: businessDate,
  /** One's own receipts that belong to nothing else. */
  receipt_ids: z.array(z.uuid()).max(20).default([]),
});
const content = {
  kind: z.enum(requestKinds),
  purpose: z.string().trim().min(3, { error: "this field has to contain at least 3 characters" }).max(200),
  lines: z.array(line).min(1, { error: "a request has at least one line" }).max(100),
  /** Kept for later; else it goes to the chain at once. */
  is_draft: z.boolean(),
};
const answered = z.object({ request: requestRow });

export const create = post("/companies/expense/request", {
  spec: "C270",
  summary: "Ask the company for money, or keep the request as a draft",
  can: asks,
  guards,
  effect: "sends",
  body: z.strictObject(content),
  response: answered,
});

export const update = put("/companies/expense/request/{id}", {
  spec: "added",
  because: "A draft, and what was returned, is changed and submitted.",
  summary: "Change one's own draft or returned request, and submit it",
  can: asks,
  guards,
  effect: "sends",
  params: idParams,
  body: z.strictObject({ ...content, version: z.int() }),
  response: answered,
});

export const decide = post("/companies/expense/request/approve", {
  spec: "C271",
  summary: "Approve a request, without the lines that are refused, or decline it, where it is one's turn",
  can: ["company:can_approve_expense_requests", "company:can_decline_expense_requests"],
  effect: "sends",
  body: form(
    {
      request_id: "required",
      decision: "required|inArray:approve,decline",
      version: "required",
      reason: "nullable|max:500",
      refused_lines: "nullable",
    },
    {
      request_id: z.uuid(),
      decision: z.enum(["approve", "decline"]),
      version: z.int(),
      refused_lines: z.array(z.int().min(1).max(100)).max(100).optional(),
    },
  ),
  response: answered,
});

export const remove = action(expenseRequestStates, "delete", {
  asks: {
    label: "Delete…",
    body: "It stays on record.",
    shows: ["purpose", "amount_kobo"],
    style: "danger",
    done: "Deleted.",
  },
  refuses: {
    not_yours: { status: 403, words: "Only who made it, or who may delete requests, deletes it.", is_hidden: true },
  },
  call: post("/companies/expense/request/{id}/delete", {
    spec: "added",
    because: "Line 188 names the permission, and no call.",
    summary: "Delete a request that is not under way",
    can: [...asks, "company:can_delete_expense_requests"],
    guards,
    params: idParams,
    response: answered,
  }),
});

const payOne = post("/companies/expense/request/{id}/pay", {
  spec: "added",
  because: "What was approved is paid; the specification names no call.",
  summary: "Pay an approved request out of the company's wallet: into the purse of who asked, or to their bank account",
  can: ["company:can_fund_debit_wallet"],
  effect: "moves_money",
  step_up: true,
  params: idParams,
  body: form(
    { into: `required|inArray:${payWays.join(",")}`, version: "required" },
    { into: z.enum(payWays), version: z.int() },
  ),
  response: answered,
});
const own_request = { status: 403, words: "Somebody else of your company pays what you asked for." } as const;
const shows = ["purpose", "person", "amount_kobo"];

/** The money moves. Two who pay at once pay once. */
export const pay = {
  ...payOne,
  choices: {
    account: action(expenseRequestStates, "send", {
      asks: {
        label: "Pay to the account…",
        title: "Pay this request to the bank account of who asked?",
        body: "It leaves the wallet now. If it does not arrive, it is in the wallet again.",
        shows,
        yes: "Pay",
        style: "primary",
        done: "On its way. Who asked gets a message when it has arrived.",
      },
      sends: { into: "account" },
      refuses: { own_request },
      call: payOne,
    }),
    purse: action(expenseRequestStates, "pay_into_purse", {
      asks: {
        label: "Pay into the purse…",
        title: "Pay this request into the purse of who asked?",
        body: "It is in their purse at once.",
        shows,
        yes: "Pay",
        done: "Paid. It is in their purse.",
      },
      sends: { into: "purse" },
      refuses: { own_request },
      call: payOne,
    }),
  },
};
