import { createHash, randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { clock } from "../clock.ts";
import type { Database } from "./database.ts";
import { keepNewest } from "./keep-newest.ts";
import { announce } from "./pipelined-database.ts";

/** Up to here a count is exact on every request; beyond it one exact count serves everyone for a while. */
export const COUNTED_UP_TO = 10_000;
const FRESH_MILLISECONDS = 15_000;
/** What takes long to count is counted more seldom: at most a twentieth of one core goes into it. */
const FRESH_TIMES = 20;
const REMEMBERED = 500;
/** Where finding them all takes longer than this, this many rows are remembered too: a walk along the sort meets a page of them sooner. */
const WORTH_REMEMBERING = 2_000;
const SLOW_MILLISECONDS = 15;
const isSlow = (count: number, took: number): boolean => count >= WORTH_REMEMBERING && took > SLOW_MILLISECONDS;
/** One slow answer may have waited for a core; this many in a row have not. */
const SLOW_IN_A_ROW = 5;
const slowInARow = new Map<string, number>();

/** @returns whether finding this filter's rows takes long as a rule */
function isAlwaysSlow(key: string, count: number, took: number): boolean {
  const times = isSlow(count, took) ? (slowInARow.get(key) ?? 0) + 1 : 0;
  if (times > 0 && times < SLOW_IN_A_ROW) keepNewest(slowInARow, key, times, REMEMBERED);
  else slowInARow.delete(key);
  return times >= SLOW_IN_A_ROW;
}

/** The planner is wrong by less than this where it knows the columns: an estimate so far beyond what is counted each time is taken for many. */
const SURELY_MANY = 1.5 * COUNTED_UP_TO;
/** Filters that differ in their values alone, of which one had too many rows to be counted each time: another one is estimated first. */
const oftenMany = new Map<string, true>();
const shapeOf = (text: string): string => text.replaceAll(/'(?:[^']|'')*'|\b\d+\b/g, "?");

export interface Total {
  count: number;
  /** `exact`: counted now. `counted`: exact at `counted_at`. `at_least`: more than that, the exact figure is being counted. `estimated`: by the planner; a second request has it counted. */
  is: "exact" | "counted" | "at_least" | "estimated";
  counted_at?: Date;
}

interface Remembered {
  count: number;
  /** Missing of an estimate. */
  counted_at?: Date;
  fresh_until: number;
}

/** Filters with more rows than are found each time; without a figure while it is being counted for the first time. */
const remembered = new Map<string, Remembered | undefined>();

interface Waiting {
  db: Database;
  statement: RawBuilder<unknown>;
  asked_at: number;
  /** Requests that want it; one whose client went away before its answer wants nothing any more. */
  askers: Set<object>;
}
/** Those that wait, the last asked last. A filter that is asked again moves behind, one too many pushes out the one that was asked longest ago. */
const waiting = new Map<string, Waiting>();
const MAX_WAITING = 20;
/** An open list asks again; a total that nobody has requested since then is not kept fresh. */
const ASKED_MILLISECONDS = 5_000;
/** A count that takes longer is cancelled and not tried again for a while: the list says "more than". */
const COUNT_MILLISECONDS = 2_000;
const TRIED_MILLISECONDS = 60_000;
const givenUp = new Map<string, number>();
/** One count at a time: several at once would take the cores from those who look at pages. */
let counting: (Waiting & { key: string; stop?: () => void }) | undefined;

export interface KnownTotal {
  /** Only where there are too many to find them on each request. */
  known: Total | undefined;
  /** Whether the planner is asked first how many there are: where it says many, nothing has to be found to know it. */
  is_estimated: boolean;
  /** @param count what the planner says @returns undefined where all rows are found and counted all the same */
  guess(count: number): Total | undefined;
  /** Forgets an estimate that a page has shown to be wrong. */
  forget(): void;
  /**
   * From a count that stopped behind `COUNTED_UP_TO`; undefined when it did: from now on it is known that there are many.
   * @param took milliseconds that counting took
   */
  read(count: number, took: number): Total | undefined;
}

/**
 * The total of a filter: exact when small; a large one is counted in the background and refreshed while in use (design/performance.md).
 * @param until says that the client has gone: what only it wanted is not counted on
 */
export function totalOf(db: Database, from: string, where: RawBuilder<unknown>, until?: AbortSignal): KnownTotal {
  const statement = sql`select 1 from ${sql.raw(from)} where ${where}`;
  const compiled = statement.compile(db);
  const key = `${compiled.sql}\u0000${JSON.stringify(compiled.parameters)}`;
  const shape = shapeOf(compiled.sql);
  const found = freshOf(key) ?? heardOf(key) ?? remembered.get(key);
  const isMany = remembered.has(key);
  if (isMany && !freshOf(key)) countInBackground(db, key, statement, until);
  return {
    known: found
      ? {
          count: found.count,
          ...(found.counted_at ? { is: "counted", counted_at: found.counted_at } : { is: "estimated" }),
        }
      : isMany
        ? { count: COUNTED_UP_TO, is: "at_least" }
        : undefined,
    is_estimated: !isMany && oftenMany.has(shape),
    guess(guessed) {
      if (guessed < SURELY_MANY) return undefined;
      remember(key, { count: guessed, fresh_until: 0 });
      return { count: guessed, is: "estimated" };
    },
    forget: () => void remembered.delete(key),
    read(count, took) {
      if (count <= COUNTED_UP_TO) {
        if (isAlwaysSlow(key, count, took)) remember(key, countedNow(count, took));
        return { count, is: "exact" };
      }
      keepNewest(oftenMany, shape, true, REMEMBERED);
      if (!remembered.has(key)) remember(key, undefined);
      countInBackground(db, key, statement, until);
      return undefined;
    },
  };
}

