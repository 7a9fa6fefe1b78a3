/** Decisions about wallets and purses. Pure; amounts in kobo. */

/** The smaller of two limits, of which each may be absent (null). */
export const strictest = (left: bigint | null, right: bigint | null): bigint | null =>
  left === null ? right : right === null || left < right ? left : right;

export interface WalletLimits {
  provider_daily_limit_kobo: bigint | null;
  daily_limit_kobo: bigint | null;
}

/**
 * What may still leave a wallet in a day.
 * @param left_kobo what has left it in the day, a positive amount
 * @returns null where there is no limit; never negative
 */
export function leftToday(limits: WalletLimits, left_kobo: bigint): bigint | null {
  const limit = strictest(limits.provider_daily_limit_kobo, limits.daily_limit_kobo);
  if (limit === null) return null;
  return limit > left_kobo ? limit - left_kobo : 0n;
}

interface Assignment {
  amount_kobo: bigint;
  available_kobo: bigint;
  /** What may still leave the wallet today; null: without a limit. */
  left_today_kobo: bigint | null;
  purse_kobo: bigint;
  /** The most that the purse may hold; null: without a limit. */
  purse_limit_kobo: bigint | null;
}

export type AssignmentRefusal =
  | { code: "not_enough" | "daily_limit"; room_kobo: bigint }
  | { code: "purse_limit"; room_kobo: bigint };

/** Why an amount cannot be assigned to a purse, with what could be; null where it can. */
export function assignmentRefusal(asked: Assignment): AssignmentRefusal | null {
  const { amount_kobo, available_kobo, left_today_kobo, purse_kobo, purse_limit_kobo } = asked;
  if (amount_kobo > available_kobo) return { code: "not_enough", room_kobo: available_kobo };
  if (left_today_kobo !== null && amount_kobo > left_today_kobo)
    return { code: "daily_limit", room_kobo: left_today_kobo };
  const room_kobo = purse_limit_kobo === null ? null : purse_limit_kobo - purse_kobo;
  if (room_kobo !== null && amount_kobo > room_kobo)
    return { code: "purse_limit", room_kobo: room_kobo > 0n ? room_kobo : 0n };
  return null;
}
