/** Whether a card pays: every rule's result from the card, its controls, what was used and what is there. Pure; amounts in kobo. */
import { isCreditCard } from "@manilla/contract/cards/card-states";
import { type Controls, type Controller, grantedOf, hoursInWords } from "@manilla/contract/cards/card-control-kinds";
import {
  type Channel,
  type DeclineReason,
  type Found,
  declineReasons,
  limitPeriods,
} from "@manilla/contract/cards/decline-reasons";
import type { MerchantCategory } from "@manilla/contract/cards/merchant-categories";
import { isoDay } from "@manilla/contract/formats";
import {
  type CashLeft,
  type Usage,
  leftOf,
  midnightOf,
  nextBeginsOn,
  weekdayOf,
} from "@manilla/contract/cards/card-limits";

/** What a rule said. It is kept with the payment whether or not it let it through. */
export interface Check extends Found {
  reason: DeclineReason;
  is_met: boolean;
}

export interface Paying {
  amount_kobo: bigint;
  /** What of the same payment was let through before and not given back. */
  before_kobo: bigint;
  category: MerchantCategory;
  merchant: string;
  channel: Channel;
  /** Two letters. */
  country: string;
  /** The card's money. */
  currency: string;
  /** What the shop's machine said of code and PIN; undefined where it said nothing. */
  verified: { pin?: boolean; cvv?: boolean; expiry?: boolean; holder?: boolean; tries_left?: number };
  at: Date;
  /** Money in the hand: from a machine, or from a till. */
  is_cash: boolean;
  /** More of a payment that was let through: controls of the shop have been asked then. */
  is_more: boolean;
  /** More of a payment that is over: nothing would be held for it. */
  is_ended?: boolean;
  /** A shop announces money that it gives back. */
  is_refund?: boolean;
}

export interface Facts extends Usage {
  card: {
    kind: string;
    status: string;
    currency: string;
    expires_on: string | null;
    is_single_use: boolean;
    merchant_lock: string | null;
    /** Of credit. */
    limit_kobo: bigint | null;
    /** Of the card that took its place, where one did. */
    replaced_because: string | null;
  };
  freezes: readonly { by: string; reason: string }[];
  /** Its holder or its company may not spend with us now. */
  is_stopped: boolean;
  /** Has kept themselves out of betting, and the money is their own. */
  is_kept_out: boolean;
  /** It has paid before. */
  is_used: boolean;
  available_kobo: bigint;
  /** Of the national limits; empty for what is no cash. */
  cash: readonly CashLeft[];
}

/** Nobody pays more at once: twelve digits of naira. */
const LARGEST_KOBO = 100_000_000_000_000n;
const TIPPED: readonly MerchantCategory[] = ["restaurants", "transport"];

const met = (reason: DeclineReason, is_met: boolean, found: Found = {}): Check => ({ reason, is_met, ...found });
/** Amounts of a dollar card are said in dollars. */
const inDollars = ({ currency }: { currency: string }): Found => (currency === "USD" ? { currency } : {});
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
const isNamed = (merchant: string, names: readonly string[]): boolean =>
  names.some((name) => folded(name) !== "" && folded(merchant).includes(folded(name)));

/** What the card is, and who has stopped it. */
type Standing = Pick<Facts, "card" | "freezes" | "is_stopped">;

/** The card itself: made, in use, not expired, not frozen by anybody. */
function ofCard({ card, freezes, is_stopped }: Standing, { at }: Pick<Paying, "at">): Check[] {
  const frozenBy = (by: string, reason?: string): boolean =>
    freezes.some((each) => each.by === by && (reason === undefined || each.reason === reason));
  const missing = freezes.find(({ by, reason }) => by === "system" && reason.startsWith("missing_receipt"));
  return [
    met("lost", !(card.status === "closed" && card.replaced_because === "lost")),
    met("stolen", !(card.status === "closed" && card.replaced_because === "stolen")),
    met("card_closed", card.status !== "closed" || card.replaced_because !== null),
    met("not_activated", card.status === "active" || card.status === "frozen" || card.status === "closed"),
    met("expired", card.expires_on === null || isoDay(at) <= card.expires_on),
    met("frozen_provider", !frozenBy("provider") && !is_stopped),
    met("frozen_company", !frozenBy("company")),
    met("frozen_holder", !frozenBy("holder")),
    met("frozen_missing_receipt", missing === undefined, missing && { what: missing.reason.split(": ")[1] ?? "" }),
    met("suspected_fraud", !freezes.some((each) => each.by === "system" && each !== missing)),
  ];
}

