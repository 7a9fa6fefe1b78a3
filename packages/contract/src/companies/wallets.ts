/** The company's wallet (R031): its money on an account number of its own, limits, and the purses of its people. */
import { z } from "zod";
import { alike } from "../alike.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo, positiveKobo } from "../money.ts";
import { businessDate, moment } from "../time.ts";
import { colleagueAsked } from "./approval-chains.ts";
import { walletMovementKinds } from "./wallet-movements.ts";
import { UNSORTED } from "../page.ts";

const may = { can: ["company:can_view_wallet", "provider:can_view_wallet"] } as const;
const moves = { can: ["company:can_fund_debit_wallet"], effect: "moves_money" } as const;

/** Money of the company that it has and has not given to anybody. */
const debitWallet = z.object({
  balance_kobo: kobo,
  /** Set aside for payments that were approved. */
  held_kobo: kobo,
  available_kobo: kobo,
  /** In the purses of its people. */
  assigned_kobo: kobo,
  /** Where it is paid in; null until the company has requested an account number. */
  account: z.object({ bank_name: z.string(), account_name: z.string(), account_no: z.string() }).nullable(),
  /** What may leave it in a day: as the provider allows, and as the company wants. Null: without a limit. */
  provider_daily_limit_kobo: kobo.nullable(),
  /** The provider's for one payment, and for a month. */
  provider_single_limit_kobo: kobo.nullable(),
  provider_monthly_limit_kobo: kobo.nullable(),
  daily_limit_kobo: kobo.nullable(),
  left_today_kobo: kobo.nullable(),
  /** Below it, those who fund the wallet get a message. */
  low_balance_kobo: kobo.nullable(),
});

/** The line that was granted: what of it is drawn and owed, and what is left. */
const creditFields = alike(kobo, "limit_kobo", "drawn_kobo", "interest_kobo", "penalty_kobo", "available_kobo");

/** C236. */
export const find = get("/companies/wallet/{id}", {
  spec: "C236",
  summary: "The company's wallets: debit (money, account number, limits) and credit (its line)",
  ...may,
  params: idParams,
  response: z.object({
    company: z.object({ id: z.uuid(), name: z.string() }),
    debit: debitWallet,
    /** Null where none was granted. */
    credit: z.object(creditFields).nullable(),
  }),
});

/** C239. */
export const movements = list("/companies/account/transactions/{id}", {
  spec: "C239",
  summary: "Money into and out of the company's wallet",
  ...may,
  params: idParams,
  row: z.object({
    id: z.uuid(),
    happened_at: moment,
    kind: z.enum(walletMovementKinds),
    /** The employee whose purse it went to or came from. */
    person: z.string().nullable(),
    note: z.string().nullable(),
    by: z.string().nullable(),
    reference: z.string(),
    /** Of money that came in and was not reversed. */
    receipt_id: z.uuid().nullable(),
    /** Negative where it left. */
    amount_kobo: kobo,
    /** Of the wallet, after it. */
    balance_kobo: kobo,
  }),
  search: ["reference", "person"],
  filters: { kind: { kind: "choice", label: "What", options: walletMovementKinds } },
  sorts: ["happened_at", "amount_kobo"],
  unsorted: { balance_kobo: UNSORTED.running },
  ranges: ["happened_at", "amount_kobo"],
  default_sort: "-happened_at",
});

/** Those of all companies, for the provider's staff. */
export const listAll = list("/admin/corporate/wallets", {
  spec: "added",
  because: "R031 is the provider's list of company wallets; C236 reads one.",
  summary: "The wallets of all companies",
  can: ["provider:can_view_wallet"],
  row: z.object({
    id: z.uuid(),
    name: z.string(),
    status: z.string(),
    balance_kobo: kobo,
    assigned_kobo: kobo,
    provider_daily_limit_kobo: kobo.nullable(),
    is_low: z.boolean(),
    opened_at: moment,
  }),
  search: ["name"],
  filters: { is_low: { kind: "boolean", label: "Low balance" } },
  sorts: ["name", "opened_at", "balance_kobo", "provider_daily_limit_kobo"],
  unsorted: { assigned_kobo: UNSORTED.balance },
  ranges: ["opened_at"],
  default_sort: "name",
});

const purseRow = z.object({
  id: z.uuid(),
  name: z.string(),
  department: z.string().nullable(),
  balance_kobo: kobo,
  /** The most that it may hold; null: without a limit. */
  limit_kobo: kobo.nullable(),
  opened_at: moment,
});

export const purses = list("/companies/purses", {
  spec: "added",
  because: "Money that was assigned is seen where it is, and taken back from there.",
  summary: "The purses of the company's people",
  can: ["company:can_view_wallet"],
  row: purseRow,
  search: ["name"],
  filters: { department: { kind: "text", label: "Department" }, has_money: { kind: "boolean", label: "Holds money" } },
  sorts: ["name", "opened_at", "balance_kobo", "limit_kobo"],
  default_sort: "name",
});

/**
 * C244. A company gets the account number that it pays into; the provider's staff record money that came another way, with its slip, and a second
 * person decides.
 */
