/**
 * Two clicks at once: the same request of the same person while the first is still being worked on, whatever their keys. The first does it, the second is told so.
 * What comes after the first has ended meets the state that it left, by the rules of that call.
 */
import { createHash } from "node:crypto";
import type { Endpoint } from "@manilla/contract/endpoint";
import { sql } from "kysely";
import type { Context } from "../app.ts";
import type { Database } from "../db/database.ts";
import { Conflict } from "./errors.ts";
import { fingerprint } from "./idempotency.ts";
import type { Session } from "./session.ts";

interface Twin {
  principal: string;
  mark: Buffer;
}

/** Longer than any of these calls takes; whoever died in one stands in nobody's way after it. */
const MOST_SECONDS = 10;
/** What is said again and again, changes nothing that could be doubled, and must not cost anything; and one-time codes, which are counted. */
const IS_PATTER = /^\/(presence|notification|table-memories|otp)\b/;

/** What makes two requests the same. Money has keys of its own, required; a public call has no person, only the file that it brings; reading does nothing twice. */
export function twinOf(call: Endpoint, session: Session | undefined, input: unknown, file: Context["file"]): Twin | undefined {
  const isReading = call.method === "GET" && call.effect === "none";
  const principal = session?.user_id ?? (file ? "public" : undefined);
  if (!principal || (call.can === "public" && !file) || call.effect === "moves_money" || call.has_own_key || call.kind !== "data" || isReading || IS_PATTER.test(call.path)) return undefined;
  return { principal, mark: fingerprint([call.method, call.path, input, file && createHash("sha256").update(file.bytes).digest("hex")]) };
}

/** @throws Conflict for the second one */
async function claimTwin(db: Database, { principal, mark }: Twin): Promise<void> {
  const { rows } = await sql`
    insert into twin_requests as t (principal, fingerprint) values (${principal}, ${mark})
    on conflict (principal, fingerprint) do update set started_at = now() where t.started_at < now() - make_interval(secs => ${MOST_SECONDS}) returning 1`.execute(db);
  if (rows.length === 0) throw new Conflict("The same request is still being worked on.", "in_flight");
}

/** @param onRefusal gives back what the second one had claimed before */
export async function withTwin<Result>(db: Database, twin: Twin | undefined, work: () => Promise<Result>, onRefusal?: () => Promise<void>): Promise<Result> {
  if (!twin) return work();
  try {
    await claimTwin(db, twin);
  } catch (error) {
    await onRefusal?.();
    throw error;
  }
  try {
    return await work();
  } finally {
    await db.deleteFrom("twin_requests").where("principal", "=", twin.principal).where("fingerprint", "=", twin.mark).execute();
  }
}
