/** What cards pay (R132 to R134): each payment that was requested, why it was declined and what to do; what was captured and came back. */
import { z } from "zod";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { virtualCardRooms } from "../permissions.ts";
import { businessDate, moment } from "../time.ts";
import { cardAuthorisationStates } from "./card-authorisation-states.ts";
import { captureKinds, paymentKinds } from "./card-payment-kinds.ts";
import { controllers } from "./card-control-kinds.ts";
import { cardCurrencies, cardForms } from "./card-states.ts";
import { channels, declineReasonNames, limitPeriods, nextSteps } from "./decline-reasons.ts";
import { merchantCategoryNames } from "./merchant-categories.ts";

const anybody = ["personal:can_view_cards", "company:can_view_cards", "provider:can_view_card_requests"] as const;

const card = z.object({ id: z.uuid(), label: z.string().nullable(), last4: z.string().nullable() });
const person = z.object({ id: z.uuid(), name: z.string() });

const paymentRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  card,
  person,
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  kind: z.enum(paymentKinds),
  merchant: z.string(),
  category: z.enum(merchantCategoryNames),
  channel: z.enum(channels),
  /** Of all its amounts: the card's, or what a payment in another one was requested in, which was declined. */
  card_currency: z.string(),
  amount_kobo: kobo,
  /** Taken so far. */
  captured_kobo: kobo,
  status: z.enum(cardAuthorisationStates.states),
  /** Why it was declined, in the holder's words. */
  says: z.string().nullable(),
  created_at: moment,
});

const payments = {
  row: paymentRow,
  search: ["merchant", "reference"],
  filters: {
    status: { kind: "choice", label: "State", options: cardAuthorisationStates.states },
    category: { kind: "choice", label: "Category", options: merchantCategoryNames },
    channel: { kind: "choice", label: "Channel", options: channels },
    reason: { kind: "choice", label: "Declined because", options: declineReasonNames },
    form: { kind: "choice", label: "Form", options: cardForms },
    card_id: { kind: "id", label: "Card" },
    amount_kobo: "kobo",
  },
  sorts: ["created_at", "amount_kobo"],
  ranges: ["created_at"],
  default_sort: "-created_at",
} as const;

/** C287. */
export const ofCard = list("/personal/card/transactions/{id}", {
  spec: "C287",
  summary: "What was paid and declined with a card, also of one month alone",
  can: anybody,
  params: idParams,
  query: {
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: "this field must be a month, for example 2026-11" })
      .optional(),
  },
  ...payments,
});

export const listAll = list("/cards/transactions", {
  spec: "added",
  because: "R132 lists the payments of all cards; C287 has those of one.",
  summary: "Payments with cards: one's own, those of the company, or all for the provider's staff",
  can: anybody,
  ...payments,
});

export const ofVirtual = list("/virtual-card/admin/transactions", {
  spec: "added",
  because: "R133 lists the payments of virtual cards (A86).",
  summary: "Payments with virtual cards",
  can: virtualCardRooms,
  ...payments,
});

const captureRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  card,
  person,
  kind: z.enum(captureKinds),
  merchant: z.string(),
  category: z.enum(merchantCategoryNames),
  card_currency: z.enum(cardCurrencies),
  amount_kobo: kobo,
  /** Beyond what was there. */
  overdrawn_kobo: kobo,
  payment_id: z.uuid().nullable(),
  expense_id: z.uuid().nullable(),
  happened_at: moment,
});
const moved = {
  row: captureRow,
  search: ["merchant", "reference"],
  filters: {
    kind: { kind: "choice", label: "Kind", options: captureKinds },
    category: { kind: "choice", label: "Category", options: merchantCategoryNames },
    // What the bars of the card spend open: exactly what they count.
    merchant_id: { kind: "id", label: "Shop, exactly" },
    currency: { kind: "choice", label: "Currency", options: cardCurrencies },
    is_matched: { kind: "boolean", label: "Has its payment" },
    amount_kobo: "kobo",
  },
  sorts: ["happened_at", "amount_kobo", "overdrawn_kobo"],
  ranges: ["happened_at"],
  default_sort: "-happened_at",
} as const;

export const captures = list("/admin/cards/captures", {
  spec: "added",
  because: "Operations look at what the issuer took without asking, and at what came back.",
  summary: "What the issuer took and gave back with cards, and whether its payment is known",
  can: ["provider:can_view_card_requests"],
  ...moved,
});

