/** Dollars of people's virtual cards (C10 of the annex): bought from the cash wallet and taken back at a quote that ends, under dated terms. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, positiveKobo } from "../money.ts";
import { reasonAndPaper } from "../money/slips.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { cardStates } from "./card-states.ts";
import { dollarKinds, exchangeKinds } from "./dollar-words.ts";

const exchange = z.object({
  id: z.uuid(),
  reference: z.string(),
  kind: z.enum(exchangeKinds),
  amount_cents: kobo,
  amount_kobo: kobo,
  /** Naira for one dollar, and the day of the published rate behind it. */
  rate: z.string(),
  rated_on: businessDate,
  used_at: moment,
});

const purse = z.object({
  /** Whether dollars may be bought now, and whether there is a card for them. */
  is_offered: z.boolean(),
  has_card: z.boolean(),
  balance_cents: kobo,
  /** What of it no payment holds. */
  free_cents: kobo,
  /** What their cards took beyond what was there: not taken back before it is paid. */
  owed_cents: kobo,
  least_cents: kobo,
  /** What may still be bought this calendar month. */
  month_left_cents: kobo,
  /** Free in the cash wallet. */
  cash_kobo: kobo,
  /** The newest ten. */
  exchanges: z.array(exchange),
});

export const find = get("/personal/cards/dollars", {
  spec: "added",
  because: "Dollars of a card are money of its holder: seen with what may be bought and what was.",
  summary: "The dollars behind one's dollar cards",
  can: ["personal:can_view_cards"],
  response: purse,
});

export const quote = post("/personal/cards/dollars/quotes", {
  spec: "added",
  because: "Dollars are bought and taken back at a quoted rate that ends (C10 of the annex).",
  summary: "Quote a rate for dollars of a card: nothing moves yet",
  can: ["personal:can_use_cards"],
  body: form(
    { kind: "required|inArray:buy,sell", amount_cents: "required" },
    { kind: z.enum(dollarKinds), amount_cents: positiveKobo },
  ),
  response: z.object({
    quote: exchange.omit({ reference: true, used_at: true }).extend({
      /** The published middle rate, and what of the naira is our margin. */
      mid_rate: z.string(),
      margin_kobo: kobo,
      valid_until: moment,
    }),
  }),
});

export const accept = post("/personal/cards/dollars/quotes/{id}/accept", {
  spec: "added",
  because: "A quote moves money once, and only while it holds.",
  summary: "Exchange at a quote of one's own that still holds",
  can: ["personal:can_use_cards"],
  effect: "moves_money",
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({ purse }),
});

const sees = {
  audience: "admin",
  can: ["provider:can_view_card_requests", "provider:can_view_reconciliation"],
} as const;

export const exchanges = list("/admin/dollar-cards/exchanges", {
  spec: "added",
  because: "Finance sees at which rates naira became dollars, and what was earned with them.",
  summary: "Dollars bought and taken back for cards, with rate and margin",
  ...sees,
  row: exchange.extend({
    person: z.object({ id: z.uuid(), name: z.string() }),
    margin_kobo: kobo,
    mid_rate: z.string(),
  }),
  search: ["person", "reference"],
  filters: {
    kind: { kind: "choice", label: "What", options: exchangeKinds },
    user_id: { kind: "id", label: "Person" },
  },
  sorts: ["used_at", "amount_cents", "amount_kobo", "margin_kobo"],
  ranges: ["used_at"],
  default_sort: "-used_at",
});

export const owed = list("/admin/dollar-cards/owed", {
  spec: "added",
  because:
    "What cards took beyond the dollars that were there is a claim: the operations desk collects it, or two people write it off.",
  summary: "Dollars that holders owe because their cards took more than was there",
  ...sees,
  row: z.object({
    id: z.uuid(),
    person: z.object({ id: z.uuid(), name: z.string() }),
    last4: z.string().nullable(),
    status: z.enum(cardStates.states),
    owed_cents: kobo,
    /** When the card last took more than was there, or something of it was paid. */
    moved_on: businessDate,
    /** A second person is asked whether it is written off. */
    is_waiting: z.boolean(),
    version: z.int(),
    abilities,
  }),
  search: ["person"],
  filters: {
    status: { kind: "choice", options: cardStates.states },
    is_waiting: { kind: "boolean", label: "Write-off asked" },
  },
  sorts: ["owed_cents", "moved_on"],
  ranges: ["owed_cents"],
  default_sort: "-owed_cents",
});

