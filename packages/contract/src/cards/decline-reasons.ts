/**
 * Why a payment by card was declined: our reasons, the code that the shop's machine gets for each (ISO 8583), and the holder's sentence with what they may
 * do. No zod: rules and screens read it alike.
 */
import { count, day, money } from "../formats.ts";
import { type MerchantCategory, merchantCategories } from "./merchant-categories.ts";

/** What limits are counted over. Weeks begin on Monday; all reset at 00:00 Africa/Lagos. */
export const limitPeriods = ["per_authorisation", "day", "week", "month", "year", "all_time"] as const;
export type LimitPeriod = (typeof limitPeriods)[number];
export const limitWords: Readonly<Record<LimitPeriod, string>> = {
  per_authorisation: "limit for one payment",
  day: "daily limit",
  week: "weekly limit",
  month: "monthly limit",
  year: "yearly limit",
  all_time: "limit for all time",
};

export const channels = ["atm", "pos", "web", "mobile"] as const;
export type Channel = (typeof channels)[number];
export const channelWords: Readonly<Record<Channel, string>> = {
  atm: "cash machines",
  pos: "shops' machines",
  web: "the internet",
  mobile: "telephones",
};

/** What the holder can do about it; screens make a button of it. */
export const nextSteps = [
  "add_money",
  "pay_bill",
  "ask_company",
  "ask_for_more",
  "change_controls",
  "wait",
  "unfreeze",
  "ask_us",
  "add_receipt",
  "activate",
  "replace",
  "was_it_you",
  "check_details",
  "unlock_pin",
  "try_again",
] as const;
export type NextStep = (typeof nextSteps)[number];

/** What a rule found, as it is kept with the payment. Amounts in kobo, moments as ISO 8601. */
export interface Found {
  /** What may still be spent: of the money, or of the limit. */
  left_kobo?: number;
  limit_kobo?: number;
  period?: LimitPeriod;
  /** When the limit resets; null: never. */
  resets_at?: string | null;
  /** Purchases that are allowed in a day, or tries that are left. */
  count?: number;
  /** Of the amounts; naira by default. */
  currency?: "USD";
  /** The category, channel, country, currency or place that the rule is about. */
  what?: string;
  /** The money is a line: what is paid of the bill may be spent again. */
  is_credit?: boolean;
  /** Whose control it is. */
  by?: "company" | "holder";
  /** What no control changes: the card's one shop, its currency, that its holder keeps out of betting, and the credit that we granted. */
  fixed?: "shop" | "dollars" | "betting" | "credit";
}

interface Reason {
  /** ISO 8583, field 39. */
  code: string;
  /** What the holder reads, whole sentences. @param is_company whether a company owns the card */
  says(found: Found, is_company: boolean): string;
  next(is_company: boolean, found: Found): NextStep;
}

const amount = ({ left_kobo = 0, currency }: Found): string => money(left_kobo, currency);
const who = (is_company: boolean): string => (is_company ? "Ask your company" : "Change the card's controls");
const ask = (is_company: boolean, { fixed }: Found): NextStep =>
  fixed === "betting" ? "wait" : fixed ? "replace" : is_company ? "ask_company" : "change_controls";
const always = (step: NextStep) => (): NextStep => step;
const until = ({ resets_at }: Found): string => (resets_at ? `; it resets on ${day(resets_at)}` : "");
const wrong = "The shop sent something wrong. Nothing was taken. Ask the shop to try again.";
const categoryWords = ({ what = "other" }: Found): string =>
  merchantCategories[what as MerchantCategory]?.words.toLowerCase() ?? "this kind of shop";

