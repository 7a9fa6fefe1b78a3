/** Expense requests (R054): what somebody wants back from their company, or wants to buy; decided by its chain, line by line. */
import { z } from "zod";
import { action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { reason } from "../reasons.ts";
import { requestKinds } from "./expense-lines.ts";
import { payWays, requestContent, requestFound, requestRow, requestTerms } from "./expense-request-rows.ts";
import { expenseRequestStates } from "./expense-request-states.ts";

/** A23: everybody sees and makes their own; the company's permissions show and decide all. */
const asks = ["personal:can_view_expenses", "company:can_view_expense_requests"] as const;
const guards = ["password_changed", "profile_approved", "company_profile_updated", "company_subscribed"] as const;

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

/** R053 of the provider's staff. */
export const listEverywhere = list("/admin/corporate/expense-requests", {
  spec: "added",
  because: "R053 is the provider's too: what the people of all companies ask for.",
  summary: "Expense requests of all companies",
  can: ["provider:can_view_expenses"],
  row: requestRow
    .omit({ abilities: true, has_left: true, department: true, line_count: true, effect: true, version: true })
    .extend({ company: z.object({ id: z.uuid(), name: z.string() }), reference: z.string().nullable() }),
  search: ["purpose", "company"],
  filters: { ...lists.filters, company_id: "id" },
  sorts: lists.sorts,
  ranges: lists.ranges,
  default_sort: lists.default_sort,
});

export const find = get("/companies/expense/request/{id}", {
  spec: "added",
  because: "The approver sees every line and what the policies say of it.",
  summary: "One request with its lines",
  can: asks,
  guards,
  params: idParams,
  response: requestFound,
});

const answered = z.object({ request: requestRow });

export const create = post("/companies/expense/request", {
  spec: "C270",
  summary: "Ask the company for money, or keep the request as a draft",
  can: asks,
  guards,
  effect: "sends",
  body: z.strictObject(requestContent),
  response: answered,
});

export const update = put("/companies/expense/request/{id}", {
  spec: "added",
  because: "Drafts and returned requests are changed and submitted.",
  summary: "Change one's own draft or returned request, and submit it",
  can: asks,
  guards,
  effect: "sends",
  params: idParams,
  body: z.strictObject({ ...requestContent, version: z.int() }),
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
    not_yours: {
      status: 403,
      words: "Only its requester, or somebody who may delete requests, deletes it.",
      is_hidden: true,
    },
  },
  call: post("/companies/expense/request/{id}/delete", {
    spec: "added",
    because: "Line 188 names the permission, and no call.",
    summary: "Delete a request that is not in progress",
    can: [...asks, "company:can_delete_expense_requests"],
    guards,
    params: idParams,
    response: answered,
  }),
});

const payOne = post("/companies/expense/request/{id}/pay", {
  spec: "added",
  because: "Approved requests are paid; the specification names no call.",
  summary: "Pay an approved request out of the company's wallet: into the requester's purse, or to their bank account",
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
        title: "Pay this request to the requester's bank account?",
        body: "It leaves the wallet now. If it does not arrive, it is in the wallet again.",
        shows,
        yes: "Pay",
        style: "primary",
        done: "On its way. The requester gets a message when it has arrived.",
      },
      sends: { into: "account" },
      refuses: {
        own_request,
        into_purse: { status: 409, words: "An advance goes into the purse.", is_hidden: true },
        has_left: {
          status: 409,
          words: "The requester has left: only what they spent themselves is still paid to them.",
          is_hidden: true,
        },
      },
      call: payOne,
    }),
    purse: action(expenseRequestStates, "pay_into_purse", {
      asks: {
        label: "Pay into the purse…",
        title: "Pay this request into the requester's purse?",
        body: "It is in their purse at once.",
        shows,
        yes: "Pay",
        done: "Paid. It is in their purse.",
      },
      sends: { into: "purse" },
      refuses: {
        own_request,
        has_left: { status: 409, words: "The requester has left, and their purse is closed.", is_hidden: true },
      },
      call: payOne,
    }),
  },
};

/** The company pays a leaver with the last salary, or in cash: it says so, and the request waits no longer. */
export const payOtherwise = action(expenseRequestStates, "pay_otherwise", {
  asks: {
    label: "Paid in another way…",
    title: "Was this paid in another way?",
    body: "Nothing leaves the wallet. Give as the reason how and when it was paid: the requester reads it.",
    shows,
    reason: "required",
    yes: "It was paid",
    done: "Kept as paid.",
  },
  refuses: {
    own_request,
    at_work: {
      status: 409,
      words: "The requester works for the company: it is paid into their purse or to their account.",
      is_hidden: true,
    },
    not_spent: { status: 409, words: "They have spent nothing of their own for it.", is_hidden: true },
  },
  call: post("/companies/expense/request/{id}/paid-otherwise", {
    spec: "added",
    because: "A leaver may have no bank account with us, and is paid with the last salary.",
    summary: "Say how an approved request of somebody who has left was paid outside the wallet",
    can: ["company:can_fund_debit_wallet"],
    step_up: true,
    params: idParams,
    body: z.strictObject({ version: z.int(), reason }),
    response: answered,
  }),
});

