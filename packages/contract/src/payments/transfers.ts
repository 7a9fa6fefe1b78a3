/** Transfers (R145): money that people and companies send, to bank accounts and to wallets of ours, with every charge named before. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { del, get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { channelRoom } from "../people/personal-wallets.ts";
import { businessDate as day, moment } from "../time.ts";
import { transferKindNames } from "./transfer-kinds.ts";
import { transferStates } from "./transfer-states.ts";
import { UNSORTED } from "../page.ts";
import { timelineCall } from "../timeline.ts";

const sends = ["personal:can_use_wallets"] as const;
const seesOfCompany = ["company:can_view_transfers"] as const;
const requests = ["company:can_request_transfers"] as const;

/** What a transfer costs; each charge is a line of its own. */
const costs = {
  amount_kobo: kobo,
  fee_kobo: kobo,
  vat_kobo: kobo,
  stamp_duty_kobo: kobo,
  /** What leaves the wallet. */
  total_kobo: kobo,
} as const;

const transferRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind: z.enum(transferKindNames),
  /** As the bank calls the account; of a wallet, its owner. */
  payee: z.string(),
  /** Null for a wallet of ours. */
  bank_name: z.string().nullable(),
  /** Its last four digits. */
  account_no: z.string().nullable(),
  narration: z.string().nullable(),
  ...costs,
  status: z.enum(transferStates.states),
  /** When it leaves, where that is later. */
  due_on: day.nullable(),
  sent_by: z.string(),
  created_at: moment,
  version: z.int(),
  abilities,
});
const filters = {
  status: { kind: "choice", label: "State", options: transferStates.states },
  kind: { kind: "choice", label: "To", options: transferKindNames },
} as const;
const listed = {
  search: ["reference", "payee"],
  sorts: ["created_at", "total_kobo", "due_on"],
  unsorted: { amount_kobo: UNSORTED.part },
  ranges: ["created_at", "total_kobo"],
  default_sort: "-created_at",
} as const;

export const listOwn = list("/personal/users/transaction/transfer-purchases", {
  spec: "C331",
  summary: "What the caller has sent",
  can: ["personal:can_view_statements"],
  row: transferRow,
  filters,
  ...listed,
});

export const listOfCompany = list("/companies/transfers/{id}", {
  spec: "C237",
  summary: "What the company has sent, and what awaits approval",
  can: seesOfCompany,
  params: idParams,
  row: transferRow,
  filters,
  ...listed,
});

export const listAll = list("/admin/transfers", {
  spec: "added",
  because: "R146 is where operations sees what is in flight; the specification names no call.",
  summary: "Transfers of people and companies",
  audience: "admin",
  can: ["provider:can_view_transactions"],
  row: transferRow.extend({
    user_id: z.uuid(),
    company_id: z.uuid().nullable(),
    owner: z.string(),
    payout_id: z.uuid().nullable(),
    failure: z.string().nullable(),
    /** Each reason why a colleague looks, or looked, before it is sent. */
    held_because: z.string().nullable(),
  }),
  filters: {
    ...filters,
    is_company: { kind: "boolean", label: "Of a company" },
    user_id: { kind: "id", label: "Person" },
    company_id: { kind: "id", label: "Company" },
  },
  // The reason of a review is shown to its approvers only: others could warn the sender.
  withheld: { held_because: "provider:can_fund_debit_wallet" },
  ...listed,
  search: ["reference", "payee", "owner"],
});

const step = z.object({ title: z.string(), by: z.string().nullable(), reason: z.string().nullable(), at: moment });
const detail = transferRow.extend({
  failure: z.string().nullable(),
  /** The way of its money: staff ask the bank there. */
  payout_id: z.uuid().nullable(),
  /** What it is in the company's spend. */
  expense_id: z.uuid().nullable(),
  /** The interbank session, where the bank gives one: what its receiver's bank is asked by. */
  session_id: z.string().nullable(),
  /** The word of the provider that sent it. */
  provider_reference: z.string().nullable(),
  /** When the provider is asked again, while it has not answered. */
  asked_again_at: moment.nullable(),
  settled_at: moment.nullable(),
  history: z.array(step),
});

export const find = get("/transfers/{id}", {
  spec: "added",
  because: "One transfer with all that happened to it.",
  summary: "One transfer of the caller, or of their company",
  can: [...sends, ...seesOfCompany, "provider:can_view_transactions"],
  params: idParams,
  response: detail,
});

export const timeline = get("/admin/transfers/{id}/timeline", {
  ...timelineCall,
  summary: "All that happened to a transfer, the newest first",
  can: ["provider:can_view_transactions"],
});

export const receipt = get("/transfers/{id}/receipt", {
  spec: "added",
  because: "A payee asks for a receipt.",
  summary: "The receipt of a transfer as PDF",
  can: [...sends, ...seesOfCompany, "provider:can_view_transactions"],
  params: idParams,
  kind: "file",
});

/** A wallet of ours by its owner's phone, or by its account number at our bank. */
const payeeFields = {
  kind: `required|inArray:${transferKindNames.join(",")}`,
  bank_code: "nullable|max:10",
  account_no: "nullable|number|length:10",
  phone: "nullable|phone",
  payee_id: "nullable",
} as const;
const payeeTyped = { kind: z.enum(transferKindNames), payee_id: z.uuid().nullish() } as const;

