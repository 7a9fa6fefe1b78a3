/** The partner bank (R148, R149, C131): money that comes in by transfer, what we paid out, and the account's balance beside our books. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { payoutStates } from "../money/payout-states.ts";
import { payoutPurposes } from "../money/purposes.ts";
import { reconciliationStates } from "../money/reconciliation-states.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { heldReasonNames, inboundCreditStates } from "./inbound-credit-states.ts";

const sees = { audience: "admin", can: ["provider:can_view_wema_transactions"] } as const;
const decides = { audience: "admin", can: ["provider:can_reconcile"] } as const;

/** The bank's notification and its question whose account a number is: signed, read by the server alone. */
const bank = { spec: "added", can: "public", kind: "file", body: z.unknown() } as const;

export const notify = post("/webhooks/partner-bank", {
  because: "The partner bank tells of each transfer that came in.",
  summary: "A transfer that came in at the partner bank (x-wema-signature); answered once it is in our books",
  ...bank,
});

export const lookUp = post("/webhooks/partner-bank/account", {
  because: "The partner bank asks whose account a number is before it takes money for it.",
  summary: "The name behind an account number (x-wema-signature)",
  ...bank,
});

/** What of the bank's statement belongs to it. */
const match = { item_id: z.uuid().nullable(), item_status: z.enum(reconciliationStates.states).nullable() };

const incoming = z.object({
  id: z.uuid(),
  /** Of the transfer between banks: 30 digits, its only key. */
  session_id: z.string(),
  status: z.enum(inboundCreditStates.states),
  held_because: z.enum(heldReasonNames).nullable(),
  amount_kobo: kobo,
  sender: z.string(),
  sender_bank: z.string(),
  sender_account: z.string().nullable(),
  narration: z.string(),
  /** Ours that it was paid into. */
  account: z.string(),
  owner: z.string().nullable(),
  user_id: z.uuid().nullable(),
  company_id: z.uuid().nullable(),
  receipt_id: z.uuid().nullable(),
  /** A second person decides whether it goes back. */
  is_waiting: z.boolean(),
  ...match,
  created_at: moment,
  version: z.int(),
  abilities,
});

/** R148. */
export const incomingList = list("/admin/partner-bank/incoming", {
  spec: "added",
  because: "R148 lists them; the specification names no call (A86).",
  summary: "Transfers that came in at the partner bank, whose they are, and what of them is held",
  audience: "admin",
  can: ["provider:can_view_wema_transactions", "provider:can_reconcile"],
  row: incoming,
  search: ["session", "sender", "owner"],
  filters: {
    status: { kind: "choice", options: inboundCreditStates.states },
    held_because: { kind: "choice", label: "Held because", options: heldReasonNames },
    user_id: { kind: "id", label: "Person" },
    company_id: { kind: "id", label: "Company" },
    amount_kobo: "kobo",
  },
  sorts: ["created_at", "amount_kobo"],
  ranges: ["created_at", "amount_kobo"],
  default_sort: "-created_at",
});

export const incomingOne = get("/admin/partner-bank/incoming/{id}", {
  spec: "added",
  because: "One transfer with both parties, the reason of its hold, and its statement line.",
  summary: "One transfer that came in at the partner bank",
  audience: "admin",
  can: ["provider:can_view_wema_transactions", "provider:can_reconcile"],
  params: idParams,
  response: z.object({
    credit: incoming.extend({
      payment_reference: z.string(),
      /** When the sending bank sent it; null where its session id names no moment. */
      sent_at: moment.nullable(),
      released_on: businessDate.nullable(),
      payout_id: z.uuid().nullable(),
    }),
  }),
});

/** R149. */
export const outgoingList = list("/admin/partner-bank/outgoing", {
  spec: "added",
  because: "R149 lists them; the specification names no call (A86).",
  summary: "What we paid out through the bank, to whom, and what the bank's statement says of it",
  ...sees,
  row: z.object({
    id: z.uuid(),
    reference: z.string(),
    /** The bank's own. */
    provider_reference: z.string().nullable(),
    status: z.enum(payoutStates.states),
    purpose: z.enum(payoutPurposes),
    amount_kobo: kobo,
    /** Whose money it was. */
    sender: z.string(),
    receiver: z.string(),
    receiver_bank: z.string(),
    receiver_account: z.string(),
    ...match,
    created_at: moment,
  }),
  search: ["reference", "receiver"],
  filters: {
    status: { kind: "choice", options: payoutStates.states },
    purpose: { kind: "choice", label: "For", options: payoutPurposes },
    amount_kobo: "kobo",
  },
  sorts: ["created_at", "amount_kobo"],
  ranges: ["created_at", "amount_kobo"],
  default_sort: "-created_at",
});

