/** How often a person or an address has come in this minute, over all processes of all machines: counted here, and added up in the database once a second where somebody comes often. */
import { sql } from "kysely";
import { clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { keepNewest } from "../db/keep-newest.ts";

const MINUTE = 60_000;
const EACH_MILLISECONDS = 1_000;
/** Callers below this share of the limit in one process are not written down: most people never are. */
const SHARE = 0.01;
const REMEMBERED = 5_000;

interface Counted {
  minute: number;
  /** Of all processes, when it was last added up. */
  known: number;
  /** Here since. */
  since: number;
  /** Of the minute before, which counts for the part of it that lies within the last sixty seconds. */
  before: number;
}

export interface RequestCounts {
  /** As a store of `@fastify/rate-limit` does it. */
  incr(key: string, done: (error: Error | null, result?: { current: number; ttl: number }) => void): void;
  /** Adds to the others' counts and learns them. */
  addUp(): Promise<void>;
  stop(): void;
}

/** Exact to what comes within a second, and to 1 % of the limit for each process. @param limit requests of a minute */
export function createRequestCounts(db: Database, limit: number): RequestCounts {
  const all = new Map<string, Counted>();

  async function addUp(): Promise<void> {
    const minute = Math.floor(clock.milliseconds() / MINUTE);
    // Callers beyond the limit already are not written any more.
    const due = [...all]
      .filter(
        ([, { known, ...of }]) => of.minute === minute && known <= limit && of.since >= Math.max(1, limit * SHARE),
      )
      .map(([key, of]) => ({ key, of, since: of.since }));
    if (due.length === 0) return;
    // In one order: two processes that add at once wait for each other once only.
    const { rows } = await sql<{ key: string; count: number }>`
      insert into throttles as t (key, window_start, count)
      select 'requests:' || key, ${new Date(minute * MINUTE)}, since
      from unnest(${due.map(({ key }) => key)}::text[], ${due.map(({ since }) => since)}::int[]) as due (key, since)
      order by key
      on conflict (key, window_start) do update set count = t.count + excluded.count
      returning substr(t.key, length('requests:') + 1) as key, t.count
    `.execute(db);
    const totals = new Map(rows.map(({ key, count }) => [key, count]));
    for (const { key, of, since } of due) {
      of.known = totals.get(key) ?? of.known + since;
      of.since -= since;
    }
  }

  const timer = setInterval(() => void addUp().catch(() => undefined), EACH_MILLISECONDS).unref();
  return {
    incr(key, done) {
      const now = clock.milliseconds();
      const minute = Math.floor(now / MINUTE);
      const left = (minute + 1) * MINUTE - now;
      const last = all.get(key);
      const before = last?.minute === minute - 1 ? last.known + last.since : 0;
      const counted = last?.minute === minute ? last : { minute, known: 0, since: 0, before };
      counted.since += 1;
      keepNewest(all, key, counted, REMEMBERED);
      const of_before = Math.floor((counted.before * left) / MINUTE);
      done(null, { current: of_before + counted.known + counted.since, ttl: left });
    },
    addUp,
    stop: () => clearInterval(timer),
  };
}
