/** Security events: counted in memory and kept once a second, so that a flood of them costs the database nothing. Operations read them (platform/security-events). */
import type { SecurityEvent } from "@manilla/contract/platform/security-events";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type pg from "pg";
import { uuidv7 } from "uuidv7";
import type { Session } from "../request.ts";
import { clock } from "../clock.ts";
import { changingDatabase } from "../db/pipelined-database.ts";
import type { DomainError } from "../errors.ts";

interface Counted {
  kind: SecurityEvent;
  user_id: string | null;
  network_address: string;
  last_call: string;
  count: number;
}

/** Whose process counts them. */
type HasPool = { pool: pg.Pool };
const FLUSH_MILLISECONDS = 1_000;
/** Of different people and addresses in a second; the rest of a flood is like these. */
const MAX_AT_ONCE = 1_000;
const waiting = new WeakMap<pg.Pool, Map<string, Counted>>();

/** Counts an event. The request goes on at once, and when the event cannot be kept. */
export function countSecurityEvent({ pool }: HasPool, event: Omit<Counted, "count">): void {
  let counted = waiting.get(pool);
  if (!counted) {
    waiting.set(pool, (counted = new Map()));
    setTimeout(() => void keepSecurityEvents({ pool }).catch(() => undefined), FLUSH_MILLISECONDS).unref();
  }
  const key = `${event.kind} ${event.user_id} ${event.network_address}`;
  const before = counted.get(key)?.count ?? 0;
  if (before > 0 || counted.size < MAX_AT_ONCE) counted.set(key, { ...event, count: before + 1 });
}

const keeping = new WeakMap<pg.Pool, Promise<void>>();

/** Keeps what was counted since; what is being kept already is kept by then too. */
export function keepSecurityEvents({ pool }: HasPool): Promise<void> {
  const before = keeping.get(pool) ?? Promise.resolve();
  const kept = before.catch(() => undefined).then(() => keep(pool));
  keeping.set(pool, kept);
  return kept;
}

async function keep(pool: pg.Pool): Promise<void> {
  const counted = [...(waiting.get(pool)?.values() ?? [])];
  waiting.delete(pool);
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
    `.execute(changingDatabase(pool));
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

/** Counts an event by caller, network address and route pattern. */
export function noteEvent(app: HasPool, request: FastifyRequest, kind: SecurityEvent | undefined): void {
  if (!kind) return;
  const last_call = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
  countSecurityEvent(app, { kind, user_id: request.person_id ?? null, network_address: request.ip, last_call });
}

/** Counts what a colleague looked at; who views as somebody else is named themselves. */
export function noteLook(
  { pool, session, network_address }: HasPool & { session: Session; network_address: string },
  kind: SecurityEvent,
): void {
  const user_id = session.viewed_by?.user_id ?? session.user_id;
  countSecurityEvent({ pool }, { kind, user_id, network_address, last_call: kind });
}
