/** Cash transactions (R138): what moved in cash wallets, the transfers that await approval, and money that is taken back by hand. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { payoutStates } from "../money/payout-states.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { moment } from "../time.ts";
import { cashDebitNames, personalMovementKinds } from "./wallet-kinds.ts";
import { UNSORTED } from "../page.ts";

const decides = { audience: "admin", can: ["provider:can_fund_debit_wallet"] } as const;

export const listAll = list("/admin/personal/cash/transactions", {
  spec: "added",
  because: "R138 lists them; the specification names no call.",
  summary: "What moved in the cash wallets of people, and the transfers that await approval",
  audience: "admin",
  can: ["provider:can_view_cash_configuration"],
  row: z.object({
    id: z.uuid(),
    happened_at: moment,
    user_id: z.uuid(),
    person: z.string(),
    kind: z.enum(personalMovementKinds),
    amount_kobo: kobo,
    balance_kobo: kobo,
    reference: z.string(),
    note: z.string().nullable(),
    by: z.string().nullable(),
    /** Where a transfer goes: the bank's name for the account, the bank, its last four digits. */
    payee: z.string().nullable(),
    bank_name: z.string().nullable(),
    account_no: z.string().nullable(),
    /** Of the transfer that it began; null where nothing was sent. */
    payout_id: z.uuid().nullable(),
    status: z.enum(payoutStates.states).nullable(),
    /** A second person is asked whether it arrived. */
    is_waiting: z.boolean(),
    /** What may be done with the transfer. */
    abilities,
  }),
  search: ["reference", "person"],
  filters: {
    kind: { kind: "choice", label: "What", options: personalMovementKinds },
    status: { kind: "choice", label: "Transfer", options: payoutStates.states },
    user_id: { kind: "id", label: "Person" },
  },
  sorts: ["happened_at", "amount_kobo"],
  unsorted: { balance_kobo: UNSORTED.running },
  ranges: ["happened_at", "amount_kobo"],
  default_sort: "-happened_at",
});

const own_transfer = { status: 403, words: "Somebody else decides about your own money." } as const;
const shows = ["person", "payee", "bank_name", "account_no", "amount_kobo", "reference"];
const answered = z.object({ payout_id: z.uuid(), status: z.enum(payoutStates.states) });

/** C181. `{id}` is the payout. */
export const approve = action(
  payoutStates,
  { name: "approve", makes: ["release"] },
  {
    asks: {
      label: "Approve…",
      title: "Approve this transfer?",
      body: "It is sent at once, to the account below.",
      shows,
      yes: "Approve and send",
      style: "primary",
      done: "Approved. It is on its way.",
    },
    refuses: {
      own_transfer,
      post_no_debit: { status: 409, words: "Post-no-debit is active: no money leaves this person's accounts." },
    },
    call: post("/admin/personal/cash/awaiting-approval/{id}/approve", {
      spec: "C181",
      summary: "Approve a transfer out of a cash wallet; it is sent at once",
      ...decides,
      effect: "moves_money",
      step_up: true,
      params: idParams,
      response: answered,
    }),
  },
);

/** C182. */
export const reject = action(
  payoutStates,
  { name: "reject", from: ["awaiting_approval"] },
  {
    asks: {
      label: "Reject…",
      title: "Reject this transfer?",
      body: "The money is in the person's wallet again, and they read your reason.",
      shows,
      reason: "required",
      yes: "Reject",
      style: "danger",
      done: "Rejected. The wallet has the money again.",
    },
    refuses: { own_transfer },
    call: post("/admin/personal/cash/awaiting-approval/{id}/reject", {
      spec: "C182",
      summary: "Reject a transfer out of a cash wallet; the money goes back and the person reads why",
      ...decides,
      effect: "moves_money",
      params: idParams,
      body: form({ reason: reasonRule }),
      response: answered,
    }),
  },
);

/** C183. Only where the outcome is unknown: with the bank's evidence, and a second person. */
export const markSuccess = action(
  payoutStates,
  { name: "mark_success", from: ["unknown"] },
  {
    refuses: { own_transfer, waiting: { status: 409, words: "A second person has to decide about this transfer." } },
    call: post("/admin/personal/cash/awaiting-approval/{id}/mark-success", {
      spec: "C183",
      summary: "Ask a second person to confirm, with the bank's evidence, that a transfer without an answer arrived",
      ...decides,
      effect: "moves_money",
      step_up: true,
      params: idParams,
      body: form({ slip_id: "required", reason: reasonRule }, { slip_id: z.uuid() }),
      response: secondPersonAsked,
    }),
  },
);

/** C179. */
export const debit = post("/admin/personal/cash/debit", {
  spec: "C179",
  summary: "Ask a second person to take money out of a person's cash wallet, with evidence",
  ...decides,
  effect: "moves_money",
  step_up: true,
  body: form(
    {
      user_id: "required",
      amount_kobo: "required",
      cause: `required|inArray:${cashDebitNames.join(",")}`,
      slip_id: "required",
      reason: reasonRule,
    },
    { user_id: z.uuid(), amount_kobo: positiveKobo, cause: z.enum(cashDebitNames), slip_id: z.uuid() },
  ),
  response: secondPersonAsked,
});

export const withdraw = post("/personal/users/wallet/withdraw", {
  spec: "added",
  because:
    "Money of the cash wallet leaves it: redeemed rewards would otherwise be of no use until bills and transfers come.",
  summary: "Send money of the cash wallet to one's own verified bank account",
  can: ["personal:can_use_wallets"],
  effect: "moves_money",
  body: form({ amount_kobo: "required" }, { amount_kobo: positiveKobo }),
  /** `awaits_approval`: more was sent today than goes without it. */
  response: z.object({ cash_kobo: kobo, reference: z.string(), awaits_approval: z.boolean() }),
});