export const fundDebit = post("/companies/wallet/fund-debit-wallet", {
  spec: "C244",
  summary: "Get the account number of the wallet, or record money that was received for it",
  can: ["company:can_fund_debit_wallet", "provider:can_fund_debit_wallet"],
  effect: "moves_money",
  body: form(
    {
      company_id: "nullable",
      amount_kobo: "nullable",
      reference: "nullable|min:3|max:60",
      received_on: "nullable",
      slip_id: "nullable",
      note: "nullable|max:300",
    },
    {
      company_id: z.uuid().optional(),
      amount_kobo: positiveKobo.optional(),
      received_on: businessDate.optional(),
      slip_id: z.uuid().optional(),
    },
  ),
  response: z.object({
    account: z.object({ bank_name: z.string(), account_name: z.string(), account_no: z.string() }).nullable(),
    approval_id: z.uuid().nullable(),
  }),
});

export const payByCard = post("/companies/wallet/pay-by-card", {
  spec: "added",
  because: "A wallet is paid into by card as well (W1); C244 has the transfer.",
  summary: "Pay into the wallet by card, on the payment provider's page",
  can: ["company:can_fund_debit_wallet"],
  effect: "moves_money",
  body: form({ amount_kobo: "required" }, { amount_kobo: positiveKobo }),
  response: z.object({ authorization_url: z.string(), reference: z.string() }),
});

export const confirmCard = post("/companies/wallet/confirm-card", {
  spec: "added",
  because: "Who comes back from the provider's page sees whether the money is there.",
  summary: "Ask how a payment by card ended",
  can: ["company:can_fund_debit_wallet"],
  body: form({ reference: "required|max:60" }, {}),
  response: z.object({ status: z.enum(["success", "pending", "failed"]), available_kobo: kobo }),
});

/** C242. The provider's limits are a ceiling; the company sets its own of a day below it. Those of one payment and of a month are the provider's. */
export const setLimits = post("/companies/wallet/set-wallet-limit", {
  spec: "C242",
  summary: "Set what may leave the wallet in a day, and below which balance the company gets a message",
  can: ["company:can_fund_debit_wallet", "provider:can_update_user_wallet_limit"],
  notes:
    "Our staff set the three limits together, up to what one colleague gives; a company's limits never exceed ours.",
  body: form(
    {
      company_id: "required",
      daily_limit_kobo: "nullable",
      single_limit_kobo: "nullable",
      monthly_limit_kobo: "nullable",
      low_balance_kobo: "nullable",
    },
    {
      company_id: z.uuid(),
      daily_limit_kobo: nonNegativeKobo.nullish(),
      single_limit_kobo: nonNegativeKobo.nullish(),
      monthly_limit_kobo: nonNegativeKobo.nullish(),
      low_balance_kobo: nonNegativeKobo.nullish(),
    },
  ),
  response: z.object({ debit: debitWallet, approval_id: colleagueAsked }),
});

/** C247. */
export const setPurseLimit = post("/companies/account/set-account-limit", {
  spec: "C247",
  summary: "Set the most that the purse of an employee may hold",
  can: ["company:can_fund_debit_wallet"],
  body: form(
    { user_id: "required", limit_kobo: "nullable" },
    { user_id: z.uuid(), limit_kobo: nonNegativeKobo.nullish() },
  ),
  response: z.object({ purse: purseRow, approval_id: colleagueAsked }),
});

const sender = z.object({
  user_id: z.uuid(),
  name: z.string(),
  /** Null: without a limit. */
  single_kobo: kobo.nullable(),
  daily_kobo: kobo.nullable(),
});

export const senders = get("/companies/transfer/limits", {
  spec: "added",
  because: "Issue 14 limits what one person of a company sends; C242 limits the wallet.",
  summary: "People of the company who may send less than the wallet allows",
  can: ["company:can_view_wallet"],
  response: z.object({ senders: z.array(sender) }),
});

export const setSenderLimit = post("/companies/transfer/limits", {
  spec: "added",
  because: "Issue 14 limits what one person of a company sends; C242 limits the wallet.",
  summary:
    "Set what one person of the company may send in one payment, or in a day; a colleague agrees to a higher limit",
  can: ["company:can_fund_debit_wallet"],
  body: form(
    { user_id: "required", kind: "required|inArray:single,daily", limit_kobo: "nullable" },
    { user_id: z.uuid(), kind: z.enum(["single", "daily"]), limit_kobo: nonNegativeKobo.nullish() },
  ),
  response: z.object({ senders: z.array(sender), approval_id: colleagueAsked }),
});

/** C245. */
export const assignDebit = post("/companies/wallet/assign-debit", {
  spec: "C245",
  summary: "Assign money of the wallet to the purse of an employee",
  ...moves,
  body: form(
    { user_id: "required", amount_kobo: "required", note: "nullable|max:200" },
    { user_id: z.uuid(), amount_kobo: positiveKobo },
  ),
  response: z.object({ purse: purseRow, available_kobo: kobo, approval_id: colleagueAsked }),
});

export const takeBack = post("/companies/purses/{id}/take-back", {
  spec: "added",
  because: "Assigned credit can be taken back; the specification names no call.",
  summary: "Take money back from the purse of an employee",
  ...moves,
  params: idParams,
  body: form({ amount_kobo: "required", note: "nullable|max:200" }, { amount_kobo: positiveKobo }),
  response: z.object({ purse: purseRow, available_kobo: kobo }),
});
