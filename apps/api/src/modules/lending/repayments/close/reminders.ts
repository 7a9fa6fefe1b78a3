/** Reminders of the day that begins: due in three days, due today, overdue (the arrears step has just determined the loans). Once per repayment, kind and date. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../../clock.ts";
import type { App, Progress, Step } from "../../../../house/app.ts";
import type { Tx } from "../../../../db/database.ts";
import { creditsOf } from "../../../money/books/index.ts";
import { BEGINNING } from "../../../platform/business-day/index.ts";
import { readContacts } from "../../../platform/configuration/index.ts";
import { reminder } from "../messages.ts";

const ROWS_A_BATCH = 500;
const DAYS_BEFORE = 3;
/** Days past due between reminders. */
const DAYS_AFTER = [1, 3, 7, 14, 30, 60, 90];

interface Reminder {
  id: string;
  user_id: string;
  kind: "due_soon" | "due_today" | "overdue";
  loan_reference: string;
  due_on: string;
  amount_kobo: bigint;
  name: string;
  email: string;
  phone: string | null;
  /** The close debits it by itself. */
  has_card: boolean;
  is_to_be_told: boolean;
}

/** A page of what falls on the days of reminders, found in the index before anything is joined to it; `is_to_be_told` says for whom it still matters. */
async function readBatch(tx: Tx, opening: string, cursor: string | null): Promise<Reminder[]> {
  const { rows } = await sql<Reminder>`
    with page as materialized (
      select *,
        principal_kobo + interest_kobo + fees_kobo + penalty_kobo - paid_principal_kobo - paid_interest_kobo
          - paid_fees_kobo - paid_penalty_kobo as total_unpaid
      from repayments
      where status in ('scheduled', 'due', 'part_paid', 'overdue')
        and id > ${cursor ?? BEGINNING}
        and due_on = any(
          array(
            select ${opening}::date + d from unnest(${[DAYS_BEFORE, 0, ...DAYS_AFTER.map((days) => -days)]}::int[]) d
          )
        )
      order by id
      limit ${ROWS_A_BATCH}
    )
    select r.id, r.user_id,
      case
        when r.due_on > ${opening}::date then 'due_soon'
        when r.due_on = ${opening}::date then 'due_today'
        else 'overdue'
      end as kind, l.reference as loan_reference, r.due_on,
      r.total_unpaid as amount_kobo, u.name, u.email, u.phone,
      l.status in ('running', 'past_due')
        and u.erased_at is null
        and r.total_unpaid > 0
        and (r.due_on >= ${opening}::date or l.days_past_due > 0) as is_to_be_told,
      l.status <> 'stop_requested' and coalesce(l.no_debit_until < ${opening}::date, true)
        and l.kept_back_confirmed_kobo < r.total_unpaid and exists (
        select 1 from repayment_cards c where c.user_id = r.user_id and c.is_default and c.removed_at is null
      ) as has_card
    from page r
    join loans l on l.id = r.loan_id
    join users u on u.id = r.user_id
    order by r.id
  `.execute(tx);
  return rows;
}

/** Keeps only those that were not reminded yet: the table's key decides. */
async function claim(tx: Tx, rows: Reminder[], opening: string): Promise<Reminder[]> {
  if (rows.length === 0) return [];
  const { rows: fresh } = await sql<{ repayment_id: string }>`
    insert into repayment_reminders (repayment_id, kind, business_date)
    select id, kind, ${opening}::date
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ kind }) => kind)}::text[]) as n (id, kind)
    on conflict do nothing
    returning repayment_id
  `.execute(tx);
  const ids = new Set(fresh.map(({ repayment_id }) => repayment_id));
  return rows.filter(({ id }) => ids.has(id));
}

async function tell(app: App, tx: Tx, rows: Reminder[], opening: string): Promise<void> {
  if (rows.length === 0) return;
  const { phone } = await readContacts(tx);
  const credits = await creditsOf(tx, [...new Set(rows.map(({ user_id }) => user_id))]);
  const reminded = rows.map((row) => ({
    ...row,
    note: reminder({ ...row, credit_kobo: credits.get(row.user_id) ?? 0n }, phone),
  }));
  const notes = reminded.map(({ id, user_id, note: { also: _, ...shown } }) => ({
    id: uuidv7(),
    user_id,
    ...shown,
    link: `${shown.link}#${id}`,
  }));
  // An instalment has one unread notice: the newest says what those before it said.
  await sql`
    update notifications n
    set read_at = ${clock.now()}
    from unnest(${notes.map(({ user_id }) => user_id)}::uuid[], ${notes.map(({ link }) => link)}::text[]) as m (user_id, link)
    where n.user_id = m.user_id and n.link = m.link and n.read_at is null
  `.execute(tx);
  await tx.insertInto("notifications").values(notes).execute();
  const payloads = notes.map(({ user_id, ...data }) => JSON.stringify({ user_id, event: "notification", data }));
  await sql`select pg_notify('live', payload) from unnest(${payloads}::text[]) payload`.execute(tx);
  const reference = (row: Reminder) => `reminder:${row.id}:${row.kind}:${opening}`;
  await app.queue.sendMany(
    tx,
    "send-mail",
    reminded.map(({ note: { title, body }, ...row }) => ({
      to: row.email,
      subject: title,
      text: `Dear ${row.name},\n\n${body}`,
      reference: reference(row),
    })),
  );
  await app.queue.sendMany(
    tx,
    "send-sms",
    reminded.flatMap(({ note, ...row }) =>
      row.phone ? [{ to: row.phone, text: note.body, reference: reference(row) }] : [],
    ),
  );
}

export const reminders: Step = {
  name: "reminders",
  at: 80,
  async batch(app, tx, { opening }, cursor): Promise<Progress> {
    const rows = await readBatch(tx, opening, cursor);
    const fresh = await claim(
      tx,
      rows.filter(({ is_to_be_told }) => is_to_be_told),
      opening,
    );
    await tell(app, tx, fresh, opening);
    return {
      cursor: rows.length < ROWS_A_BATCH ? null : (rows.at(-1)?.id ?? null),
      counts: { reminded: fresh.length },
    };
  },
};
