/**
 * Two clicks at once: the same request of the same person while the first is still being worked on, with equal or different keys. The first is carried out, the duplicate is refused.
 * What comes after the first has ended meets the state that it left, by the rules of that call; where no state refuses a second (a remark, a contact), the call's `once_within_seconds` does.
 */
import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { findRow } from "../db/row.ts";
import { Conflict } from "../errors.ts";
import { fingerprint } from "./idempotency.ts";
import type { Served } from "./served.ts";

export interface Twin {
  principal: string;
  mark: Buffer;
  /** How long it is remembered after it was done. */
  quiet_seconds: number;
}

/** Longer than any of these calls takes: what a crashed process left is free after it. */
const MAX_SECONDS = 10;
/** Frequent calls that change nothing twice; and one-time codes, which are counted. */
const IS_PATTER = /^\/(presence|notification|table-memories|otp)\b/;

/** An action on the version that somebody saw is done once: the second meets another one, under the lock of the record (states/acting.ts). */
const isVersioned = ({ action, once_within_seconds }: Served["call"], { body }: Served["input"]): boolean =>
  action !== undefined &&
  once_within_seconds === undefined &&
  typeof (body as { version?: unknown } | undefined)?.version === "number";

/** What makes two requests the same. Money has keys of its own, required; a public call has no person, only the file that it brings; reading does nothing twice. */
export function twinOf({ call, session, input, context: { file } }: Served): Twin | undefined {
  const isReading = call.method === "GET" && call.effect === "none";
  const principal = session?.user_id ?? (file ? "public" : undefined);
  if (
    !principal ||
    (call.can === "public" && !file) ||
    call.effect === "moves_money" ||
    call.has_own_key ||
    call.kind !== "data" ||
    isReading ||
    isVersioned(call, input) ||
    IS_PATTER.test(call.path)
  )
    return undefined;
  return {
    principal,
    quiet_seconds: call.once_within_seconds ?? 0,
    mark: fingerprint([call.method, call.path, input], file),
  };
}

/** @throws Conflict for the second one */
async function claimTwin(db: Database, { principal, mark, quiet_seconds }: Twin): Promise<void> {
  const { rows } = await sql`
    insert into twin_requests as t (principal, fingerprint)
    values (${principal}, ${mark})
    on conflict (principal, fingerprint) do update set started_at = now(), done_at = null
    where coalesce(
      t.done_at + make_interval(secs => ${quiet_seconds}), t.started_at + make_interval(secs => ${MAX_SECONDS})
    ) < now()
    returning 1
  `.execute(db);
  if (rows.length > 0) return;
  const first = await findRow(db, "twin_requests", { principal, fingerprint: mark }, ["done_at"]);
  throw first?.done_at
    ? new Conflict("This was done a moment ago.", "just_done")
    : new Conflict("The same request is still being worked on.", "in_flight");
}

/** Forgets it, or remembers it for its quiet seconds; what the same person has left there longer goes with it. */
async function leaveTwin(db: Database, { principal, mark, quiet_seconds }: Twin, isDone: boolean): Promise<void> {
  if (!isDone || quiet_seconds === 0) {
    await db.deleteFrom("twin_requests").where("principal", "=", principal).where("fingerprint", "=", mark).execute();
    return;
  }
  await sql`
    with gone as (
      delete from twin_requests
      where principal = ${principal} and fingerprint <> ${mark} and done_at < now() - interval '1 minute'
    ) update twin_requests
    set done_at = now()
    where principal = ${principal} and fingerprint = ${mark}
  `.execute(db);
}

/** @param onRefusal gives back what the second one had claimed before */
export async function withTwin<Result>(
  db: Database,
  twin: Twin | undefined,
  work: () => Promise<Result>,
  onRefusal?: () => Promise<void>,
): Promise<Result> {
  if (!twin) return work();
  try {
    await claimTwin(db, twin);
  } catch (error) {
    await onRefusal?.();
    throw error;
  }
  let isDone = false;
  try {
    const result = await work();
    isDone = true;
    return result;
  } finally {
    await leaveTwin(db, twin, isDone);
  }
}
