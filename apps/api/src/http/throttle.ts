import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { TooMany } from "../errors.ts";

/**
 * Counts an attempt in the database, so that every process and every restart sees the same number.
 * @param limit attempts allowed in a window of `window_seconds`
 * @throws TooMany beyond the limit
 */
export async function countAttempt(db: Database, key: string, limit: number, window_seconds: number): Promise<void> {
  const { rows } = await sql<{ count: number; seconds_left: number }>`
    insert into throttles as t (key, window_start, count)
    values (${key}, to_timestamp(floor(extract(epoch from now()) / ${window_seconds}) * ${window_seconds}), 1)
    on conflict (key, window_start) do update set count = t.count + 1
    returning count,
      ceil(extract(epoch from window_start) + ${window_seconds} - extract(epoch from now()))::int as seconds_left
  `.execute(db);
  const row = rows[0];
  if (row && row.count > limit) throw new TooMany(Math.max(1, row.seconds_left));
}

/** Forgets the attempts after a success. */
export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await db.deleteFrom("throttles").where("key", "=", key).execute();
}