export const retire = action(expenseRequestStates, "retire", {
  asks: {
    label: "Take back the rest…",
    title: "Close this advance?",
    body: "What nobody has shown receipts of goes back from the purse into the wallet.",
    shows,
    yes: "Close it",
    done: "Closed. The rest is in the wallet again.",
  },
  refuses: {
    no_advance: { status: 409, words: "This is no advance.", is_hidden: true },
    own_request: { status: 403, words: "Somebody else of your company closes your advance." },
  },
  call: post("/companies/expense/request/{id}/retire", {
    spec: "added",
    because: "An advance ends: its rest goes back.",
    summary: "Close an advance: what was not retired goes back from the purse into the wallet",
    can: ["company:can_fund_debit_wallet"],
    effect: "moves_money",
    params: idParams,
    response: answered,
  }),
});

const ofPurchases = {
  no_purchase: { status: 409, words: "Only what the company shall buy is linked to a payment.", is_hidden: true },
  paid_otherwise: { status: 409, words: "It was paid in another way.", is_hidden: true },
  not_yours: {
    status: 403,
    words: "Only the requester, or somebody who may decide requests, links a payment.",
    is_hidden: true,
  },
} as const;
const linking = { can: [...asks, "company:can_approve_expense_requests"] as const, guards, params: idParams } as const;

/** Payments that may be of a purchase: those of a line's place first. */
export const payments = get("/companies/expense/request/{id}/payments", {
  spec: "added",
  because: "Who links a payment to a purchase chooses it among those that have no request.",
  summary: "Payments that may be linked to a purchase that was agreed to",
  ...linking,
  response: z.object({
    payments: z.array(
      z.object({
        expense_id: z.uuid(),
        person: z.string(),
        merchant: z.string(),
        amount_kobo: kobo,
        spent_on: z.string(),
        /** The first line for this place. */
        line_number: z.int().nullable(),
      }),
    ),
  }),
});

export const linkPayment = action(
  expenseRequestStates,
  { name: "link_payment", from: ["approved", "paid"] },
  {
    refuses: ofPurchases,
    call: post("/companies/expense/request/{id}/link-payment", {
      spec: "added",
      because: "A request paid by a transfer or a card of the company would stay approved for ever.",
      summary: "Say which payment of the company has bought a line of a purchase: the request is paid",
      ...linking,
      body: form(
        { expense_id: "required", line_number: "required", version: "required" },
        { expense_id: z.uuid(), line_number: z.int().min(1).max(100), version: z.int() },
      ),
      response: answered,
    }),
  },
);

export const unlinkPayment = action(
  expenseRequestStates,
  { name: "unlink_payment", from: ["paid"] },
  {
    refuses: ofPurchases,
    call: post("/companies/expense/request/{id}/unlink-payment", {
      spec: "added",
      because: "A payment that was linked by mistake is taken from the request again.",
      summary: "Take a payment from the line of a purchase; without any other the request is to be paid again",
      ...linking,
      body: form({ expense_id: "required", version: "required" }, { expense_id: z.uuid(), version: z.int() }),
      response: answered,
    }),
  },
);

export const terms = get("/companies/expense/terms", {
  spec: "added",
  because: "A requester sees the mileage and daily rates, and their advances.",
  summary:
    "What the company pays for kilometres and days, and one's advances that are not retired, and the purchases that may retire them",
  can: [...asks, "company:can_update_expense_policies"],
  guards,
  response: requestTerms,
});

export const setTerms = post("/companies/expense/terms", {
  spec: "added",
  because: "What a kilometre pays is each company's own.",
  summary:
    "Set what a kilometre in one's own car pays, and how far a typed rate of exchange may be from the published one",
  can: ["company:can_update_expense_policies"],
  body: form(
    { mileage_rate_kobo: "nullable", rate_tolerance_percent: "nullable|number|min:0|max:100" },
    { mileage_rate_kobo: positiveKobo.nullish(), rate_tolerance_percent: z.int().min(0).max(100).nullish() },
  ),
  response: z.object({ mileage_rate_kobo: kobo.nullable(), rate_tolerance_percent: z.int() }),
});
