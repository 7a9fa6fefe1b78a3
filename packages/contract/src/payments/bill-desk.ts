/** The provider's desk for bills (R144): what is in flight, unknown, failed; its providers, their floats, and what they owe us. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo } from "../money.ts";
import { reasonAndPaper } from "../money/slips.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { timelineEntry } from "../timeline.ts";
import { billKindNames, billProviderNames } from "./bill-kinds.ts";
import { billClaimStates } from "./bill-claim-states.ts";
import { billStates } from "./bill-states.ts";
import { billRow } from "./bills.ts";

const sees = { can: ["provider:can_refund_transactions", "provider:can_view_cash_configuration"] } as const;
const acts = { can: ["provider:can_refund_transactions"] } as const;
const provider = z.enum(billProviderNames);

const deskRow = billRow.omit({ item: true, tokens: true, units: true, service: true }).extend({
  user_id: z.uuid(),
  person: z.string(),
  provider,
  /** A colleague's turn. */
  needs_review: z.boolean(),
  failure: z.string().nullable(),
  version: z.int(),
  abilities,
});

export const listAll = list("/admin/bills", {
  spec: "added",
  because: "R144 lists all bills; C337 asks person by person.",
  summary: "Airtime and bills of all people, with where each is",
  ...sees,
  row: deskRow,
  search: ["reference", "person", "customer_no"],
  filters: {
    status: { kind: "choice", options: billStates.states },
    kind: { kind: "choice", label: "What", options: billKindNames },
    provider: { kind: "choice", label: "Provider", options: billProviderNames },
    needs_review: { kind: "boolean", label: "Needs a look" },
    user_id: { kind: "id", label: "Person" },
  },
  sorts: ["created_at", "amount_kobo", "total_kobo"],
  ranges: ["created_at", "amount_kobo"],
  default_sort: "-created_at",
});

export const find = get("/admin/bills/{id}", {
  spec: "added",
  because: "The desk looks at one bill: its timeline, its postings, what its provider said.",
  summary: "A bill with its timeline and its postings",
  ...sees,
  params: idParams,
  response: deskRow.extend({
    tokens: z.array(z.string()),
    units: z.string().nullable(),
    provider_reference: z.string().nullable(),
    commission_kobo: kobo.nullable(),
    asked_times: z.int(),
    next_question_at: moment.nullable(),
    /** Providers that have surely refused it. */
    refused_by: z.array(provider),
    timeline: z.array(timelineEntry),
    postings: z.array(
      z.object({ id: z.string(), description: z.string(), account: z.string(), amount_kobo: kobo, booked_at: moment }),
    ),
  }),
});

const shows = ["person", "reference", "total_kobo"];
const own_bill = { status: 403, words: "Somebody else decides about your own bill." } as const;
const waiting = { status: 409, words: "A second person has to decide about this bill.", is_hidden: true } as const;

export const ask = action(
  billStates,
  { name: "ask", from: ["sent", "unknown"] },
  {
    asks: {
      label: "Ask the provider now",
      title: "Ask the provider about this bill now?",
      shows,
      yes: "Ask now",
      style: "primary",
      done: "The provider is being asked.",
    },
    call: post("/admin/bills/{id}/ask", {
      spec: "added",
      because: "A colleague who has the person on the phone does not wait for the clock.",
      summary: "Ask the provider now for the outcome of a bill",
      ...acts,
      once_within_seconds: 5,
      params: idParams,
      response: z.object({ status: z.enum(billStates.states) }),
    }),
  },
);

export const giveUp = action(
  billStates,
  { name: "give_up", from: ["unknown"] },
  {
    asks: {
      label: "Give up and refund…",
      title: "Give this bill up?",
      body: "A second person decides. The person has the money again; should the provider deliver after all, it is claimed from the provider.",
      shows,
      reason: "required",
      yes: "Ask for it",
      style: "danger",
      done: "Requested. A second person decides.",
    },
    refuses: { own_bill, waiting },
    call: post("/admin/bills/{id}/give-up", {
      spec: "added",
      because: "A bill whose provider never answers has to end, under two persons.",
      summary: "Ask a second person to give an unknown bill up and pay it back",
      ...acts,
      effect: "moves_money",
      params: idParams,
      body: form({ reason: reasonRule }),
      response: secondPersonAsked,
    }),
  },
);

