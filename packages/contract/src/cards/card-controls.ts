/** What a card may be used for, what is left of its limits, and more than a limit for a time. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo, positiveKobo } from "../money.ts";
import { businessDate, moment } from "../time.ts";
import { cardCurrencies } from "./card-states.ts";
import { controllers } from "./card-control-kinds.ts";
import { cardRaiseStates } from "./card-raise-states.ts";
import { channels, limitPeriods } from "./decline-reasons.ts";
import { merchantCategoryNames } from "./merchant-categories.ts";

const anybody = ["personal:can_view_cards", "company:can_view_cards", "provider:can_view_card_requests"] as const;

/** An employee needs no borrower's profile to spend for their company. */
const guards = ["password_changed", "profile_approved"] as const;

const limit = nonNegativeKobo.nullable();
const categories = z.array(z.enum(merchantCategoryNames)).max(40);
const merchants = z.array(z.string().trim().min(2).max(60)).max(20);
const controls = {
  per_authorisation_kobo: limit,
  day_kobo: limit,
  week_kobo: limit,
  month_kobo: limit,
  year_kobo: limit,
  all_time_kobo: limit,
  day_count: z.int().min(0).max(1_000).nullable(),
  allowed_categories: categories,
  blocked_categories: categories,
  /** Parts of names. */
  allowed_merchants: merchants,
  blocked_merchants: merchants,
  channels: z.array(z.enum(channels)),
  /** Two capital letters each. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/, { error: "two capital letters, for example NG" })).max(60),
  /** Monday is 1. */
  weekdays: z.array(z.int().min(1).max(7)).max(7),
  /** Full hours in Africa/Lagos: from the first until before the second. */
  from_hour: z.int().min(0).max(23).nullable(),
  to_hour: z.int().min(0).max(24).nullable(),
  /** Restaurants and taxis may take that much more than a limit has left. */
  tips_percent: z.int().min(0).max(30),
};
const shown = z.object(controls);

const controlled = z.object({
  card: z.object({
    id: z.uuid(),
    label: z.string().nullable(),
    last4: z.string().nullable(),
    person: z.object({ id: z.uuid(), name: z.string() }),
    /** Of its limits. */
    currency: z.enum(cardCurrencies),
    is_company: z.boolean(),
  }),
  /** Whose controls the caller sets; null for who only looks. */
  sets: z.enum(controllers).nullable(),
  /** A company's people do not loosen what holds for a card of their own. */
  may_loosen: z.boolean(),
  company: shown.nullable(),
  holder: shown.nullable(),
  /** What may be spent now of each limit, the tighter of the two, and when it resets; null: never. */
  left: z.array(
    z.object({
      period: z.enum(limitPeriods),
      limit_kobo: kobo,
      left_kobo: kobo,
      raised_kobo: kobo,
      resets_at: moment.nullable(),
    }),
  ),
  day_count: z.object({ allowed: z.int(), left: z.int() }).nullable(),
  /** National limits for cash: a day at machines, a week in all ways (of a company: over all its cards). */
  cash: z.array(z.object({ period: z.enum(["day", "week"]), limit_kobo: kobo, left_kobo: kobo, resets_at: moment })),
});

export const find = get("/cards/{id}/controls", {
  spec: "added",
  because: "The holder sees what is left of each limit and when it resets (A86).",
  summary: "What a card may be used for, and what is left of its limits",
  can: anybody,
  params: idParams,
  response: controlled,
});

export const set = put("/cards/{id}/controls", {
  spec: "added",
  because: "Who owns a card says what it may be used for; its holder may make that tighter.",
  summary: "Set what a card may be used for",
  can: ["personal:can_use_cards", "company:can_request_cards"],
  guards,
  params: idParams,
  body: z.strictObject(controls).superRefine(({ from_hour, to_hour }, context) => {
    if ((from_hour === null) !== (to_hour === null))
      context.addIssue({ code: "custom", path: ["to_hour"], message: "give both hours, or none" });
    else if (from_hour !== null && from_hour === to_hour)
      context.addIssue({ code: "custom", path: ["to_hour"], message: "the hours must differ" });
  }),
  response: controlled,
});

