/** Decisions about bills. Pure; amounts in kobo, shares in hundredths of a percent. */
import { type BillKind, type BillProvider, bringsToken } from "@manilla/contract/payments/bill-kinds";
import { displayPhone } from "@manilla/contract/phone";
import type { BillOutcome } from "@manilla/contract/payments/bill-outcome";

const BPS = 10_000n;
/** A share of an amount, rounded down: what is earned is never more than was agreed. */
export const shareOf = (amount_kobo: bigint, bps: number): bigint => (amount_kobo * BigInt(bps)) / BPS;

/**
 * What a provider keeps back for us of a price.
 * @param said what it says of it; null where it says nothing, and what was agreed holds. More than the price, or less than nothing, is a provider that has not understood us: nothing
 */
export function commissionOf(said: bigint | null, amount_kobo: bigint, bps: number): bigint {
  const commission = said ?? shareOf(amount_kobo, bps);
  return commission < 0n || commission > amount_kobo ? 0n : commission;
}

/** VAT on a fee, half a kobo up. @param percent may have two decimals */
export const vatOf = (fee_kobo: bigint, percent: number): bigint =>
  (fee_kobo * BigInt(Math.round(percent * 100)) + BPS / 2n) / BPS;

export interface BillLimits {
  airtime_minimum_kobo: bigint;
  airtime_maximum_kobo: bigint;
  maximum_kobo: bigint;
}
const LEAST = 100n;

/** The least and the most that is paid for a bill of a kind. */
export const boundsOf = (kind: BillKind, limits: BillLimits): { minimum_kobo: bigint; maximum_kobo: bigint } =>
  kind === "airtime"
    ? { minimum_kobo: limits.airtime_minimum_kobo, maximum_kobo: limits.airtime_maximum_kobo }
    : { minimum_kobo: LEAST, maximum_kobo: limits.maximum_kobo };

/** Something that a provider sells, for choosing among them. */
export interface Offer {
  provider: BillProvider;
  priority: number;
  /** Null where the payer chooses. */
  price_kobo: bigint | null;
  /** Its float is low. */
  is_low: boolean;
  /** What it keeps back for us, as it did of late. */
  commission_bps: number;
}

/** What it costs us: of a price that the payer chooses, of any. */
const costOf = ({ price_kobo, commission_bps }: Offer): bigint => (price_kobo ?? BPS) * (BPS - BigInt(commission_bps));

/** The order in which offers are tried: as colleagues set it, or the cheapest for us first; a provider whose float is low comes last. */
export const inOrder = <Each extends Offer>(offers: readonly Each[], isByPrice: boolean): Each[] =>
  offers.toSorted((one, other) => {
    const health = isByPrice ? Number(one.is_low) - Number(other.is_low) : 0;
    const cost = isByPrice ? Number(costOf(one) - costOf(other)) : 0;
    return health || cost || one.priority - other.priority;
  });

/**
 * The provider to ask first: of those that sell it at the price that the payer saw, the first one; prices that differ cost nobody more than they agreed to.
 * @param offers in their order
 * @returns undefined where nobody sells it; `price_kobo` where it has another price by now
 */
export function chooseOffer(offers: readonly Offer[], amount_kobo: bigint): Offer | { price_kobo: bigint } | undefined {
  const fits = offers.find(({ price_kobo }) => price_kobo === null || price_kobo === amount_kobo);
  if (fits) return fits;
  const price_kobo = offers[0]?.price_kobo;
  return price_kobo ? { price_kobo } : undefined;
}

export interface OpenBill {
  kind: BillKind;
  service: string;
  provider: BillProvider;
  /** Providers that have surely refused it. */
  refused_by: readonly BillProvider[];
}
export type Verdict =
  | { does: "deliver" }
  | { does: "try_other"; provider: BillProvider; why: string; is_refused: boolean }
  | { does: "fail"; why: string }
  /** Nothing left this house, and nobody else sells it: the same provider again in a while. */
  | { does: "wait"; why: string }
  | { does: "lose_sight"; why: string; lacks_token: boolean };

/**
 * What follows from a provider's answer about a bill that it has. Another provider is asked only after a certain no: refused, or not reached.
 * @param others who else sells the same at the same price and is switched on, in order
 */
export function verdictOf(bill: OpenBill, outcome: BillOutcome, others: readonly BillProvider[]): Verdict {
  const next = others.find((provider) => provider !== bill.provider && !bill.refused_by.includes(provider));
  switch (outcome.status) {
    case "delivered":
      return bringsToken(bill.kind, bill.service) && outcome.tokens.length === 0
        ? { does: "lose_sight", why: "It is paid, and the token has not come yet.", lacks_token: true }
        : { does: "deliver" };
    case "refused":
      return next
        ? { does: "try_other", provider: next, why: outcome.why, is_refused: true }
        : { does: "fail", why: outcome.why };
    case "not_reached":
      return next
        ? { does: "try_other", provider: next, why: outcome.why, is_refused: false }
        : { does: "wait", why: outcome.why };
    default:
      return { does: "lose_sight", why: outcome.why, lacks_token: false };
  }
}

/** So long a bill waits for providers of which none is reached; then it has failed for certain. */
export const REACH_MILLISECONDS = 120_000;

/** A phone as providers take it: national, without blanks. */
export const localPhone = (phone: string): string => displayPhone(phone).replaceAll(" ", "");
