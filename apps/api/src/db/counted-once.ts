/** Figures that are the same for everybody who asks: what takes long is counted once and kept for a moment, what is quick is counted every time. */
import type pg from "pg";
import { clock } from "../clock.ts";
import { DomainError, isCancelled } from "../errors.ts";
import type { Database } from "./database.ts";
import { keepNewest } from "./keep-newest.ts";
import { readingUntil } from "./reading-at-once.ts";
import type { Replica } from "./replica.ts";

/** Counting that takes longer than this is not done again for every sidebar and dashboard that opens. */
const SLOW_MILLISECONDS = 100;
/** Nobody waits for what takes longer than this: the last figures are shown while it is counted again. */
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
  /** How long the figures are shown after `until`, while they are counted again. */
  shown_for: number;
  /** Somebody waits for them. */
  join?: (left: Asker["left"]) => void;
}

/** Whose counts they are (the pool of connections), and when the client has left; a caller without that waits to the end. */
interface Asker {
  pool: pg.Pool;
  left?: () => AbortSignal;
  /** With a standby, and who asks: it is counted there, where it holds what they changed. */
  replica?: Replica | undefined;
  session?: { user_id: string } | undefined;
}

type Count<Counts> = (
  asker: Asker,
  count: (db: Database) => Promise<Counts>,
  question?: string,
) => Promise<Counted<Counts>>;

/** Counts on the standby, and on the primary where there is none to read from or it fails. */
function onStandby<Counts>(countOn: Count<Counts>): Count<Counts> {
  return async (asker, ...what) => {
    const { replica, session } = asker;
    const standby = session && (await replica?.readsOf(session.user_id));
    if (!standby) return countOn(asker, ...what);
    return countOn({ ...asker, pool: standby.pool }, ...what).catch((error: Error & { code?: string }) => {
      if (error instanceof DomainError || isCancelled(error)) throw error;
      replica?.failed();
      return countOn(asker, ...what);
    });
  };
}

/** @returns what adds somebody who waits; it ends when all of them have left */
function waitersOf(end: () => void): NonNullable<Kept<never>["join"]> {
  let waiting = 0;
  return (left) => {
    waiting += 1;
    left?.().addEventListener("abort", () => (waiting -= 1) === 0 && end());
  };
}

/**
 * @returns a function: callers during the first count share its result, and it ends in the database when the last of them has left; where counting takes
 * long, the last figures are shown while it is done again; `question` tells apart what is counted
 */
export function countedOnce<Counts extends object>(): Count<Counts> {
  const here = countedOn<Counts>();
  const there = onStandby(here);
  return (asker, ...what) => (asker.replica ? there : here)(asker, ...what);
}

/** {@link countedOnce} for one server. */
function countedOn<Counts extends object>(): Count<Counts> {
  const everybodys = new WeakMap<object, Map<string, Kept<Counts>>>();
  return ({ pool, left }, count, question = "") => {
    const kept = everybodys.get(pool) ?? new Map<string, Kept<Counts>>();
    everybodys.set(pool, kept);
    const known = kept.get(question);
    if (known && (known.isCounting || known.until > clock.milliseconds())) {
      known.join?.(left);
      return known.counts;
    }
    const started = clock.milliseconds();
    const counted_at = clock.now();
    const abandoned = new AbortController();
    const counts = count(readingUntil(pool, abandoned.signal)).then((figures) => ({ ...figures, counted_at }));
    // Figures that nobody has requested in a while are too old to be shown.
    const shown = known && started - known.until < known.shown_for ? known.counts : counts;
    const counting: Kept<Counts> = { until: started, counts: shown, isCounting: true, shown_for: 0 };
    const forget = (): void => void (kept.get(question) === counting && kept.delete(question));
    // Where the last figures are shown nobody waits: they are counted for those who ask next.
    if (shown === counts) counting.join = waitersOf(() => (forget(), abandoned.abort()));
    counting.join?.(left);
    keepNewest(kept, question, counting, REMEMBERED);
    const over = (took: number): void => {
      const isLong = took > LONG_MILLISECONDS;
      const keeps_for = Math.max(isLong ? CACHE_MILLISECONDS : 0, CACHE_FACTOR * took);
      const until = clock.milliseconds() + keeps_for;
      const shown_for = isLong ? Math.max(SHOWN_MILLISECONDS, keeps_for) : 0;
      if (took > SLOW_MILLISECONDS) kept.set(question, { until, counts, isCounting: false, shown_for });
      else forget();
    };
    counts.then(() => over(clock.milliseconds() - started), forget);
    return shown;
  };
}
