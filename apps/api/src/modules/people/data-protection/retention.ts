/** What is kept how long: once a day what is over its time goes. */
import { sql } from "kysely";
import type { App } from "../../../house/app.ts";
import { clock, dayInLagos } from "../../../clock.ts";
import { forgetFile } from "../../../files/storage.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { blockersOf, erase } from "../people/profiles/index.ts";
import { findRow } from "../../../db/row.ts";

const PEOPLE_A_RUN = 500;
/** Long enough to correct a file and send it again. */
const IMPORT_DAYS = 90;

/** The rules in words, for the screen. */
export async function retentionRules(db: App["db"]) {
  return [
    {
      what: "Registrations that were never finished",
      days: await readSetting(db, "retention_unfinished_days"),
      because: "Unfinished applications lead to no loan; their data serve no purpose any more.",
    },
    {
      what: "The log of messages",
      days: await readSetting(db, "retention_message_days"),
      because: "Complaints about messages come within two years.",
    },
    {
      what: "Rows of imports that created nobody",
      days: IMPORT_DAYS,
      because: "A file is corrected and sent again within weeks; the verdicts stay.",
    },
    { what: "One-time codes", days: 7, because: "They are of no use after ten minutes." },
    {
      what: "Loans, receipts, postings and the audit trail",
      days: 2_190,
      because: "The Companies and Allied Matters Act wants books for six years; nothing removes them here.",
    },
  ];
}

/** Runs once a day. @returns what was removed, or null when it had run */
export async function runRetention(app: App): Promise<Record<string, number> | null> {
  const today = dayInLagos(clock.now());
  const before = await findRow(app.db, "retention_runs", { ran_on: today }, ["ran_on"]);
  if (before) return null;
  const [unfinished, messages] = [
    await readSetting(app.db, "retention_unfinished_days"),
    await readSetting(app.db, "retention_message_days"),
  ];
  const { rows } = await sql<{ id: string }>`
    select u.id
    from users u
    where u.is_customer
      and u.erased_at is null
      and u.status in ('incomplete-0', 'incomplete-1')
      and u.profile_status = 'pending'
      and not u.is_blacklisted
      and u.running_loans = 0
      and u.settled_loans = 0
      and u.created_at < ${clock.now()}::timestamptz - make_interval(days => ${unfinished})
      and not exists (
        select 1
        from sessions s
        where s.user_id = u.id and s.last_seen_at > ${clock.now()}::timestamptz - make_interval(days => ${unfinished})
      )
    order by u.created_at
    limit ${PEOPLE_A_RUN}
  `.execute(app.db);
  const removed = { people: 0, messages: 0 };
  for (const { id } of rows) {
    const files = await app.db.transaction().execute(async (tx) => {
      if ((await blockersOf(tx, id)).length > 0) return undefined;
      await recordAudit(tx, SYSTEM, "person_deleted", ["user", id], { reason: "The registration was never finished." });
      return erase(tx, app, id);
    });
    if (!files) continue;
    removed.people += 1;
    await Promise.all(files.map((name) => forgetFile(app, name)));
  }
  const gone = await sql`
      delete from communication_messages
      where created_at < ${clock.now()}::timestamptz - make_interval(days => ${messages})
    `.execute(app.db);
  await sql`
    delete from message_deliveries where started_at < ${clock.now()}::timestamptz - make_interval(days => ${messages})
  `.execute(app.db);
  await sql`
    update import_rows
    set data = '{}'::jsonb
    where data <> '{}'::jsonb
      and import_id in (
        select id from imports where finished_at < ${clock.now()}::timestamptz - make_interval(days => ${IMPORT_DAYS})
      )
  `.execute(app.db);
  removed.messages = Number(gone.numAffectedRows ?? 0n);
  await sql`
    insert into retention_runs (ran_on, removed)
    values (${today}::date, ${JSON.stringify(removed)}::jsonb)
    on conflict do nothing
  `.execute(app.db);
  return removed;
}
