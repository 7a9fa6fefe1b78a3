/** Decisions about betting. Pure; kobo. */
import { type BettingPause, bettingPauses } from "@manilla/contract/payments/betting-kinds";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** When a pause that begins now ends by itself; null where it is permanent. */
export function endOfPause(pause: BettingPause, now: Date): Date | null {
  const { days } = bettingPauses[pause];
  return days === null ? null : new Date(now.getTime() + days * DAY);
}

/** Whether a person is kept out now, and until when: the longest of what they have requested holds. */
export function exclusionAt(
  exclusions: readonly { until: Date | null }[],
  now: Date,
): { is_excluded: boolean; excluded_until: Date | null } {
  if (exclusions.some(({ until }) => until === null)) return { is_excluded: true, excluded_until: null };
  const last = Math.max(...exclusions.map(({ until }) => until!.getTime()));
  return last > now.getTime()
    ? { is_excluded: true, excluded_until: new Date(last) }
    : { is_excluded: false, excluded_until: null };
}

export interface OwnLimit {
  daily_kobo: bigint;
  valid_from: Date;
}
/** A person's own limit that holds now, and one that is to come; none of ours. @param limits in any order */
export function ownLimitsAt(limits: readonly OwnLimit[], now: Date): { own?: OwnLimit; next?: OwnLimit } {
  const inOrder = limits.toSorted((one, other) => one.valid_from.getTime() - other.valid_from.getTime());
  const own = inOrder.findLast(({ valid_from }) => valid_from <= now);
  const next = inOrder.find(({ valid_from }) => valid_from > now);
  return { ...(own && { own }), ...(next && { next }) };
}

/** From when an own limit holds: a lower one at once, a higher one after its wait. */
export const limitBegins = (now_kobo: bigint, wanted_kobo: bigint, hours: number, now: Date): Date =>
  wanted_kobo <= now_kobo ? now : new Date(now.getTime() + hours * HOUR);

/** What may still be put into it today. */
export const leftOf = (daily_kobo: bigint, spent_kobo: bigint): bigint =>
  daily_kobo > spent_kobo ? daily_kobo - spent_kobo : 0n;
