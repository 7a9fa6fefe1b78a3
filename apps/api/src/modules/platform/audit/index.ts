import { date, fullName } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { AuditTopic } from "@manilla/contract/platform/audit";
import type { Actor } from "../../../house/app.ts";
import type { Tx, Database } from "../../../db/database.ts";
import type { FieldEncryption } from "../../../field-encryption.ts";
import { insertRows } from "../../../db/rows.ts";
import { sealPersonal } from "./personal.ts";

export type { Actor };
export { changesInWords, namesIn, stateInWords } from "./in-words.ts";

/** Acts that the super administrator follows: credit decisions, access, prices and configuration. */
const topics = {
  rules: ["rule_set_activated", "rule_set_changed", "rule_set_drafted"],
  rights: ["role_changed", "roles_changed", "permissions_changed", "colleague_invited", "colleague_suspended"],
  tariffs: [
    "configuration_changed",
    "configuration_withdrawn",
    "configuration_lowered",
    "loan_product_created",
    "loan_product_version_added",
    "plan_changed",
  ],
} as const satisfies Record<AuditTopic, readonly string[]>;

/** The topic of the act of a record `a`; null for most. */
export const TOPIC = `case ${Object.entries(topics)
  .map(([topic, actions]) => `when a.action in (${actions.map((action) => `'${action}'`).join(", ")}) then '${topic}'`)
  .join(" ")} end`;
export const topicIs = (topic: AuditTopic) => sql`(${sql.raw(TOPIC)}) = ${topic}`;

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

type AuditMore = Omit<AuditEntry, "action" | "subject_type" | "subject_id">;

/**
 * Writes the record in the caller's transaction: no change without its record, no record without its change. What is personal in a record about a person
 * is encrypted with that person's key (personal.ts), so that erasing them makes it unreadable while the chain still holds.
 * @param who the actor, or the request that acts
 * @param subject_type its kind and its id: `["user", id]`
 */
export function recordAudit(
  tx: Tx | Database,
  who: Actor | Requesting,
  action: string,
  [subject_type, subject_id]: readonly [string, string | null],
  more: AuditMore = {},
): Promise<void> {
  const actor = "name" in who ? who : actorOf(who);
  return recordAudits(tx, [{ action, subject_type, subject_id, ...more, actor }]);
}

const RECORDED = {
  // Not "exists": PostgreSQL may hash that, reading every customer through the row policy first.
  actor_name: sql`case when (select is_customer from users where id = u.actor_id) then 'Customer' else u.actor_name end`,
  // They come as text, without their secrets.
  before: sql`(u.before #>> '{}')::jsonb`,
  after: sql`(u.after #>> '{}')::jsonb`,
};

/** {@link recordAudit} of several, in one statement. */
export async function recordAudits(
  tx: Tx | Database,
  entries: readonly (AuditEntry & { actor: Actor })[],
): Promise<void> {
  const rows = [];
  for (const { actor, ...entry } of entries)
    rows.push({
      id: uuidv7(),
      actor_id: actor.user_id,
      actor_name: actor.name,
      action: entry.action,
      subject_type: entry.subject_type,
      subject_id: entry.subject_id,
      network_address: actor.network_address ?? null,
      request_id: actor.request_id ?? null,
      viewed_id: actor.viewed_id ?? null,
      ...(await sealPersonal(tx, actor, entry)),
    });
  await insertRows(tx, "audit_records", rows, RECORDED);
}

interface Acting {
  user_id: string;
  name: string;
  last_name: string;
  viewed_by?: { user_id: string; name: string } | null;
}

/** What acts: a request with its session, or without one a visitor. */
interface Requesting {
  session?: Acting;
  network_address: string;
  request_id: string;
  encryption?: FieldEncryption;
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
  return last ? ` ${last.actor_name} changed it on ${date(last.at)}.` : "";
}

/** The actor of a request. With impersonation the record names both people. */
export const actorOf = (context: Requesting): Actor => ({
  user_id: context.session?.viewed_by?.user_id ?? context.session?.user_id ?? null,
  name: context.session ? (context.session.viewed_by?.name ?? fullName(context.session)) : "Visitor",
  network_address: context.network_address,
  request_id: context.request_id,
  viewed_id: context.session?.viewed_by ? context.session.user_id : null,
  ...(context.encryption && { encryption: context.encryption }),
});
export { type SealedValues, openPersonal } from "./personal.ts";
export { auditTold } from "./timeline.ts";
