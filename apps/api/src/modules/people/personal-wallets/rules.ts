/** What may move in a person's wallet, by their KYC tier (business-rules §6). Pure; amounts in kobo; a limit that is null does not limit. */
import type { PaymentChannel } from "@manilla/contract/money/payment-channels";

export interface TierLimits {
  single_deposit_kobo: bigint | null;
  daily_outflow_kobo: bigint | null;
  /** What may leave at once, and in a month. */
  single_outflow_kobo: bigint | null;
  monthly_outflow_kobo: bigint | null;
  balance_kobo: bigint | null;
}
export interface TierFacts {
  /** In the wallet now. */
  holds_kobo: bigint;
  /** What has left it today. */
  out_today_kobo: bigint;
  /** And since the first of the month. */
  out_month_kobo: bigint;
  /** The limit of the channel by which it leaves, and what has left by it today; without one, none. */
  channel?: { name: PaymentChannel; limit_kobo: bigint; out_today_kobo: bigint } | null;
}
/** The limit that decides, and what it leaves: never negative. */
export interface Room {
  kobo: bigint;
  by: keyof TierLimits | PaymentChannel;
}

const leftOf = (limit: bigint, used: bigint): bigint => (limit > used ? limit - used : 0n);

/**
 * What may come in at once, or still leave today: the smallest of the tier's limits that apply. Every movement of a personal balance asks this.
 * @returns null where the tier has no limit
 */
export function tierRoom(direction: "in" | "out", limits: TierLimits, facts: TierFacts): Room | null {
  const rooms: Room[] = [];
  const add = (by: keyof TierLimits, used: bigint) => {
    const limit = limits[by];
    if (limit !== null) rooms.push({ by, kobo: leftOf(limit, used) });
  };
  if (direction === "out") {
    add("daily_outflow_kobo", facts.out_today_kobo);
    add("monthly_outflow_kobo", facts.out_month_kobo);
    add("single_outflow_kobo", 0n);
    const { channel } = facts;
    if (channel) rooms.push({ by: channel.name, kobo: leftOf(channel.limit_kobo, channel.out_today_kobo) });
  } else {
    add("balance_kobo", facts.holds_kobo);
    add("single_deposit_kobo", 0n);
  }
  return rooms.reduce<Room | null>((least, room) => (least && least.kobo <= room.kobo ? least : room), null);
}

/** The limits that hold for a person: their tier's, or their own where they are higher; what the tier does not limit stays without a limit. */
export function limitsWith<Limits extends TierLimits>(tier: Limits, own: Partial<TierLimits>): Limits {
  const higher = (limit: bigint | null, given: bigint | null = null) =>
    limit !== null && given !== null && given > limit ? given : limit;
  return {
    ...tier,
    single_deposit_kobo: higher(tier.single_deposit_kobo, own.single_deposit_kobo),
    daily_outflow_kobo: higher(tier.daily_outflow_kobo, own.daily_outflow_kobo),
    single_outflow_kobo: higher(tier.single_outflow_kobo, own.single_outflow_kobo),
    monthly_outflow_kobo: higher(tier.monthly_outflow_kobo, own.monthly_outflow_kobo),
    balance_kobo: higher(tier.balance_kobo, own.balance_kobo),
  };
}

/** How many transfers may still leave today; null where the tier has no limit. */
export const transfersLeft = (
  { daily_transfers }: { daily_transfers: number | null },
  sent_today: number,
): number | null => (daily_transfers === null ? null : Math.max(daily_transfers - sent_today, 0));
