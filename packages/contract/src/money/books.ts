import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { businessDate, moment } from "../time.ts";
import { UNSORTED } from "../page.ts";

const accountType = z.enum(["asset", "liability", "equity", "income", "expense"]);

export const trialBalance = get("/admin/books/trial-balance", {
  spec: "added",
  because: "Accountants close a month with it.",
  summary: "All balances by line of the chart; debits equal credits",
  can: ["provider:can_view_ledger"],
  query: z.strictObject({ as_at: businessDate.optional() }),
  response: z.object({
    as_at: z.string().nullable(),
    business_date: z.string(),
    rows: z.array(
      z.object({
        chart_code: z.string(),
        name: z.string(),
        type: accountType,
        /** Promised and not owed: outside the totals. */
        is_memorandum: z.boolean(),
        currency: z.string(),
        accounts: z.int(),
        debit_kobo: kobo,
        credit_kobo: kobo,
      }),
    ),
    totals: z.array(z.object({ currency: z.string(), debit_kobo: kobo, credit_kobo: kobo })),
    is_balanced: z.boolean(),
  }),
});

export const accounts = list("/admin/books/accounts", {
  spec: "added",
  because: "Every figure leads to the account behind it.",
  summary: "Accounts of the ledger",
  can: ["provider:can_view_ledger"],
  row: z.object({
    id: z.uuid(),
    code: z.string(),
    chart_code: z.string(),
    name: z.string(),
    type: accountType,
    currency: z.string(),
    owner: z.string().nullable(),
    balance_kobo: kobo,
    opened_at: moment,
  }),
  search: ["code", "name"],
  filters: {
    chart_code: { kind: "text", label: "Line of the chart" },
    type: { kind: "choice", options: accountType.options },
    owner_id: "id",
  },
  sorts: ["code", "opened_at"],
  unsorted: { balance_kobo: UNSORTED.balance },
  ranges: ["opened_at"],
  default_sort: "code",
});

export const statement = get("/admin/books/accounts/{id}/statement", {
  spec: "added",
  because: "The account's postings behind a balance.",
  summary: "The postings of one account with a running balance",
  can: ["provider:can_view_ledger"],
  params: idParams,
  query: z.strictObject({
    from: businessDate.optional(),
    to: businessDate.optional(),
    after: z.string().max(120).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    account: z.object({ id: z.uuid(), code: z.string(), name: z.string(), type: accountType, currency: z.string() }),
    opening_kobo: kobo,
    lines: z.array(
      z.object({
        transaction_id: z.uuid(),
        number: z.int(),
        kind: z.string(),
        description: z.string(),
        effective_on: z.string(),
        recorded_at: z.string(),
        amount_kobo: kobo,
        balance_kobo: kobo,
      }),
    ),
    next: z.string().nullable(),
  }),
});

const transactionShape = z.object({
  id: z.uuid(),
  key: z.string(),
  kind: z.string(),
  description: z.string(),
  effective_on: z.string(),
  recorded_at: z.string(),
  actor: z.string(),
  reverses_id: z.uuid().nullable(),
  reversed_by_id: z.uuid().nullable(),
  postings: z.array(
    z.object({
      number: z.int(),
      account_id: z.uuid(),
      account_code: z.string(),
      account_name: z.string(),
      debit_kobo: kobo,
      credit_kobo: kobo,
      currency: z.string(),
    }),
  ),
});

export const transaction = get("/admin/books/transactions/{id}", {
  spec: "added",
  because: "One posting with both sides, where a figure leads.",
  summary: "One transaction with its postings",
  can: ["provider:can_view_ledger"],
  params: idParams,
  response: z.object({ transaction: transactionShape }),
});

/** The postings behind any figure of money on a screen. */
export const postings = get("/admin/books/postings", {
  spec: "added",
  because: "Every loan, receipt and payout leads to its postings.",
  summary: "The transactions behind a loan, receipt, payout, transfer or person",
  can: ["provider:can_view_ledger"],
  query: z.strictObject({
    subject_type: z.enum(["loan", "receipt", "payout", "repayment", "transfer", "user"]),
    subject_id: z.uuid(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  }),
  response: z.object({
    transactions: z.array(transactionShape),
    balances: z.array(z.object({ code: z.string(), name: z.string(), currency: z.string(), balance_kobo: kobo })),
  }),
});

export const verify = post("/admin/books/verify", {
  spec: "added",
  because: "Proves on the screen that books and chain are sound.",
  summary: "Prove the books: sums zero, balances equal postings, hash chain intact",
  can: ["provider:can_view_ledger"],
  response: z.object({
    is_sound: z.boolean(),
    sums_zero: z.boolean(),
    balances_match: z.boolean(),
    floors_kept: z.boolean(),
    keys_unique: z.boolean(),
    chain_intact: z.boolean(),
    first_bad_sequence: z.int().nullable(),
    problems: z.array(z.object({ check: z.string(), detail: z.string() })),
    transactions: z.int(),
    postings: z.int(),
    blocks: z.int(),
  }),
});
