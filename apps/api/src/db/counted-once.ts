/** Counts that are the same for everybody who asks: what takes long is counted once and kept for a moment, what is quick is counted every time. */
import { clock } from "../clock.ts";

/** Counting that takes longer than this is not done again for every sidebar that opens. */
const SLOW_MILLISECONDS = 150;
const KEPT_MILLISECONDS = 10_000;

/** @returns a way of asking: whoever asks while a count is under way waits for the same answer; `owner` is whose counts they are (the pool of connections) */
export function countedOnce<Counts>(): (owner: object, count: () => Promise<Counts>) => Promise<Counts> {
  const kept = new WeakMap<object, { until: number; counts: Promise<Counts> }>();
  return (owner, count) => {
    const known = kept.get(owner);
    if (known && known.until > clock.milliseconds()) return known.counts;
    const started = clock.milliseconds();
    const counts = count();
    kept.set(owner, { until: started + KEPT_MILLISECONDS, counts });
    const over = (isSlow: boolean): void => void (isSlow ? kept.set(owner, { until: clock.milliseconds() + KEPT_MILLISECONDS, counts }) : kept.delete(owner));
    counts.then(() => over(clock.milliseconds() - started > SLOW_MILLISECONDS), () => over(false));
    return counts;
  };
}
