/** Decisions about transfers. Pure; amounts in kobo. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import { type ReviewReason, type TransferKind, reviewReasons } from "@manilla/contract/payments/transfer-kinds";
import type * as calls from "@manilla/contract/payments/transfers";

export interface TransferFacts {
  status: string;
  user_id: string;
}

export const transferRules: RulesOf<typeof calls, TransferFacts> = {
  cancel: { not_yours: (transfer, caller) => transfer.user_id !== caller.user_id },
};

/** Something that is held until a colleague has looked. */
export interface HeldFacts extends TransferFacts {
  /** Whose wallet with us it goes to. */
  to_user_id: string | null;
  /** Waits for a second person. */
  is_waiting: boolean;
}

/** Why it is held, in words. */
export const heldInWords = (reasons: readonly string[]): string =>
  reasons.map((each) => reviewReasons[each as ReviewReason]).join("; ");

/** Who is barred from deciding about it, and when everybody is. */
export const heldRules: Readonly<Record<"own_transfer" | "waiting", Rule<HeldFacts>>> = {
  own_transfer: ({ user_id, to_user_id }, caller) => user_id === caller.user_id || to_user_id === caller.user_id,
  waiting: ({ is_waiting }) => is_waiting,
};

/** What a transfer takes out of its wallet, in kobo. */
export interface TransferCosts {
  amount_kobo: bigint;
  fee_kobo: bigint;
  vat_kobo: bigint;
  stamp_duty_kobo: bigint;
}

/** What transfers cost (business-rules §6); from dated configuration. */
export interface Tariff {
  /** Up to this the small fee, above `large_kobo` the large one, between them the middle one. */
  small_kobo: bigint;
  large_kobo: bigint;
  fee_small_kobo: bigint;
  fee_middle_kobo: bigint;
  fee_large_kobo: bigint;
  vat_percent: number;
  stamp_duty_from_kobo: bigint;
  stamp_duty_kobo: bigint;
}

/**
 * The charges of a transfer. A wallet of ours is reached without a fee; stamp duty is due on either way, from its amount on.
 * @returns each charge by itself; VAT is rounded half up to the kobo
 */
export function costsOf(amount_kobo: bigint, kind: TransferKind, tariff: Tariff): TransferCosts {
  const { small_kobo, large_kobo, fee_small_kobo, fee_middle_kobo, fee_large_kobo } = tariff;
  const by_bank =
    amount_kobo <= small_kobo ? fee_small_kobo : amount_kobo <= large_kobo ? fee_middle_kobo : fee_large_kobo;
  const fee_kobo = kind === "bank" ? by_bank : 0n;
  const vat_kobo = (fee_kobo * BigInt(Math.round(tariff.vat_percent * 100)) + 5_000n) / 10_000n;
  const stamp_duty_kobo = amount_kobo >= tariff.stamp_duty_from_kobo ? tariff.stamp_duty_kobo : 0n;
  return { amount_kobo, fee_kobo, vat_kobo, stamp_duty_kobo };
}

export const totalOf = ({ amount_kobo, fee_kobo, vat_kobo, stamp_duty_kobo }: TransferCosts): bigint =>
  amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo;

/** A first name and an initial: enough to know a person by, too little to look people up by their phone. */
export const shortName = (name: string, last_name: string): string =>
  last_name === "" ? name : `${name} ${last_name.charAt(0)}.`;

/** Whether two spellings are one name: folded, without order. */
export const isSameName = (left: string, right: string): boolean => {
  const words = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .toSorted()
      .join(" ");
  return words(left) === words(right);
};

/** What a person did in the time before a transfer. */
export interface Velocity {
  /** With the one that is sent to now. */
  new_payees: number;
  came_in_kobo: bigint;
  /** With what is sent now. */
  goes_out_kobo: bigint;
  failures: number;
}
/** From configuration. */
export interface VelocityLimits {
  new_payees: number;
  from_kobo: bigint;
  share_percent: number;
  failures: number;
}

/** What leaves for banks on the day, over all wallets: until now, and with this one. Nothing of it where a wallet of ours is paid. */
export interface DayOut {
  provider_out_kobo: bigint;
  leaves_kobo: bigint;
}
export const isOverDay = ({ provider_out_kobo, leaves_kobo }: DayOut, limit_kobo: bigint): boolean =>
  leaves_kobo > 0n && provider_out_kobo + leaves_kobo > limit_kobo;

/** Why a colleague looks at a transfer before it is sent: a burst to new payees, money that came in and leaves again, many failures. */
export function suspicionsOf(
  { new_payees, came_in_kobo, goes_out_kobo, failures }: Velocity,
  limits: VelocityLimits,
): ReviewReason[] {
  const is: Record<Exclude<ReviewReason, "provider_limit">, boolean> = {
    new_payees: new_payees > limits.new_payees,
    round_trip: came_in_kobo >= limits.from_kobo && goes_out_kobo * 100n >= came_in_kobo * BigInt(limits.share_percent),
    failures: failures >= limits.failures,
  };
  return (Object.keys(is) as (keyof typeof is)[]).filter((reason) => is[reason]);
}
