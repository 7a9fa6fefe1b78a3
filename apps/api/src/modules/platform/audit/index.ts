import { date, fullName } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Actor } from "../../../app.ts";
import type { Tx, Database } from "../../../db/database.ts";
import type { FieldEncryption } from "../../../db/field-encryption.ts";
import { later } from "../../../db/pipelined-database.ts";
import { sealPersonal } from "./personal.ts";

export type { Actor };

export const SYSTEM: Actor = { user_id: null, name: "System" };

export interface AuditEntry {
  action: string;
  subject_type: string;
  subject_id: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  reason?: string | null;
  /** Whose personal values these are, where the subject is not the person: an approval, a payout. */
  about?: string | null;
}

/**
 * Writes the record in the caller's transaction: no change without its record, no record without its change. What is personal in a record about a person
 * is encrypted with that person's key (personal.ts), so that erasing them makes it unreadable while the chain still holds.
 */
export async function recordAudit(tx: Tx | Database, actor: Actor, entry: AuditEntry): Promise<void> {
  const { before, after, reason, sealed, about_id } = await sealPersonal(tx, actor, entry);
  const insert = sql`
    insert into audit_records (
      id, actor_id, actor_name, action, subject_type, subject_id, before, after, reason, network_address, request_id,
      sealed, about_id, viewed_id
    )
    values (
      ${uuidv7()}, ${actor.user_id},
      case
        when exists (select 1 from users where id = ${actor.user_id}::uuid and is_customer) then 'Customer'
        else ${actor.name}
      end, ${entry.action}, ${entry.subject_type}, ${entry.subject_id}, ${before}::jsonb, ${after}::jsonb, ${reason},
      ${actor.network_address ?? null}, ${actor.request_id ?? null}, ${sealed}, ${about_id},
      ${actor.viewed_id ?? null}
    )
  `;
  await later(tx, { compile: () => insert.compile(tx) });
}

interface Acting {
  user_id: string;
  name: string;
  last_name: string;
  viewed_by?: { user_id: string; name: string } | null;
}

/**
 * Who changed a record last, as a sentence for colleagues who come second: "Ada Obi changed it at 2:05pm." Never for customers.
 * @returns an empty text when nothing is recorded
 */
export async function whoChanged(tx: Tx | Database, subject_type: string, id: string): Promise<string> {
  const { rows } = await sql<{ actor_name: string; at: Date }>`
    select actor_name, at
    from (
      (
        select actor_name, recorded_at as at
        from audit_records
        where subject_type = ${subject_type} and subject_id = ${id}
        order by recorded_at desc
        limit 1
      )
      union all (
        select actor_name, happened_at
        from transitions
        where subject_id = ${id}::uuid
        order by happened_at desc
        limit 1
      )
    ) t
    order by at desc
    limit 1
  `.execute(tx);
  const [last] = rows;
  return last ? ` ${last.actor_name} changed it at ${date(last.at, "h:ia")}.` : "";
}

/** The actor of a request. Whoever views as somebody else is the actor, and both stand in the record. */
export const actorOf = (context: {
  session?: Acting;
  network_address: string;
  request_id: string;
  encryption?: FieldEncryption;
}): Actor => ({
  user_id: context.session?.viewed_by?.user_id ?? context.session?.user_id ?? null,
  name: context.session ? (context.session.viewed_by?.name ?? fullName(context.session)) : "Visitor",
  network_address: context.network_address,
  request_id: context.request_id,
  viewed_id: context.session?.viewed_by ? context.session.user_id : null,
  ...(context.encryption && { encryption: context.encryption }),
});
export { type SealedValues, openPersonal } from "./personal.ts";