export const writeOffOwed = action(
  cardStates,
  { name: "write_off_owed", from: ["active", "frozen", "closed"] },
  {
    asks: {
      label: "Write off…",
      title: "Write these dollars off?",
      body: "A second person decides. They become a loss in dollars, and the holder owes them no more.",
      shows: ["owed_cents", "person"],
      reason: "required",
      paper: "What the loss rests on: the holder's letter, the collectors' report",
      yes: "Ask for it",
      style: "danger",
      done: "Requested. A second person decides.",
    },
    refuses: {
      already_requested: { status: 409, words: "A second person has to decide about these dollars." },
      nothing_owed: { status: 409, words: "This card owes no dollars any more.", is_hidden: true },
      own_money: { status: 403, words: "Nobody decides about their own money." },
    },
    call: post("/admin/dollar-cards/owed/{id}/write-off", {
      spec: "added",
      because: "Dollars that nobody will pay have to end, under two persons.",
      summary: "Ask a second person to write off the dollars that a card owes",
      audience: "admin",
      can: ["provider:can_reconcile"],
      effect: "moves_money",
      params: idParams,
      body: reasonAndPaper,
      response: secondPersonAsked,
    }),
  },
);

const termsFields = {
  is_offered: z.boolean(),
  /** Hundredths of a percent on either side of the middle rate. */
  margin_bp: z.int().min(0).max(2_000),
  quote_seconds: z.int().min(30).max(3_600),
  /** The oldest published rate that is quoted, in days. */
  rate_days: z.int().min(0).max(10),
  /** Naira for a dollar: outside of it a published rate is not believed. */
  rate_from: z.int().min(1).max(100_000),
  rate_to: z.int().min(1).max(100_000),
  least_cents: positiveKobo,
  month_cents: positiveKobo,
} as const;

export const terms = get("/admin/dollar-cards/terms", {
  spec: "added",
  because: "Dollar cards are off until two people switch them on, from a day.",
  summary: "The terms of dollar cards, the newest first, changes that wait, and the house's position",
  ...sees,
  response: z.object({
    today: businessDate,
    terms: z.array(
      z.object({
        ...termsFields,
        least_cents: kobo,
        month_cents: kobo,
        valid_from: businessDate,
        is_now: z.boolean(),
        reason: z.string().nullable(),
        set_by: z.string().nullable(),
      }),
    ),
    waiting: z.array(z.object({ approval_id: z.uuid(), title: z.string() })),
    /** As in the trial balance: what people have, what the issuer is owed and holds for us, and both sides of the position (a debt is negative). */
    position: z.object({
      purses_cents: kobo,
      overdrawn_cents: kobo,
      issuer_owed_cents: kobo,
      issuer_float_cents: kobo,
      position_cents: kobo,
      position_kobo: kobo,
      margin_kobo: kobo,
    }),
  }),
});

export const changeTerms = post("/admin/dollar-cards/terms", {
  spec: "added",
  because: "What dollars cost changes from a day on; two people set it.",
  summary: "Ask a second person for other terms of dollar cards from a day to come",
  audience: "admin",
  can: ["provider:can_update_system_configuration"],
  step_up: true,
  body: form(
    {
      valid_from: "required",
      is_offered: "required",
      margin_bp: "required",
      quote_seconds: "required",
      rate_days: "required",
      rate_from: "required",
      rate_to: "required",
      least_cents: "required",
      month_cents: "required",
      reason: reasonRule,
    },
    { ...termsFields, valid_from: businessDate },
  ),
  response: secondPersonAsked,
});