/** What the shop says of code and PIN. */
function ofHolder({ verified }: Pick<Paying, "verified">): Check[] {
  const { pin, cvv, expiry, holder, tries_left } = verified;
  return [
    met("pin_locked", !(pin === false && tries_left === 0)),
    met("wrong_pin", pin !== false, tries_left === undefined ? {} : { count: tries_left }),
    met("bad_cvv", cvv !== false),
    met("bad_card", expiry !== false),
    met("verification_failed", holder !== false),
  ];
}

const isWithin = ({ weekdays, from_hour, to_hour }: Controls, at: Date): boolean => {
  const hour = Number(new Date(at.getTime() + 3_600_000).toISOString().slice(11, 13));
  // A night belongs to the day on which it began.
  const isMorningAfter = from_hour !== null && to_hour !== null && from_hour > to_hour && hour < to_hour;
  const on = isoDay(isMorningAfter ? new Date(at.getTime() - 86_400_000) : at);
  if (weekdays.length > 0 && !weekdays.includes(weekdayOf(on))) return false;
  if (from_hour === null || to_hour === null) return true;
  return from_hour <= to_hour ? hour >= from_hour && hour < to_hour : hour >= from_hour || hour < to_hour;
};

/** Where and when it is used: what its controls let through. */
function ofPlace(by: Controller, set: Controls, { category, merchant, channel, country, at }: Paying): Check[] {
  const isListed = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value);
  const checks = [
    met("channel", isListed(set.channels, channel), { what: channel }),
    met("country", isListed(set.countries, country), { what: country }),
    met("category", isListed(set.allowed_categories, category) && !set.blocked_categories.includes(category), {
      what: category,
    }),
    met(
      "merchant",
      (set.allowed_merchants.length === 0 || isNamed(merchant, set.allowed_merchants)) &&
        !isNamed(merchant, set.blocked_merchants),
      { what: merchant },
    ),
    met("hours", isWithin(set, at), { what: hoursInWords(set) }),
  ];
  return checks.map((check) => ({ ...check, by }));
}

/** How much it may spend. */
function ofLimits(
  by: Controller | undefined,
  set: Controls,
  facts: Facts,
  { amount_kobo, before_kobo, category, at, is_more }: Paying,
): Check[] {
  const today = isoDay(at);
  const tipsOn = (kobo: bigint): bigint => (TIPPED.includes(category) ? (kobo * BigInt(set.tips_percent)) / 100n : 0n);
  const tomorrow = midnightOf(nextBeginsOn("day", today)!);
  const counted =
    set.day_count === null
      ? []
      : [met("count_limit", is_more || facts.day_count < set.day_count, { count: set.day_count, resets_at: tomorrow })];
  const limits = limitPeriods.flatMap((period) => {
    const left = leftOf(facts, period, set.limits[period]);
    if (left === null) return [];
    const next = nextBeginsOn(period, today);
    // Of the other periods what was let through before is among what was used.
    const before = period === "per_authorisation" ? before_kobo : 0n;
    const left_kobo = Number(left > before ? left - before : 0n);
    const whole = before + amount_kobo;
    const found = { period, left_kobo, limit_kobo: Number(set.limits[period]), ...inDollars(facts.card) };
    return [
      met("amount_limit", whole <= left + tipsOn(whole), {
        ...found,
        resets_at: next === null ? null : midnightOf(next),
      }),
    ];
  });
  return [...counted, ...limits].map((check) => ({ ...check, ...(by && { by }) }));
}

/** What a company's credit card was granted: no raise of the company goes beyond it. */
const ofCredit = (facts: Facts, paying: Paying): Check[] =>
  grantedOf(facts.card).flatMap((set) =>
    ofLimits(undefined, set, { ...facts, raises: [] }, paying).map((check) => ({ ...check, fixed: "credit" as const })),
  );

/** What everybody may take as cash: in a day from machines, in a week in all ways. */
const ofCash = ({ cash }: Facts, { amount_kobo, channel, is_cash, at }: Paying): Check[] =>
  cash
    .filter(({ period }) => is_cash && (period === "week" || channel === "atm"))
    .map(({ period, limit_kobo, left_kobo }) =>
      met("cash_limit", amount_kobo <= left_kobo, {
        period,
        left_kobo: Number(left_kobo),
        limit_kobo: Number(limit_kobo),
        resets_at: midnightOf(nextBeginsOn(period, isoDay(at))!),
      }),
    );

/** What the rule about money finds. */
export const enough = ({ available_kobo, card }: Pick<Facts, "available_kobo" | "card">) => ({
  left_kobo: Number(available_kobo),
  ...(isCreditCard(card.kind) && { is_credit: true }),
  ...inDollars(card),
});

