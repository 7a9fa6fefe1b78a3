import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx, Database } from "../../db/database.ts";

/** Who acts: a person in a request, or the system in a job. */
export interface Actor {
  user_id: string | null;
  name: string;
  network_address?: string;
  request_id?: string;
}

export const SYSTEM: Actor = { user_id: null, name: "System" };

export interface AuditEntry {
  action: string;
  subject_type: string;
  subject_id: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  reason?: string | null;
}

const PRIVATE = new Set(["bvn", "nin", "account_no", "password", "password_hash", "token", "secret", "code", "otp"]);

/** What must never stand in a log is replaced before it is written. */
function withoutSecrets(values: Record<string, unknown> | null | undefined): string | null {
  if (!values) return null;
  return JSON.stringify(values, (key, value: unknown) => (PRIVATE.has(key) ? "•••" : typeof value === "bigint" ? Number(value) : value));
}

/** Writes the record in the caller's transaction: no change without its record, no record without its change. */
export async function recordAudit(tx: Tx | Database, actor: Actor, entry: AuditEntry): Promise<void> {
  await sql`insert into audit_records (id, actor_id, actor_name, action, subject_type, subject_id, before, after, reason, network_address, request_id)
    values (${uuidv7()}, ${actor.user_id}, ${actor.name}, ${entry.action}, ${entry.subject_type}, ${entry.subject_id},
      ${withoutSecrets(entry.before)}::jsonb, ${withoutSecrets(entry.after)}::jsonb, ${entry.reason ?? null}, ${actor.network_address ?? null}, ${actor.request_id ?? null})`.execute(tx);
}

/** The actor of a request. */
export const actorOf = (context: { session?: { user_id: string; name: string; last_name: string }; network_address: string; request_id: string }): Actor => ({
  user_id: context.session?.user_id ?? null,
  name: context.session ? `${context.session.name} ${context.session.last_name}` : "Visitor",
  network_address: context.network_address,
  request_id: context.request_id,
});
