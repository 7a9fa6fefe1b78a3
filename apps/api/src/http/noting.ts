/** Security events: counted in memory and kept once a second, so that a flood of them costs the database nothing. Operations read them (platform/security-events). */
import type { SecurityEvent } from "@manilla/contract/platform/security-events";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Session } from "../request.ts";
import { clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { DomainError } from "../errors.ts";

interface Counted {
  kind: SecurityEvent;
  user_id: string | null;
  network_address: string;
  last_call: string;
  count: number;
}

const FLUSH_MILLISECONDS = 1_000;
/** Of different people and addresses in a second; the rest of a flood is like these. */
const MAX_AT_ONCE = 1_000;
const waiting = new WeakMap<Database, Map<string, Counted>>();

/** Counts an event. The request goes on at once, and when the event cannot be kept. */
export function countSecurityEvent(db: Database, event: Omit<Counted, "count">): void {
  let counted = waiting.get(db);
  if (!counted) {
    waiting.set(db, (counted = new Map()));
    setTimeout(() => void keepSecurityEvents(db).catch(() => undefined), FLUSH_MILLISECONDS).unref();
  }
  const key = `${event.kind} ${event.user_id} ${event.network_address}`;
  const before = counted.get(key)?.count ?? 0;
  if (before > 0 || counted.size < MAX_AT_ONCE) counted.set(key, { ...event, count: before + 1 });
}

/** Keeps what was counted since. */
export async function keepSecurityEvents(db: Database): Promise<void> {
  const counted = [...(waiting.get(db)?.values() ?? [])];
  waiting.delete(db);
  const now = clock.now();
  for (const { kind, user_id, network_address, last_call, count } of counted)
    await sql`
      insert into security_events as e (id, kind, user_id, network_address, hour, count, last_call, first_at, last_at)
      values (
        ${uuidv7()}, ${kind}, ${user_id}, ${network_address}, date_trunc('hour', ${now}::timestamptz), ${count},
        ${last_call}, ${now}, ${now}
      )
      on conflict (kind, user_id, network_address, hour) do update
      set count = e.count + excluded.count, last_call = excluded.last_call, last_at = excluded.last_at
    `.execute(db);
}

/** Missing guards and second proofs are a way that leads on; of the other refusals the number counts. */
const LEADS_ON: ReadonlySet<string> = new Set([
  "password_changed",
  "profile_updated",
  "profile_approved",
  "company_profile_updated",
  "company_subscribed",
  "step_up_required",
  "second_factor_required",
  "link_expired",
]);

/** What a refusal is counted as. */
export function eventOf({ status, code }: Pick<DomainError, "status" | "code">): SecurityEvent | undefined {
  if (code === "bad_signature") return "bad_signature";
  if (status === 429) return "throttled";
  return status === 403 && !LEADS_ON.has(code) ? "refused" : undefined;
}

/** Counts an event of who asks, from where, by the pattern of the address. */
export function noteEvent({ db }: { db: Database }, request: FastifyRequest, kind: SecurityEvent | undefined): void {
  if (!kind) return;
  const last_call = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
  countSecurityEvent(db, { kind, user_id: request.person_id ?? null, network_address: request.ip, last_call });
}

/** Counts what a colleague looked at; who views as somebody else is named themselves. */
export function noteLook(
  { db, session, network_address }: { db: Database; session: Session; network_address: string },
  kind: SecurityEvent,
): void {
  const user_id = session.viewed_by?.user_id ?? session.user_id;
  countSecurityEvent(db, { kind, user_id, network_address, last_call: kind });
}