const countedNow = (count: number, took: number): Remembered => ({
  count,
  counted_at: clock.now(),
  fresh_until: clock.milliseconds() + Math.max(FRESH_MILLISECONDS, FRESH_TIMES * took),
});

/** The figure that needs no counting yet. */
function freshOf(key: string): Remembered | undefined {
  const known = remembered.get(key);
  return known && clock.milliseconds() <= known.fresh_until ? known : undefined;
}

/** What processes tell one another of their counts (`Live`). */
export const TOTALS = "totals of lists";
const SELF = randomUUID();
const told = z.object({
  by: z.uuid(),
  digest: z.string(),
  count: z.int().nonnegative(),
  counted_at: z.coerce.date(),
  fresh_until: z.number(),
});
/** Counts of other processes, by the digest of the statement; taken over when somebody asks here. */
const heard = new Map<string, Remembered>();
/** The process that counted refreshes it before the others do. */
const OTHERS_MILLISECONDS = 3_000;
const digestOf = (key: string): string => createHash("sha256").update(key).digest("base64url");

/** Keeps what another process has counted. */
export function hearTotal(data: unknown): void {
  const { success, data: one } = told.safeParse(data);
  if (!success || one.by === SELF) return;
  const { digest, fresh_until, ...counted } = one;
  keepNewest(heard, digest, { ...counted, fresh_until: fresh_until + OTHERS_MILLISECONDS }, REMEMBERED);
}

function heardOf(key: string): Remembered | undefined {
  const counted = heard.size > 0 ? heard.get(digestOf(key)) : undefined;
  if (!counted || counted.fresh_until < clock.milliseconds()) return undefined;
  remember(key, counted);
  return counted;
}

/** Tells the other processes; a standby cannot, and one that is not told counts by itself. */
const tell = (db: Database, key: string, { count, counted_at, fresh_until }: Remembered): Promise<void> =>
  announce(
    db,
    JSON.stringify({
      user_id: TOTALS,
      event: "total",
      data: { by: SELF, digest: digestOf(key), count, counted_at, fresh_until },
    }),
  ).catch(() => undefined);

const remember = (key: string, total: Remembered | undefined): void => keepNewest(remembered, key, total, REMEMBERED);

function countInBackground(db: Database, key: string, statement: RawBuilder<unknown>, until?: AbortSignal): void {
  if ((givenUp.get(key) ?? 0) > clock.milliseconds()) return;
  const known = counting?.key === key ? counting : waiting.get(key);
  const askers = known?.askers ?? new Set();
  const asker = {};
  askers.add(asker);
  until?.addEventListener("abort", () => {
    askers.delete(asker);
    if (askers.size > 0) return;
    if (waiting.get(key)?.askers === askers) waiting.delete(key);
    if (counting?.askers === askers) counting.stop?.();
  });
  if (counting?.key === key) return;
  waiting.delete(key);
  keepNewest(waiting, key, { db, statement, asked_at: clock.milliseconds(), askers }, MAX_WAITING);
  if (counting === undefined) void countAll();
}

/** Counts one after the other, the last asked first. */
async function countAll(): Promise<void> {
  for (let next = [...waiting].at(-1); next; next = [...waiting].at(-1)) {
    const [key, asked] = next;
    waiting.delete(key);
    if (clock.milliseconds() - asked.asked_at > ASKED_MILLISECONDS) continue;
    counting = { ...asked, key };
    await countOne(counting);
  }
  counting = undefined;
}

async function countOne(asked: NonNullable<typeof counting>): Promise<void> {
  const { db, key, statement, askers } = asked;
  const started = clock.milliseconds();
  let stopping: Promise<unknown> | undefined;
  try {
    const { rows } = await db.transaction().execute(async (tx) => {
      const { rows: settings } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid, set_config('statement_timeout', ${String(COUNT_MILLISECONDS)}, true)
      `.execute(tx);
      asked.stop = () =>
        void (stopping ??= sql`select pg_cancel_backend(${settings[0]?.pid})`.execute(db).catch(() => undefined));
      try {
        if (askers.size === 0) throw new Error("Nobody waits for this count any more.");
        return await sql<{ count: bigint }>`select count(*) as count from (${statement}) as counted`.execute(tx);
      } finally {
        delete asked.stop;
        // It ends this count and nothing that the connection does afterwards.
        await stopping;
      }
    });
    const [total, took] = [Number(rows[0]?.count ?? 0n), clock.milliseconds() - started];
    // A list that has shrunk is counted exactly again, on each request.
    if (total <= COUNTED_UP_TO && !isSlow(total, took)) return void remembered.delete(key);
    const counted = countedNow(total, took);
    remember(key, counted);
    await tell(db, key, counted);
  } catch {
    // It stays known that there are many, with the last figure that was had.
    if (askers.size > 0) keepNewest(givenUp, key, clock.milliseconds() + TRIED_MILLISECONDS, REMEMBERED);
  }
}
