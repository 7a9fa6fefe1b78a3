/** Announcements to open browsers, sent together after the commits: `pg_notify` inside a transaction locks the whole database until its commit. */
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