export const declineReasons = {
  bad_amount: { code: "13", says: () => wrong, next: always("try_again") },
  bad_format: { code: "30", says: () => wrong, next: always("try_again") },
  duplicate: {
    code: "94",
    says: () => "The shop sent the same payment twice. It was not taken a second time. There is nothing to do.",
    next: always("wait"),
  },
  bad_card: {
    code: "14",
    says: () => "The number that the shop sent is not this card's. Check the details and try again.",
    next: always("check_details"),
  },
  card_closed: { code: "14", says: () => "This card is closed. Pay with another one.", next: always("replace") },
  not_activated: {
    code: "78",
    says: () => "This card is not activated yet. Activate it, then try again.",
    next: always("activate"),
  },
  expired: {
    code: "54",
    says: () => "This card has expired. A new one is on its way; activate it when it comes.",
    next: always("replace"),
  },
  lost: {
    code: "41",
    says: () => "This card was reported lost. Pay with the new one; if it was not you who tried, you need do nothing.",
    next: always("replace"),
  },
  stolen: {
    code: "43",
    says: () =>
      "This card was reported stolen. Pay with the new one; if it was not you who tried, you need do nothing.",
    next: always("replace"),
  },
  frozen_holder: {
    code: "62",
    says: () => "You froze this card. Unfreeze it, then try again.",
    next: always("unfreeze"),
  },
  frozen_company: {
    code: "62",
    says: () => "Your company froze this card. Ask your company to unfreeze it.",
    next: always("ask_company"),
  },
  frozen_provider: {
    code: "62",
    says: () => "We froze this card. Please write to us; we tell you why and what is needed.",
    next: always("ask_us"),
  },
  frozen_missing_receipt: {
    code: "62",
    says: ({ what }) =>
      `This card is frozen because a receipt is missing${what ? `: ${what}` : ""}. Add the receipt and it works again.`,
    next: always("add_receipt"),
  },
  suspected_fraud: {
    code: "59",
    says: () => "We stopped this card because several payments were declined. Was it you? Say so and it works again.",
    next: always("was_it_you"),
  },
  verification_failed: {
    code: "63",
    says: () => "The shop could not show that it was you. Try again, and confirm the payment when you are asked.",
    next: always("was_it_you"),
  },
  wrong_pin: {
    code: "55",
    says: ({ count: left }) =>
      `The PIN was wrong.${left === undefined ? "" : ` ${count(left)} ${left === 1 ? "try is" : "tries are"} left.`} Try again, or ask for a new PIN.`,
    next: always("check_details"),
  },
  pin_locked: {
    code: "75",
    says: () => "The PIN was wrong too often and is locked. Unlock it in the app, then try again.",
    next: always("unlock_pin"),
  },
  bad_cvv: {
    code: "82",
    says: () => "The security code was wrong. Check the three digits and try again.",
    next: always("check_details"),
  },
  currency: {
    code: "57",
    says: ({ what }) => `This card does not pay in ${what ?? "this currency"}. Pay with another card.`,
    next: always("replace"),
  },
  channel: {
    code: "57",
    says: ({ what }, is_company) =>
      `This card is not for ${channelWords[what as Channel] ?? "this way of paying"}. ${who(is_company)}, or pay another way.`,
    next: ask,
  },
  country: {
    code: "57",
    says: ({ what }, is_company) => `This card does not pay in ${what ?? "this country"}. ${who(is_company)}.`,
    next: ask,
  },
  category: {
    code: "57",
    says: (found, is_company) =>
      found.fixed === "betting"
        ? "You keep out of betting, so this card pays none until that ends."
        : `This card is not for ${categoryWords(found)}. ${found.fixed ? "Pay with another card" : who(is_company)}.`,
    next: ask,
  },
  merchant: {
    code: "57",
    says: ({ what, fixed }, is_company) =>
      `This card does not pay at ${what || "this place"}. ${fixed ? "It is for one shop: pay with another card" : who(is_company)}.`,
    next: ask,
  },
  hours: {
    code: "57",
    says: ({ what }, is_company) =>
      `This card only pays ${what ?? "at certain hours"}. Try again then. ${who(is_company)} to change that.`,
    next: ask,
  },
  single_use: {
    code: "57",
    says: () => "This card was for one payment and has made it. Ask for another card.",
    next: always("replace"),
  },
  count_limit: {
    code: "65",
    says: ({ count: allowed = 0, resets_at }) =>
      `${count(allowed)} ${allowed === 1 ? "payment is" : "payments are"} allowed a day. The next is possible from ${resets_at ? day(resets_at) : "tomorrow"}.`,
    next: always("wait"),
  },
  amount_limit: {
    code: "61",
    says: (found, is_company) =>
      found.fixed === "credit"
        ? `This card's credit for the month has ${amount(found)} left${until(found)}. Ask your company.`
        : `Your ${limitWords[found.period ?? "per_authorisation"]} has ${amount(found)} left${until(found)}. ${is_company ? "Ask for more" : "Raise it in the card's controls"}.`,
    next: (is_company, { fixed }) =>
      fixed === "credit" ? "ask_company" : is_company ? "ask_for_more" : "change_controls",
  },
  // Nobody raises it: it holds for everybody.
  cash_limit: {
    code: "61",
    says: (found) =>
      `The national limit for cash ${found.period === "day" ? "from machines" : "by card"} has ${amount(found)} left${until(found)}. Take less, or pay by card.`,
    next: always("wait"),
  },
  insufficient_funds: {
    code: "51",
    says: (found, is_company) =>
      `Not enough money: ${amount(found)} is available. ${is_company ? "Ask your company for more" : found.is_credit ? "Pay a part of your bill and try again" : "Add money and try again"}.`,
    next: (is_company, { is_credit }) => (is_company ? "ask_company" : is_credit ? "pay_bill" : "add_money"),
  },
  issuer_unavailable: {
    code: "91",
    says: () => "The card network could not be reached. Nothing was taken. Try again.",
    next: always("try_again"),
  },
  issuer_declined: {
    code: "91",
    says: () =>
      "The bank behind this card declined it before we were asked. Nothing was taken. Try again; if it is declined again, write to us.",
    next: always("ask_us"),
  },
  we_unavailable: {
    code: "96",
    says: () => "We could not answer in time. Nothing was taken. Try again.",
    next: always("try_again"),
  },
} as const satisfies Record<string, Reason>;
export type DeclineReason = keyof typeof declineReasons;
export const declineReasonNames = Object.keys(declineReasons) as [DeclineReason, ...DeclineReason[]];