export const refund = action(
  billStates,
  { name: "refund", from: ["delivered"] },
  {
    refuses: { own_bill, waiting },
    call: post("/admin/bills/{id}/refund", {
      spec: "added",
      because: "Wrong deliveries are refunded by two persons.",
      summary: "Ask a second person to pay a delivered bill back: the provider's fault, or our goodwill",
      ...acts,
      effect: "moves_money",
      params: idParams,
      body: form(
        { fault: "required|inArray:provider,goodwill", reason: reasonRule },
        { fault: z.enum(["provider", "goodwill"]) },
      ),
      response: secondPersonAsked,
    }),
  },
);

const providerRow = z.object({
  provider,
  is_configured: z.boolean(),
  is_on: z.boolean(),
  /** What people read while it is switched off. */
  notice: z.string().nullable(),
  /** The lower is asked first. */
  priority: z.int(),
  books_kobo: kobo,
  /** As the provider reported it last. */
  balance_kobo: kobo.nullable(),
  balance_at: moment.nullable(),
  /** Ours less theirs, of bills whose end is not known: it explains a difference. */
  in_flight_kobo: kobo,
  difference_kobo: kobo.nullable(),
  is_low: z.boolean(),
  delivered_today: z.int(),
  failed_today: z.int(),
  unknown_now: z.int(),
  synced_at: moment.nullable(),
  items: z.int(),
});

export const providers = get("/admin/bills/providers", {
  spec: "added",
  because: "The desk sees each provider's float beside the books, and how it does today.",
  summary: "Providers of bills: floats, health, and whether they are switched on",
  ...sees,
  response: z.object({ providers: z.array(providerRow) }),
});

export const switchProvider = post("/admin/bills/providers/{provider}/switch", {
  spec: "added",
  because: "A provider that fails is switched off, with a notice.",
  summary: "Switch a provider of bills on or off, and set which is asked first",
  ...acts,
  params: z.strictObject({ provider }),
  body: form(
    { is_on: "required", priority: "required|number|min:1|max:9", notice: "nullable|max:200", reason: reasonRule },
    { is_on: z.boolean(), priority: z.int() },
  ),
  response: z.object({ providers: z.array(providerRow) }),
});

export const bankLines = get("/admin/bills/providers/bank-lines", {
  spec: "added",
  because: "Who tops a float up says which line of the bank it was: the line is the proof.",
  summary: "Money that left the bank and is not explained: what may have topped a float up",
  ...acts,
  response: z.object({
    lines: z.array(
      z.object({
        item_id: z.uuid(),
        reference: z.string(),
        narration: z.string(),
        booked_on: businessDate,
        amount_kobo: kobo,
      }),
    ),
  }),
});

export const topUp = post("/admin/bills/providers/{provider}/top-up", {
  spec: "added",
  because:
    "Annex B5: what was sent from the bank to a provider's float is booked against the bank's line, by two persons.",
  summary: "Ask a second person to agree that a line of the bank topped a provider's float up",
  ...acts,
  effect: "moves_money",
  params: z.strictObject({ provider }),
  body: form({ item_id: "required", reason: reasonRule }, { item_id: z.uuid() }),
  response: secondPersonAsked,
});

const terms = z.object({
  kind: z.enum(billKindNames),
  valid_from: businessDate,
  is_sold: z.boolean(),
  fee_kobo: kobo,
  /** Hundredths of a percent of the price. */
  commission_bps: z.int(),
  cashback_bps: z.int(),
});

