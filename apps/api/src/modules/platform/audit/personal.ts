/**
 * Personal values in the audit trail. The trail is append-only and stays for years; a person who is erased must not be readable in it. So what a record about
 * a person says of them is encrypted with their own key: destroying the key erases it, and the chain of digests, which is over the encrypted bytes, holds.
 */
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import type { FieldEncryption } from "../../../field-encryption.ts";
import type { Actor, AuditEntry } from "./index.ts";
import { withoutOthers } from "./mentions.ts";

type Values = Record<string, unknown>;
/** What is inside the seal; a record's row has the same fields with `HIDDEN` in their place. */
interface Personal {
  before?: Values;
  after?: Values;
  reason?: string;
}
export interface SealedValues {
  before: Values | null;
  after: Values | null;
  reason: string | null;
  /** The encrypted part, and the key of the person whom the record is about; null once they are erased. */
  sealed: Buffer | null;
  data_key: Buffer | null;
  about_id: string | null;
}

const HIDDEN = "•••";
/** What a screen shows in the place of a value whose key is gone. */
const ERASED_VALUE = "erased";

/** What no log may contain, encrypted or not. */
const SECRET = new Set(["bvn", "nin", "account_no", "password", "password_hash", "token", "secret", "code", "otp"]);
/** What says nothing of who somebody is: states, kinds, rights, counts of ours and our own numbers. Everything else of a person is sealed. */
const OPEN =
  /^(status|\w+_status|outcome|kind|type|types|source|roles?|permissions|channel|action|version|rule_set|\w+_id|fields|erased|files|capacity|mark|plan|card_type|bureau_asked)$/;

const withoutSecrets = (values: unknown): string =>
  JSON.stringify(values, (key, value: unknown) =>
    SECRET.has(key) ? HIDDEN : typeof value === "bigint" ? Number(value) : value,
  );
const textOf = (values: Values | null | undefined): string | null => (values ? withoutSecrets(values) : null);
const isOpen = (field: string, value: unknown): boolean =>
  SECRET.has(field) || value === null || value === undefined || typeof value === "boolean" || OPEN.test(field);

function split(values: Values | null | undefined): { open: Values | null; personal: Values } {
  if (!values) return { open: null, personal: {} };
  const entries = Object.entries(values);
  return {
    open: Object.fromEntries(entries.map(([field, value]) => [field, isOpen(field, value) ? value : HIDDEN])),
    personal: Object.fromEntries(entries.filter(([field, value]) => !isOpen(field, value))),
  };
}

/** @returns what to write; a record about nobody is written as it is, without secrets */
export async function sealPersonal(
  tx: Tx | Database,
  actor: Actor,
  { subject_type, subject_id, about, ...entry }: AuditEntry,
): Promise<{
  before: string | null;
  after: string | null;
  reason: string | null;
  sealed: Buffer | null;
  about_id: string | null;
}> {
  const about_id = about ?? (subject_type === "user" ? subject_id : null);
  const { before, after, reason = null } = await withoutOthers(tx, entry, about_id);
  if (!about_id) return { before: textOf(before), after: textOf(after), reason, sealed: null, about_id: null };
  const [old, fresh] = [split(before), split(after)];
  // The system's reasons are ours, word for word; a colleague's may name anybody.
  const typed = actor.user_id === null ? undefined : (reason ?? undefined);
  const personal: Personal = {
    ...(Object.keys(old.personal).length > 0 && { before: old.personal }),
    ...(Object.keys(fresh.personal).length > 0 && { after: fresh.personal }),
    ...(typed && { reason: typed }),
  };
  const written = { before: textOf(old.open), after: textOf(fresh.open), reason: typed ? HIDDEN : reason };
  if (Object.keys(personal).length === 0 || !actor.encryption) return { ...written, sealed: null, about_id: null };
  const { rows } = await sql<{
    data_key: Buffer | null;
  }>`select data_key from users where id = ${about_id}::uuid`.execute(tx);
  const key = rows[0]?.data_key;
  return {
    ...written,
    ...(key
      ? { sealed: actor.encryption.encrypt(about_id, key, "audit", withoutSecrets(personal)), about_id }
      : { sealed: null, about_id: null }),
  };
}

const shownAs = (values: Values | null, inside: Values | undefined, gone: string): Values | null =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      value === HIDDEN && !SECRET.has(field) ? (inside?.[field] ?? gone) : value,
    ]),
  );

/** The record as a screen shows it: opened while the person's key lives, "erased" afterwards. */
export function openPersonal<Row extends SealedValues>(
  encryption: FieldEncryption,
  { sealed, data_key, about_id, ...row }: Row,
): Omit<Row, "sealed" | "data_key" | "about_id"> {
  let inside: Personal = {};
  if (sealed && data_key && about_id)
    inside = JSON.parse(encryption.decrypt(about_id, data_key, "audit", sealed)) as Personal;
  const gone = sealed ? ERASED_VALUE : HIDDEN;
  return {
    ...row,
    before: shownAs(row.before, inside.before, gone),
    after: shownAs(row.after, inside.after, gone),
    reason: row.reason === HIDDEN ? (inside.reason ?? gone) : row.reason,
  };
}
