/** Announcements to open browsers and to workers, sent together after the commits: `pg_notify` inside a transaction locks the whole database until its commit. */
import type pg from "pg";

export interface Announcement {
  channel: string;
  payload: string;
}
/** How long the first of them waits for others. */
const GATHERED_MILLISECONDS = 25;

const waiting = new WeakMap<pg.Pool, Announcement[]>();

/** Announces what was committed. One that is lost with its process is found in the stored notifications, or when the worker looks for jobs by itself. */
export function announceSoon(pool: pg.Pool, announcements: readonly Announcement[]): void {
  if (announcements.length === 0) return;
  const gathered = waiting.get(pool);
  if (gathered) {
    gathered.push(...announcements);
    return;
  }
  waiting.set(pool, [...announcements]);
  setTimeout(() => {
    const ready = waiting.get(pool) ?? [];
    waiting.delete(pool);
    pool
      .query("select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) u (channel, payload)", [
        ready.map(({ channel }) => channel),
        ready.map(({ payload }) => payload),
      ])
      .catch(() => undefined);
  }, GATHERED_MILLISECONDS).unref();
}
