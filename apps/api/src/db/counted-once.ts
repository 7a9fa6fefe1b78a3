/** Figures that are the same for everybody who asks: what takes long is counted once and kept for a moment, what is quick is counted every time. */
import { clock } from "../clock.ts";
import { keepNewest } from "./keep-newest.ts";

/** Counting that takes longer than this is not done again for every sidebar and dashboard that opens. */
const SLOW_MILLISECONDS = 100;
/** Nobody waits for what takes longer than this: the last figures are shown while it is counted anew. */
const LONG_MILLISECONDS = 300;
const CACHE_MILLISECONDS = 10_000;
/** What takes very long is counted more seldom: at most a twentieth of one core goes into it. */
const CACHE_FACTOR = 20;
const SHOWN_MILLISECONDS = 20_000;
/** Maximum number of remembered questions (ranges of days, sources). */
const REMEMBERED = 100;

/** Figures with the moment at which their counting began: nothing later is in them. */
type Counted<Counts> = Counts & { counted_at: Date };

interface Kept<Counts> {
  until: number;
  counts: Promise<Counted<Counts>>;
  isCounting: boolean;
  /** How long the figures are shown after `until`, while they are counted anew. */
  shown_for: number;
}

/**
 * @returns a function: callers during the first count share its result; where counting takes long, the last figures are
 * shown while it is done anew; `owner` is whose counts they are (the pool of connections), `question` tells apart what is counted
 */
export function countedOnce<Counts extends object>(): (
  owner: object,
  count: () => Promise<Counts>,
  question?: string,
) => Promise<Counted<Counts>> {
  const everybodys = new WeakMap<object, Map<string, Kept<Counts>>>();
  return (owner, count, question = "") => {
    const kept = everybodys.get(owner) ?? new Map<string, Kept<Counts>>();
    everybodys.set(owner, kept);
    const known = kept.get(question);
    if (known && (known.isCounting || known.until > clock.milliseconds())) return known.counts;
    const started = clock.milliseconds();
    const counted_at = clock.now();
    const counts = count().then((figures) => ({ ...figures, counted_at }));
    // Figures that nobody has asked for in a while are too old to be shown.
    const shown = known && started - known.until < known.shown_for ? known.counts : counts;
    keepNewest(kept, question, { until: started, counts: shown, isCounting: true, shown_for: 0 }, REMEMBERED);
    const over = (took: number): void => {
      const isLong = took > LONG_MILLISECONDS;
      const keeps_for = Math.max(isLong ? CACHE_MILLISECONDS : 0, CACHE_FACTOR * took);
      if (took > SLOW_MILLISECONDS)
        kept.set(question, {
          until: clock.milliseconds() + keeps_for,
          counts,
          isCounting: false,
          shown_for: isLong ? Math.max(SHOWN_MILLISECONDS, keeps_for) : 0,
        });
      else kept.delete(question);
    };
    counts.then(
      () => over(clock.milliseconds() - started),
      () => over(0),
    );
    return shown;
  };
}