/** In a list. */
export const declineTitles: Readonly<Record<DeclineReason, string>> = {
  bad_amount: "Wrong amount from the shop",
  bad_format: "Unreadable request",
  duplicate: "Sent twice",
  bad_card: "Wrong card number",
  card_closed: "Card is closed",
  not_activated: "Not activated",
  expired: "Expired",
  lost: "Reported lost",
  stolen: "Reported stolen",
  frozen_holder: "Frozen by you",
  frozen_company: "Frozen by the company",
  frozen_provider: "Frozen by us",
  frozen_missing_receipt: "Receipt is missing",
  suspected_fraud: "Stopped: was it you?",
  verification_failed: "Not confirmed",
  wrong_pin: "Wrong PIN",
  pin_locked: "PIN is locked",
  bad_cvv: "Wrong security code",
  currency: "Currency not allowed",
  channel: "Way of paying not allowed",
  country: "Country not allowed",
  category: "Kind of shop not allowed",
  merchant: "Shop not allowed",
  hours: "Not at this hour",
  single_use: "Used already",
  count_limit: "Too many payments today",
  amount_limit: "Over a limit",
  cash_limit: "Over the national limit for cash",
  insufficient_funds: "Not enough money",
  issuer_unavailable: "Network not reached",
  issuer_declined: "Declined by the card's bank",
  we_unavailable: "No answer in time",
};

/** The holder's sentence, and what they may do. What the holder of a company's card has set, they change themselves. */
export const declineWords = (
  reason: DeclineReason,
  found: Found,
  is_company: boolean,
): { says: string; next: NextStep } => {
  const declared: Reason = declineReasons[reason];
  const isCompanys = is_company && found.by !== "holder";
  return { says: declared.says(found, isCompanys), next: declared.next(isCompanys, found) };
};
