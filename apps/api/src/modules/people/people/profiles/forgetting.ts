/**
 * What was said of a person outside their own record: notes and reasons that colleagues typed, requests of theirs, messages to colleagues, messages on
 * their way, rows of imports, stored answers. Each row stays for what it proves (who decided what, when), without the words.
 */
import { sql } from "kysely";
import type { Tx } from "../../../../db/database.ts";
import type { FieldEncryption } from "../../../../db/field-encryption.ts";
import { knownOf, redactElsewhere } from "./redacting.ts";

const GONE = "erased";
/** Rows of the person (`user_id`) with free text in them: column → what it becomes. */
const TEXTS: Record<string, Record<string, string | null>> = {
  data_requests: { text: null, answer: null },
  limit_requests: { purpose: null, decision_reason: null },
  credit_limits: { reason: GONE },
  document_requests: { note: null },
  document_events: { detail: null },
  assignment_contacts: { note: null },
  assignments: { end_reason: null },
  employment_claims: { decision_reason: null },
  user_plans: { reason: null },
  card_requests: { delivery_address: null, delivery_state: null },
  receipts: { note: null },
  payouts: { account_name: "Deleted person" },
  virtual_accounts: { account_name: "Deleted person" },
};

/** Called by `erase` while the key is still there. */
export async function forgetWords(tx: Tx, encryption: FieldEncryption, user_id: string): Promise<void> {
  const known = await knownOf(tx, encryption, user_id);
  const { emails, phones } = known;
  for (const [table, columns] of Object.entries(TEXTS)) {
    const changes = sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
    await sql`update ${sql.table(table)} set ${changes} where user_id = ${user_id}`.execute(tx);
  }
  await sql`
    update document_events set actor_name = 'Deleted person' where user_id = ${user_id} and actor_id = ${user_id}
  `.execute(tx);
  // Reasons of loans stay: decisions on money are explained to the regulator for six years.
  await sql`
    update transitions
    set reason = null
    where subject_id = ${user_id} and noun in ('profile', 'case') and actor_id is not null
  `.execute(tx);
  await sql`
    update transitions
    set actor_name = 'Deleted person'
    where actor_id = ${user_id}
      and (
        subject_id = ${user_id}
          or subject_id in (
            select id
            from loans
            where user_id = ${user_id}
            union all select id
            from payouts
            where user_id = ${user_id}
            union all select id
            from employment_claims
            where user_id = ${user_id}
          )
      )
  `.execute(tx);
  await sql`
    update approvals
    set title = 'About a deleted person', reason = null, decision_reason = null, before = null, items = '[]'::jsonb,
      payload = jsonb_build_object('user_id', ${user_id}::text)
    where status <> 'pending'
      and (
        payload ->> 'user_id' = ${user_id}
          or payload ->> 'payout_id' in (select id::text from payouts where user_id = ${user_id})
      )
  `.execute(tx);
  await sql`
    update approvals
    set title = 'About a deleted person', reason = null
    where status = 'pending' and payload ->> 'user_id' = ${user_id}
  `.execute(tx);
  await sql`delete from notifications where about_id = ${user_id}`.execute(tx);
  await sql`
    update import_rows
    set data = '{}'::jsonb, reasons = case when verdict = 'refused' then '["erased"]'::jsonb else reasons end
    where user_id = ${user_id}
      or lower(data ->> 'email') = any(${emails}::text[])
      or data ->> 'phone' = any(${phones}::text[])
  `.execute(tx);
  // A message that was not handed over yet is not handed over any more; one that was leaves only its log.
  await sql`
    delete from pgboss.job
    where name in ('send-mail', 'send-sms', 'send-push')
      and (lower(data ->> 'to') = any(${[...emails, ...phones]}::text[]) or data ->> 'user_id' = ${user_id})
  `.execute(tx);
  await sql`delete from idempotency_keys where principal = ${user_id}`.execute(tx);
  // Answers about them to colleagues: who asks again under that key is told that it was done, without the person.
  const { rows } = await sql<{ word: string }>`
    select id::text as word
    from approvals
    where payload ->> 'user_id' = ${user_id}
    union all select name || ' ' || last_name
    from users
    where id = ${user_id}
  `.execute(tx);
  const patterns = [user_id, ...emails, ...phones, ...rows.map(({ word }) => word)].map(
    (word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`,
  );
  // What the provider told of their payments: booked long since; who paid nothing stands in none of it.
  await sql`
    update webhooks
    set body = '{}'::jsonb
    where processed_at is not null
      and body::text like any(${patterns}::text[])
      and exists (
        select 1
        from virtual_accounts
        where user_id = ${user_id}
        union all select 1
        from charges
        where user_id = ${user_id}
        union all select 1
        from payouts
        where user_id = ${user_id}
      )
  `.execute(tx);
  await sql`
    update idempotency_keys
    set response_body = '{"success": true, "message": "This was done; the person it was about has been erased."}'::jsonb
    where state = 'done' and response_body is not null and response_body::text like any(${patterns}::text[])
  `.execute(tx);
  await redactElsewhere(tx, known, user_id);
}
