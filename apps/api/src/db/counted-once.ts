/** Counts that are the same for everybody who asks: what takes long is counted once and kept for a moment, what is quick is counted every time. */
import { clock } from "../clock.ts";

/** Counting that takes longer than this is not done again for every sidebar that opens. */
const SLOW_MILLISECONDS = 150;
const KEPT_MILLISECONDS = 10_000;
const SHOWN_MILLISECONDS = 20_000;

/**
 * @returns a way of asking: whoever asks while the first count is under way waits for the same answer; where counting is slow, the last figures are
 * shown while it is done anew; `owner` is whose counts they are (the pool of connections)
 */
export function countedOnce<Counts>(): (owner: object, count: () => Promise<Counts>) => Promise<Counts> {
  const kept = new WeakMap<object, { until: number; counts: Promise<Counts>; isCounting: boolean }>();
  return (owner, count) => {
    const known = kept.get(owner);
    if (known && (known.isCounting || known.until > clock.milliseconds())) return known.counts;
    const started = clock.milliseconds();
    const counts = count();
    // Figures that nobody has asked for in a while are too old to be shown.
    const shown = known && started - known.until < SHOWN_MILLISECONDS ? known.counts : counts;
    kept.set(owner, { until: started, counts: shown, isCounting: true });
    const over = (isSlow: boolean): void => void (isSlow ? kept.set(owner, { until: clock.milliseconds() + KEPT_MILLISECONDS, counts, isCounting: false }) : kept.delete(owner));
    counts.then(() => over(clock.milliseconds() - started > SLOW_MILLISECONDS), () => over(false));
    return shown;
  };
}
