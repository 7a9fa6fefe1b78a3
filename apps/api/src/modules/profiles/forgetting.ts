/**
 * What was said of a person outside their own record: notes and reasons that colleagues typed, requests of theirs, messages to colleagues, messages on
 * their way, rows of imports, stored answers. Each row stays for what it proves (who decided what, when), without the words.
 */
import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import type { FieldEncryption } from "../../db/field-encryption.ts";
import { openPersonal } from "../audit/index.ts";

const GONE = "erased";
/** Rows of the person (`user_id`) with free text in them: column → what it becomes. */
const TEXTS: Record<string, Record<string, string | null>> = {
  data_requests: { text: null, answer: null }, limit_requests: { purpose: null, decision_reason: null }, credit_limits: { reason: GONE }, document_requests: { note: null }, document_events: { detail: null }, assignment_contacts: { note: null },
  assignments: { end_reason: null }, employment_claims: { decision_reason: null }, user_plans: { reason: null }, card_requests: { delivery_address: null, delivery_state: null }, receipts: { note: null }, payouts: { account_name: "Deleted person" }, virtual_accounts: { account_name: "Deleted person" },
};

interface Known {
  emails: string[];
  phones: string[];
}

/** Every number and address that was theirs, also those of before: the trail still knows them, as long as the key lives. */
async function knownAddresses(tx: Tx, encryption: FieldEncryption, user_id: string): Promise<Known> {
  const person = await tx.selectFrom("users").select(["email", "official_email", "phone", "data_key"]).where("id", "=", user_id).executeTakeFirstOrThrow();
  const { rows } = await sql<{ before: Record<string, unknown> | null; after: Record<string, unknown> | null; sealed: Buffer }>`
    select before, after, sealed from audit_records where subject_type = 'user' and subject_id = ${user_id} and sealed is not null and (before ? 'phone' or after ? 'phone' or before ? 'email' or after ? 'email')`.execute(tx);
  const opened = rows.map((row) => openPersonal(encryption, { ...row, reason: null, data_key: person.data_key, about_id: user_id })).flatMap(({ before, after }) => [before, after]);
  const all = (field: string, now: (string | null)[]): string[] => [...new Set([...now, ...opened.map((values) => values?.[field])].filter((value): value is string => typeof value === "string" && value.length > 3))];
  const phones = all("phone", [person.phone]);
  return { emails: all("email", [person.email, person.official_email]).map((email) => email.toLowerCase()), phones: [...new Set(phones.flatMap((phone) => [phone, phone.replace(/^\+234/, "0")]))] };
}

/** Called by `erase` while the key is still there. */
export async function forgetWords(tx: Tx, encryption: FieldEncryption, user_id: string): Promise<void> {
  const { emails, phones } = await knownAddresses(tx, encryption, user_id);
  for (const [table, columns] of Object.entries(TEXTS)) {
    const changes = sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
    await sql`update ${sql.table(table)} set ${changes} where user_id = ${user_id}`.execute(tx);
  }
  await sql`update document_events set actor_name = 'Deleted person' where user_id = ${user_id} and actor_id = ${user_id}`.execute(tx);
  // Reasons of loans stay: decisions on money are explained to the regulator for six years.
  await sql`update transitions set reason = null where subject_id = ${user_id} and noun in ('profile', 'case') and actor_id is not null`.execute(tx);
  await sql`update transitions set actor_name = 'Deleted person' where actor_id = ${user_id} and (subject_id = ${user_id} or subject_id in (select id from loans where user_id = ${user_id} union all select id from payouts where user_id = ${user_id} union all select id from employment_claims where user_id = ${user_id}))`.execute(tx);
  await sql`update approvals set title = 'About a deleted person', reason = null, decision_reason = null, before = null, items = '[]'::jsonb, payload = jsonb_build_object('user_id', ${user_id}::text)
    where status <> 'pending' and (payload ->> 'user_id' = ${user_id} or payload ->> 'payout_id' in (select id::text from payouts where user_id = ${user_id}))`.execute(tx);
  await sql`update approvals set title = 'About a deleted person', reason = null where status = 'pending' and payload ->> 'user_id' = ${user_id}`.execute(tx);
  await sql`delete from notifications where about_id = ${user_id}`.execute(tx);
  await sql`update import_rows set data = '{}'::jsonb, reasons = case when verdict = 'refused' then '["erased"]'::jsonb else reasons end where user_id = ${user_id} or lower(data ->> 'email') = any(${emails}::text[]) or data ->> 'phone' = any(${phones}::text[])`.execute(tx);
  // A message that was not handed over yet is not handed over any more; one that was leaves only its log.
  await sql`delete from pgboss.job where name in ('send-mail', 'send-sms', 'send-push') and (lower(data ->> 'to') = any(${[...emails, ...phones]}::text[]) or data ->> 'user_id' = ${user_id})`.execute(tx);
  await sql`delete from idempotency_keys where principal = ${user_id}`.execute(tx);
  // Answers about them to colleagues: who asks again under that key is told that it was done, without the person.
  const { rows } = await sql<{ word: string }>`select id::text as word from approvals where payload ->> 'user_id' = ${user_id} union all select name || ' ' || last_name from users where id = ${user_id}`.execute(tx);
  const patterns = [user_id, ...emails, ...phones, ...rows.map(({ word }) => word)].map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
  // What the provider told of their payments: booked long since; who paid nothing stands in none of it.
  await sql`update webhooks set body = '{}'::jsonb where processed_at is not null and body::text like any(${patterns}::text[])
    and exists (select 1 from virtual_accounts where user_id = ${user_id} union all select 1 from charges where user_id = ${user_id} union all select 1 from payouts where user_id = ${user_id})`.execute(tx);
  await sql`update idempotency_keys set response_body = '{"success": true, "message": "This was done; the person it was about has been erased."}'::jsonb where state = 'done' and response_body is not null and response_body::text like any(${patterns}::text[])`.execute(tx);
}