/** Every rule's result, in the order in which one of them is shown. */
export function judge(facts: Facts, paying: Paying): Check[] {
  const { card, controls } = facts;
  const { amount_kobo, currency, merchant, is_more } = paying;
  const lock = card.merchant_lock;
  const isAmount = met("bad_amount", amount_kobo > 0n && amount_kobo <= LARGEST_KOBO);
  const isCurrency = met("currency", currency === card.currency, { what: currency });
  // Money that comes back asks for none, and comes to a frozen or closed card too.
  if (paying.is_refund) return [isAmount, isCurrency];
  return [
    isAmount,
    ...(paying.is_ended ? [met("bad_format", false)] : []),
    ...ofCard(facts, paying),
    ...ofHolder(paying),
    isCurrency,
    // Cash limits are the nation's, in naira: a dollar card takes none.
    met("category", !(card.currency === "USD" && paying.is_cash), { what: "cash", fixed: "dollars" }),
    met("single_use", !card.is_single_use || !facts.is_used || is_more),
    met("category", !(facts.is_kept_out && paying.category === "gambling"), { what: "gambling", fixed: "betting" }),
    met("merchant", lock === null || isNamed(merchant, [lock]), { what: merchant, fixed: "shop" }),
    ...(is_more ? [] : controls.flatMap(({ by, set }) => ofPlace(by, set, paying))),
    ...controls.flatMap(({ by, set }) => ofLimits(by, set, facts, paying)),
    ...ofCredit(facts, paying),
    ...ofCash(facts, paying),
    met("insufficient_funds", amount_kobo <= facts.available_kobo, enough(facts)),
  ];
}

/** What keeps a card from paying anything at all: for a payment that the issuer declined without asking. */
export const judgeStanding = (standing: Standing, at: Date): Check[] => ofCard(standing, { at });

/** Whether the balance is given: of a card that is in use and not stopped, with the right code and PIN. */
export const judgeEnquiry = (standing: Standing, asked: Pick<Paying, "at" | "verified">): Check[] => [
  ...ofCard(standing, asked),
  ...ofHolder(asked),
];

/** Whether a payment is cash: by the kind of shop, or from a machine. Money that a shop gives back is none. */
export const isCash = (category: MerchantCategory, channel: Channel, isRefund: boolean): boolean =>
  !isRefund && (category === "cash" || channel === "atm");

/** The rule that is shown: the first that was not met; undefined where all were. */
export const firstUnmet = (checks: readonly Check[]): Check | undefined => checks.find(({ is_met }) => !is_met);

/** What is held of a payment: what was let through and neither captured nor given back, while it is open. Never less than nothing. */
export function toHold(of: {
  approved_kobo: bigint;
  captured_kobo: bigint;
  reversed_kobo: bigint;
  is_over: boolean;
}): bigint {
  const left = of.approved_kobo - of.captured_kobo - of.reversed_kobo;
  return of.is_over || left < 0n ? 0n : left;
}

/**
 * Which parts of what is captured are paid by what is free on the card's account, and which becomes a claim on the card. Both are never negative.
 * @param free_kobo what the account has beside what is held for other payments
 */
export function splitCapture(amount_kobo: bigint, free_kobo: bigint): { from_kobo: bigint; overdrawn_kobo: bigint } {
  const free = free_kobo > 0n ? free_kobo : 0n;
  const from_kobo = amount_kobo < free ? amount_kobo : free;
  return { from_kobo, overdrawn_kobo: amount_kobo - from_kobo };
}

/** Which parts of what comes back pay what was taken beyond the money, what is owed of a line, and what goes to the owner. */
export function splitRefund(
  amount_kobo: bigint,
  open: { overdrawn_kobo: bigint; owed_kobo: bigint },
): { overdrawn_kobo: bigint; owed_kobo: bigint; rest_kobo: bigint } {
  const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);
  const overdrawn_kobo = least(amount_kobo, open.overdrawn_kobo);
  const owed_kobo = least(amount_kobo - overdrawn_kobo, open.owed_kobo);
  return { overdrawn_kobo, owed_kobo, rest_kobo: amount_kobo - overdrawn_kobo - owed_kobo };
}

/** Three in five minutes. */
export const DECLINES_THAT_FREEZE = 3;
export const DECLINE_MINUTES = 5;
/**
 * What a stranger with the card would meet: only these count, what the annex answers with "was it you?" or "check the details" (codes 14, 55, 63, 75, 82). A full limit, an empty purse or a shop that the company has closed says nothing about who tried.
 */
const SUSPICIOUS: readonly DeclineReason[] = ["wrong_pin", "pin_locked", "bad_cvv", "bad_card", "verification_failed"];
export const isSuspicious = (reason: string): boolean => SUSPICIOUS.includes(reason as DeclineReason);

/** What the shop's machine gets for what cannot be read. */
export const CODE_OF_REFUSAL = {
  bad_amount: declineReasons.bad_amount.code,
  bad_format: declineReasons.bad_format.code,
} as const;
