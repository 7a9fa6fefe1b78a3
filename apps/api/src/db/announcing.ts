/**
 * Announcements to open browsers: `pg_notify` in a transaction takes one lock for the whole database until the commit is on disk. Those of pipelined
 * transactions are sent after their commit, many at once.
 */
import type pg from "pg";

const CHANNEL = "live";
/** How long the first of them waits for others. */
const GATHERED_MILLISECONDS = 25;

const waiting = new WeakMap<pg.Pool, string[]>();

/** Announces what was committed. An announcement that is lost with its process is found in the stored notifications. */
export function announceSoon(pool: pg.Pool, payloads: readonly string[]): void {
  if (payloads.length === 0) return;
  const gathered = waiting.get(pool);
  if (gathered) {
    gathered.push(...payloads);
    return;
  }
  waiting.set(pool, [...payloads]);
  setTimeout(() => {
    const ready = waiting.get(pool) ?? [];
    waiting.delete(pool);
    pool
      .query(`select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`, [ready])
      .catch(() => undefined);
  }, GATHERED_MILLISECONDS).unref();
}
