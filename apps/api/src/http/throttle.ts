import type { Endpoint } from "@manilla/contract/endpoint";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../db/database.ts";
import { TooMany } from "../errors.ts";

/**
 * Counts an attempt in the database, so that every process and every restart sees the same number.
 * @param limit attempts allowed in a window of `window_seconds`
 * @throws TooMany beyond the limit
 */
export async function countAttempt(db: Database, key: string, limit: number, window_seconds: number): Promise<void> {
  const began = sql`to_timestamp(floor(extract(epoch from now()) / ${window_seconds}) * ${window_seconds})`;
  // Beyond the limit nothing is written: a flood of refused attempts costs no commit each.
  const { rows } = await sql<{ count: number; seconds_left: number }>`
    with beyond as (
      select t.count from throttles as t where t.key = ${key} and t.window_start = ${began} and t.count > ${limit}
    ),
    counted as (
      insert into throttles as t (key, window_start, count)
      select ${key}, ${began}, 1 where not exists (select from beyond)
      on conflict (key, window_start) do update set count = t.count + 1
      returning t.count
    )
    select e.count, ceil(extract(epoch from ${began}) + ${window_seconds} - extract(epoch from now()))::int as seconds_left
    from (select b.count from beyond as b union all select c.count from counted as c) as e
  `.execute(db);
  const row = rows[0];
  if (row && row.count > limit) throw new TooMany(Math.max(1, row.seconds_left));
}

/** Fields in which somebody proves something by a secret that could be guessed. */
const SECRETS: ReadonlySet<string> = new Set([
  "code",
  "otp",
  "password",
  "current_password",
  "token",
  "ticket",
  "pin",
  "credential",
]);
const takesSecret = ({ body }: Endpoint): boolean =>
  body instanceof z.ZodObject && Object.keys(body.shape).some((name) => SECRETS.has(name));
const TRIES_OF_A_PERSON = 10;
/** Many people may be behind one address. */
const TRIES_OF_A_NETWORK = 200;
const SECRET_SECONDS = 900;

/**
 * One throttle for every call that takes a secret: a number of tries of a person, or without a session of a network, before anything of the request is looked at.
 * @returns forgets them, after a success
 * @throws TooMany
 */
export async function countSecret(
  db: Database,
  call: Endpoint,
  user_id: string | undefined,
  network_address: string,
): Promise<(() => Promise<void>) | undefined> {
  if (!takesSecret(call)) return undefined;
  const key = `secret:${call.path}:${user_id ?? network_address}`;
  await countAttempt(db, key, user_id ? TRIES_OF_A_PERSON : TRIES_OF_A_NETWORK, SECRET_SECONDS);
  return user_id === undefined ? undefined : () => forgetAttempts(db, key);
}

/** Forgets the attempts after a success. */
export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await db.deleteFrom("throttles").where("key", "=", key).execute();
}