/** A part of what cards paid: what shops took less what they gave back, and how often they took something. */
const spent = { amount_kobo: kobo, count: z.int(), before_kobo: kobo };

export const spend = get("/admin/cards/spend", {
  spec: "added",
  because: "Issue 13: operations see what cards pay for, by category and by merchant.",
  summary: "What cards paid in a period by category and by shop, beside the period before; dollar cards by their sum",
  can: ["provider:can_view_card_requests"],
  query: z
    .strictObject({ rangeStart: businessDate.optional(), rangeEnd: businessDate.optional() })
    .refine(
      ({ rangeStart, rangeEnd }) =>
        !rangeStart || !rangeEnd || Math.abs(Date.parse(rangeEnd) - Date.parse(rangeStart)) <= 366 * 86_400_000,
      { path: ["rangeEnd"], error: "choose a year at most" },
    ),
  response: z.object({
    from: z.string(),
    to: z.string(),
    ...spent,
    /** Of dollar cards, in cents; no part of the rest. */
    dollars: z.object({ amount_cents: kobo, count: z.int() }),
    /** The twenty largest of each. */
    by_category: z.array(z.object({ category: z.enum(merchantCategoryNames), ...spent })),
    by_merchant: z.array(z.object({ id: z.guid(), name: z.string(), ...spent })),
  }),
});

export const virtualCaptures = list("/virtual-card/admin/captures", {
  spec: "added",
  because: "R134 lists what virtual cards took (A86).",
  summary: "What was taken and given back with virtual cards",
  can: virtualCardRooms,
  ...moved,
});

/** One rule's result. */
const check = z.object({
  reason: z.enum(declineReasonNames),
  is_met: z.boolean(),
  by: z.enum(controllers).nullable(),
  says: z.string().nullable(),
});

export const find = get("/cards/transactions/{id}", {
  spec: "added",
  because: "A decline is understood: why, what is left, and what to do next.",
  summary: "One payment with every rule's result and what the holder can do",
  can: anybody,
  params: idParams,
  response: paymentRow.extend({
    approved_kobo: kobo,
    reversed_kobo: kobo,
    city: z.string(),
    country: z.string(),
    mcc: z.string(),
    shop_currency: z.string().nullable(),
    shop_amount: z.string().nullable(),
    is_stand_in: z.boolean(),
    response_code: z.string(),
    reason: z.enum(declineReasonNames).nullable(),
    next: z.enum(nextSteps).nullable(),
    /** The limit that stopped it, for a request to raise it. */
    period: z.enum(limitPeriods).nullable(),
    /** Its holder is the caller. */
    is_own: z.boolean(),
    is_company: z.boolean(),
    /** The system froze the card after it and asks whether it was the holder. */
    asks_was_me: z.boolean(),
    /** When its holder asked the company to let it through. */
    asked_company_at: moment.nullable(),
    checks: z.array(check),
    captures: z.array(captureRow.omit({ card: true, person: true })),
  }),
});

export const wasMe = post("/cards/transactions/{id}/was-me", {
  spec: "added",
  because: "Three declines in five minutes freeze a card and ask its holder.",
  summary: "Confirm or deny stopped payments: the card works again, or stays frozen",
  can: ["personal:can_use_cards"],
  guards: ["password_changed"],
  step_up: true,
  params: idParams,
  body: form({ was_me: "required" }, { was_me: z.boolean() }),
  response: z.object({ is_frozen: z.boolean() }),
});

export const askCompany = post("/cards/transactions/{id}/ask-company", {
  spec: "added",
  because: "The annex, code 57: the holder asks the company, and the approver sees the purchase.",
  summary: "After a decline, ask those of one's company who decide about its cards",
  can: ["personal:can_use_cards"],
  guards: ["password_changed"],
  effect: "sends",
  params: idParams,
  response: z.object({ asked_company_at: moment }),
});

/** The issuer asks before each payment and reports its fate. The answer has the issuer's shape, without our envelope. */
export const issuerEvent = post("/webhooks/issuer", {
  spec: "added",
  because: "The issuer of the cards asks before each payment, within four seconds.",
  summary: "The issuer's requests and events (x-issuer-signature), decided and answered",
  can: "public",
  kind: "file",
  body: z.unknown(),
});