const raiseRow = z.object({
  id: z.uuid(),
  card: z.object({ id: z.uuid(), label: z.string().nullable(), last4: z.string().nullable() }),
  person: z.object({ id: z.uuid(), name: z.string() }),
  period: z.enum(limitPeriods),
  amount_kobo: kobo,
  reason: z.string(),
  /** The declined payment after which it was requested. */
  payment: z.object({ id: z.uuid(), merchant: z.string(), amount_kobo: kobo }).nullable(),
  ends_on: businessDate,
  status: z.enum(cardRaiseStates.states),
  decision_reason: z.string().nullable(),
  version: z.int(),
  created_at: moment,
  abilities,
});

export const raises = list("/cards/raises", {
  spec: "added",
  because: "What a holder asks for is decided in a list.",
  summary: "More than a limit of a card, asked for and granted: one's own, or those of the company",
  can: ["personal:can_view_cards", "company:can_view_cards"],
  row: raiseRow,
  search: ["person"],
  filters: {
    status: { kind: "choice", options: cardRaiseStates.states },
    period: { kind: "choice", label: "Limit", options: limitPeriods },
  },
  sorts: ["created_at", "ends_on", "amount_kobo"],
  ranges: ["created_at", "ends_on"],
  default_sort: "-created_at",
});

export const askRaise = post("/cards/{id}/raises", {
  spec: "added",
  because: "After a decline the holder asks for more; who owns the card grants it until a day.",
  summary: "Ask for more than a limit of a card, until a day",
  can: ["personal:can_use_cards"],
  guards,
  params: idParams,
  body: form(
    {
      period: "required",
      amount_kobo: "required",
      ends_on: "required",
      reason: "required|min:3|max:300",
      authorisation_id: "nullable",
    },
    {
      period: z.enum(limitPeriods),
      amount_kobo: positiveKobo,
      ends_on: businessDate,
      authorisation_id: z.uuid().optional(),
    },
  ),
  response: z.object({ raise: raiseRow }),
});

const about = ["person", "amount_kobo", "ends_on", "reason"];
const own_raise = { status: 403, words: "Nobody decides about more for a card of their own." } as const;
const not_yours = { status: 403, words: "Only the requester withdraws it.", is_hidden: true } as const;
const decide = {
  can: ["company:can_request_cards"],
  params: idParams,
  response: z.object({ raise: raiseRow }),
} as const;

export const grantRaise = action(cardRaiseStates, "grant", {
  asks: {
    label: "Grant",
    title: "Let this card spend more?",
    body: "It counts on top of the limit until its last day and ends by itself.",
    shows: about,
    reason: "optional",
    yes: "Grant",
    style: "primary",
    key: "a",
    done: "Granted. Its holder has a message.",
  },
  refuses: { own_raise },
  call: post("/cards/raises/{id}/grant", {
    spec: "added",
    because: "A limit is raised once, for a time, by who owns the card.",
    summary: "Grant more than a limit of a card",
    ...decide,
    body: form({ reason: "nullable|max:300" }),
  }),
});

export const declineRaise = action(cardRaiseStates, "decline", {
  asks: { label: "Decline…", shows: about, reason: "required", yes: "Decline", style: "danger", done: "Declined." },
  refuses: { own_raise },
  call: post("/cards/raises/{id}/decline", {
    spec: "added",
    because: "A request not granted is answered with its reason.",
    summary: "Decline more than a limit of a card",
    ...decide,
    body: form({ reason: "required|min:3|max:300" }),
  }),
});

export const withdrawRaise = action(cardRaiseStates, "withdraw", {
  asks: { label: "Take back", shows: ["amount_kobo", "ends_on"], yes: "Take it back", done: "Taken back." },
  refuses: { not_yours },
  call: post("/cards/raises/{id}/withdraw", {
    spec: "added",
    because: "A requester may reconsider.",
    summary: "Take back what one asked for",
    can: ["personal:can_use_cards"],
    guards,
    params: idParams,
    response: z.object({ raise: raiseRow }),
  }),
});