/** C131. */
export const balance = get("/admin/virtual-account/balance", {
  spec: "C131",
  summary: "What the partner bank says that our account holds, what our books say, and what explains the difference",
  audience: "admin",
  can: ["provider:can_view_wema_transactions", "provider:can_view_reconciliation"],
  response: z.object({
    /** Null while no partner bank is configured, or while it does not answer. */
    bank: z.object({ account: z.string(), name: z.string(), balance_kobo: kobo }).nullable(),
    books_kobo: kobo,
    difference_kobo: kobo.nullable(),
    /** The parts of the difference, up to the last statement and since; empty without a statement. */
    explained: z.array(z.object({ words: z.string(), amount_kobo: kobo, count: z.int().nullable() })),
    /** What no part explains up to the last statement; null without one. */
    unexplained_kobo: kobo.nullable(),
    /** What has moved at the bank since the last statement, less what has in the books: nothing explains it yet. Null without a statement. */
    since_kobo: kobo.nullable(),
    /** The day of the last statement that was taken. */
    statement_on: businessDate.nullable(),
    /** What is held, and what came without a name: in the account, and nobody's to spend. */
    held_kobo: kobo,
    unidentified_kobo: kobo,
  }),
});

const own_money = { status: 403, words: "Nobody decides about their own money." } as const;
const already_requested = { status: 409, words: "A second person has to decide about this money." } as const;
const shows = ["owner", "amount_kobo", "sender"];

export const release = action(
  inboundCreditStates,
  { name: "release", from: ["held"] },
  {
    asks: {
      label: "Release now",
      title: "Release this money?",
      body: "It goes into the wallet if the limits allow it now; otherwise automatically as soon as they do.",
      shows,
      yes: "Release",
      style: "primary",
      done: "Released. It is in the wallet.",
    },
    refuses: { own_money, already_requested },
    call: post("/admin/partner-bank/incoming/{id}/release", {
      spec: "added",
      because: "Held money is looked at again at once when somebody has lifted what held it.",
      summary: "Put held money into its wallet, where the wallet may take it now",
      ...decides,
      effect: "moves_money",
      params: idParams,
      response: z.object({ credit: z.object({ id: z.uuid(), status: z.enum(inboundCreditStates.states) }) }),
    }),
  },
);

export const sendBack = action(
  inboundCreditStates,
  { name: "send_back", from: ["held"] },
  {
    asks: {
      label: "Send back…",
      title: "Send this money back to its sender?",
      body: "A second person decides. Then it goes to the account that it came from.",
      shows,
      reason: "required",
      yes: "Ask for it",
      style: "danger",
      done: "Requested. A second person decides.",
    },
    refuses: {
      own_money,
      already_requested,
      no_account: { status: 409, words: "The bank did not say which account it came from." },
    },
    call: post("/admin/partner-bank/incoming/{id}/send-back", {
      spec: "added",
      because: "Money that a wallet may never take goes back to its sender, under two persons.",
      summary: "Ask a second person to send held money back to the account that it came from",
      ...decides,
      effect: "moves_money",
      step_up: true,
      params: idParams,
      body: form({ reason: reasonRule }),
      response: secondPersonAsked,
    }),
  },
);

const account = z.object({ bank_name: z.string(), account_name: z.string(), account_no: z.string() });

export const ownAccount = get("/personal/users/wallet/account", {
  spec: "added",
  because: "People tell a sender their account number, and see what is held until a higher tier.",
  summary: "The account number of one's own cash wallet, and what came for it and is held",
  can: ["personal:can_view_statements"],
  response: z.object({
    /** Null while there is no partner bank. */
    account: account.nullable(),
    held: z.array(
      z.object({
        id: z.uuid(),
        amount_kobo: kobo,
        sender: z.string(),
        /** Why it is held, and what lets it in. */
        says: z.string(),
        created_at: moment,
      }),
    ),
  }),
});

export const companyAccount = get("/companies/wallet/partner-account", {
  spec: "added",
  because: "A company's wallet is paid into at the partner bank too.",
  summary: "The account number of one's company's wallet at the partner bank",
  can: ["company:can_fund_debit_wallet"],
  response: z.object({ account: account.nullable() }),
});
