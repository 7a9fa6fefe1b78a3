import { date } from "@manilla/contract/formats";
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

interface Acting {
  user_id: string;
  name: string;
  last_name: string;
  viewed_by?: { user_id: string; name: string } | null;
}
const nameOf = ({ name, last_name, viewed_by }: Acting): string => (viewed_by ? `${viewed_by.name}, viewing as ${name} ${last_name}` : `${name} ${last_name}`);

/**
 * Who changed a record last, as a sentence for colleagues who come second: "Ada Obi changed it at 2:05pm." Never for customers.
 * @returns an empty text when nothing is recorded
 */
export async function whoChanged(tx: Tx | Database, subject_type: string, id: string): Promise<string> {
  const { rows } = await sql<{ actor_name: string; at: Date }>`
    select actor_name, at from (
      (select actor_name, recorded_at as at from audit_records where subject_type = ${subject_type} and subject_id = ${id} order by recorded_at desc limit 1)
      union all (select actor_name, happened_at from transitions where subject_id = ${id}::uuid order by happened_at desc limit 1)) t order by at desc limit 1`.execute(tx);
  const [last] = rows;
  return last ? ` ${last.actor_name} changed it at ${date(last.at, "h:ia")}.` : "";
}

/** The actor of a request. Whoever views as somebody else is the actor, and both names stand in the record. */
export const actorOf = (context: { session?: Acting; network_address: string; request_id: string }): Actor => ({
  user_id: context.session?.viewed_by?.user_id ?? context.session?.user_id ?? null,
  name: context.session ? nameOf(context.session) : "Visitor",
  network_address: context.network_address,
  request_id: context.request_id,
});