export const listTerms = get("/admin/bills/terms", {
  spec: "added",
  because: "Fees, commission and cashback of bills are dated: what holds now, and from when what follows.",
  summary: "What is charged for bills, kept back by providers and given back, by kind and day",
  ...sees,
  response: z.object({ terms: z.array(terms) }),
});

export const setTerms = post("/admin/bills/terms", {
  spec: "added",
  because: "Two people change what bills cost and give back, from a day to come.",
  summary: "Ask a second person to change what a kind of bill costs, or whether it is sold, from a day on",
  ...acts,
  once_within_seconds: 5,
  body: form(
    {
      kind: `required|inArray:${billKindNames.join(",")}`,
      valid_from: "required",
      fee_kobo: "required",
      commission_bps: "required|number|min:0|max:10000",
      cashback_bps: "required|number|min:0|max:10000",
      is_sold: "nullable",
      reason: reasonRule,
    },
    terms.omit({ is_sold: true }).extend({ is_sold: z.boolean().optional(), fee_kobo: nonNegativeKobo }).shape,
  ),
  response: secondPersonAsked,
});

export const listClaims = list("/admin/bills/claims", {
  spec: "added",
  because: "What a provider owes us after a refund is followed to its end.",
  summary: "Claims on providers of bills, and on banks",
  ...sees,
  row: z.object({
    id: z.uuid(),
    /** A claim is about a bill, or about a transfer. */
    bill_id: z.uuid().nullable(),
    transfer_id: z.uuid().nullable(),
    reference: z.string(),
    person: z.string(),
    /** Null for a bank. */
    provider: provider.nullable(),
    cause: z.enum(["late_delivery", "refund"]),
    amount_kobo: kobo,
    status: z.enum(billClaimStates.states),
    is_waiting: z.boolean(),
    decision_reason: z.string().nullable(),
    created_at: moment,
    version: z.int(),
    abilities,
  }),
  search: ["reference", "person"],
  filters: {
    status: { kind: "choice", options: billClaimStates.states },
    provider: { kind: "choice", label: "Provider", options: billProviderNames },
  },
  sorts: ["created_at", "amount_kobo"],
  ranges: ["created_at", "amount_kobo"],
  default_sort: "-created_at",
});

const claim_waiting = { status: 409, words: "A second person has to decide about this claim." } as const;
const endsClaim = (name: "credit" | "lose", label: string, body: string) =>
  ({
    asks: {
      label,
      title: name === "credit" ? "Has the provider or the bank paid this claim?" : "Write this claim off?",
      body,
      shows: ["reference", "amount_kobo"],
      reason: "required",
      ...(name === "lose" && { paper: "What the loss rests on: the provider's or the bank's answer" }),
      yes: "Ask for it",
      style: name === "credit" ? "primary" : "danger",
      done: "Requested. A second person decides.",
    },
    refuses: { claim_waiting },
  }) as const;
const claimBody = {
  spec: "added",
  ...acts,
  effect: "moves_money",
  params: idParams,
  body: form({ reason: reasonRule }),
  response: secondPersonAsked,
} as const;

export const creditClaim = action(
  billClaimStates,
  { name: "credit", from: ["open"] },
  {
    ...endsClaim(
      "credit",
      "Provider has paid…",
      "A second person decides. The provider's float has the money again; a bank's is expected on its statement.",
    ),
    call: post("/admin/bills/claims/{id}/credit", {
      because: "A claim ends when the provider has credited it.",
      summary: "Ask a second person to record that a provider has credited a claim to our float",
      ...claimBody,
    }),
  },
);

export const loseClaim = action(
  billClaimStates,
  { name: "lose", from: ["open"] },
  {
    ...endsClaim("lose", "Write off…", "A second person decides. The amount goes to refunds that were lost."),
    call: post("/admin/bills/claims/{id}/lose", {
      because: "A claim that a provider never pays has to end, under two persons.",
      summary: "Ask a second person to write a claim on a provider off",
      ...claimBody,
      body: reasonAndPaper,
    }),
  },
);