export const quote = post("/transfer/quote", {
  spec: "added",
  because: "The payee and every charge are shown before anything is sent.",
  summary: "Whose account it is, and what a transfer to it costs",
  can: sends,
  body: form(
    { ...payeeFields, amount_kobo: "required", due_on: "nullable" },
    { ...payeeTyped, amount_kobo: positiveKobo, due_on: day.nullish() },
  ),
  response: z.object({
    /** The later day on which it leaves; null where that is now. */
    due_on: day.nullable(),
    payee: z.string(),
    bank_name: z.string().nullable(),
    account_no: z.string().nullable(),
    ...costs,
    available_kobo: kobo,
    /** What may still leave today; null without a limit. */
    left_today_kobo: kobo.nullable(),
    /** What a new account may be sent now; null where it is not new. */
    left_to_payee_kobo: kobo.nullable(),
    new_until: moment.nullable(),
    /** The same was sent to it within ten minutes. */
    is_repeat: z.boolean(),
    /** More leaves today than goes without a colleague of ours. */
    awaits_approval: z.boolean(),
  }),
});

const initiateBody = form(
  {
    ...payeeFields,
    amount_kobo: "required",
    narration: "nullable|max:60",
    payee_name: "required|max:200",
    is_saved: "nullable",
    is_repeat: "nullable",
    due_on: "nullable",
  },
  {
    ...payeeTyped,
    amount_kobo: positiveKobo,
    /** Keep who is paid for the next time. */
    is_saved: z.boolean().optional(),
    /** The person was asked whether the same is sent again. */
    is_repeat: z.boolean().optional(),
    due_on: day.nullish(),
  },
);
const sent = z.object({ transfer: transferRow });

export const initiate = post("/transfer/initiate", {
  spec: "C304",
  summary: "Send money of the cash wallet to a bank account or another wallet",
  can: sends,
  effect: "moves_money",
  body: initiateBody,
  response: sent,
});

export const sendFromCard = post("/personal/debit-card/transfer", {
  spec: "C300",
  summary: "Send money that a debit card of the caller spends: their cash wallet",
  can: sends,
  effect: "moves_money",
  body: initiateBody.extend({ card_id: z.uuid() }),
  response: sent,
});

export const cancel = action(transferStates, "cancel", {
  asks: {
    label: "Cancel…",
    title: "Cancel this transfer?",
    body: "It is not sent. Nothing has left the wallet.",
    shows: ["payee", "amount_kobo", "due_on"],
    yes: "Cancel it",
    style: "danger",
    done: "Cancelled. Nothing was sent.",
  },
  refuses: { not_yours: { status: 403, words: "Who planned a transfer cancels it." } },
  call: post("/transfers/{id}/cancel", {
    spec: "added",
    because: "A planned transfer is called off before its day, and one that is looked at before it is sent.",
    summary: "Cancel a planned transfer, or one under review",
    can: [...sends, ...requests],
    effect: "sends",
    params: idParams,
    response: sent,
  }),
});

export const request = post("/companies/transfer/request", {
  spec: "C252",
  summary: "Ask to send money of the company's wallet to a beneficiary; its chain agrees",
  can: requests,
  effect: "moves_money",
  body: form(
    { beneficiary_id: "required", amount_kobo: "required", narration: "nullable|max:60", is_repeat: "nullable" },
    { beneficiary_id: z.uuid(), amount_kobo: positiveKobo, is_repeat: z.boolean().optional() },
  ),
  response: z.object({ transfer: transferRow, approval_id: z.uuid().nullable() }),
});

export const ownRoom = get("/companies/transfer/room", {
  spec: "added",
  because: "Issue 14: what is left is shown before anybody types.",
  summary: "What the caller may still send of their company's money, where a limit was set for them",
  can: requests,
  response: z.object({
    limits: z.array(
      z.object({ kind: z.enum(["single", "daily"]), limit_kobo: kobo.nullable(), left_kobo: kobo.nullable() }),
    ),
    /** The provider's, of the company's wallet. */
    channels: z.array(channelRoom),
  }),
});

export const quoteOfCompany = post("/companies/transfer/quote", {
  spec: "added",
  because: "A company sees every charge before it asks for a transfer.",
  summary: "What a transfer to a beneficiary costs",
  can: requests,
  body: form(
    { beneficiary_id: "required", amount_kobo: "required" },
    { beneficiary_id: z.uuid(), amount_kobo: positiveKobo },
  ),
  response: z.object({
    payee: z.string(),
    bank_name: z.string(),
    account_no: z.string(),
    ...costs,
    available_kobo: kobo,
    is_repeat: z.boolean(),
  }),
});

export const approve = post("/companies/transfer/approve", {
  spec: "C253",
  summary: "Approve or decline a transfer of the company that waits for the caller",
  can: ["company:can_decide_approvals"],
  effect: "moves_money",
  body: form(
    { transfer_id: "required", decision: "required|inArray:approve,decline", reason: "nullable|max:500" },
    { transfer_id: z.uuid(), decision: z.enum(["approve", "decline"]) },
  ),
  response: sent,
});

const payee = z.object({
  id: z.uuid(),
  kind: z.enum(transferKindNames),
  name: z.string(),
  bank_code: z.string().nullable(),
  bank_name: z.string().nullable(),
  account_no: z.string().nullable(),
});
export const payees = get("/transfer/payees", {
  spec: "added",
  because: "Who was paid once is paid again without typing.",
  summary: "Whom the caller has kept",
  can: sends,
  response: z.object({ payees: z.array(payee) }),
});

export const forget = del("/transfer/payees/{id}", {
  spec: "added",
  because: "Saved numbers can be removed.",
  summary: "Remove somebody whom the caller has kept",
  can: sends,
  params: idParams,
  response: z.object({ id: z.uuid() }),
});
