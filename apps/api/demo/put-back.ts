/** Moments of the demo's past, put back to the days on which they happened. */
import { sql } from "kysely";
import type { App } from "../src/house/app.ts";
import { STATEMENT_DAYS_BEFORE } from "./borrowers.ts";

/** What happened on a business date happened on that day: the moments are put back to it, as far as nothing is append-only. */
export async function putBack(app: App): Promise<void> {
  const at = (date: string, hour: number) =>
    sql.raw(
      `(${date} + time '${String(hour).padStart(2, "0")}:12') at time zone 'Africa/Lagos' + (random() * interval '50 minutes')`,
    );
  await sql`
    update transitions
    set happened_at = ${at("business_date", 10)}
    where business_date < (select business_date from business_calendar)
  `.execute(app.db);
  await sql`
    update receipts
    set received_at = ${at("received_on", 12)}
    where received_on < (select business_date from business_calendar)
  `.execute(app.db);
  await sql`
    update charges
    set created_at = ${at("business_date", 7)}, settled_at = ${at("business_date", 8)}
    where business_date < (select business_date from business_calendar)
  `.execute(app.db);
  await sql`
    update loans l
    set created_at = t.first - interval '5 hours'
    from (select subject_id, min(happened_at) as first from transitions where noun = 'loan' group by 1) t
    where t.subject_id = l.id and l.status = 'declined'
  `.execute(app.db);
  await sql`update loans set created_at = ${at("disbursed_on", 8)} where disbursed_on is not null`.execute(app.db);
  await putBackFirstDays(app);
  await sql`
    update users u
    set created_at = l.first - interval '9 days'
    from (select user_id, min(created_at) as first from loans group by 1) l
    where l.user_id = u.id and u.created_at > l.first
  `.execute(app.db);
  await sql`
    update credit_decisions d
    set decided_at = l.created_at + interval '1 minute'
    from loans l
    where l.id = d.loan_id and (l.disbursed_on is not null or l.status = 'declined')
  `.execute(app.db);
  const sent = sql`l.first - ${STATEMENT_DAYS_BEFORE} * interval '1 day'`;
  const firstLoans = sql`(select user_id, min(created_at) as first from loans group by 1)`;
  await sql`
    update documents d
    set created_at = ${sent},
      confirmed_at = case when d.confirmed_at is not null then ${sent} + interval '3 hours' end
    from ${firstLoans} l
    where l.user_id = d.user_id and d.type = 'bank_statement' and d.created_at > l.first
  `.execute(app.db);
  await sql`
    update statement_analyses a
    set analysed_at = d.created_at + interval '1 minute'
    from documents d
    where d.id = a.document_id and a.analysed_at > d.created_at + interval '1 day'
  `.execute(app.db);
  await putBackOnboarding(app);
  await sql`
    update document_events e
    set happened_at = d.created_at + case when e.event = 'received' then interval '0' else interval '3 hours' end
    from documents d
    where d.id = e.document_id and e.happened_at > d.created_at + interval '1 day'
  `.execute(app.db);
  await sql`
    update approvals a
    set created_at = p.created_at, decided_at = p.created_at + interval '40 minutes'
    from payouts p
    where p.approval_id = a.id and a.status = 'approved'
  `.execute(app.db);
  await putBackPeople(app);
  await sql`
    update money_events e
    set happened_at = coalesce(r.received_at, p.created_at, ${at("m.business_date", 12)})
    from money_events m
    left join receipts r on r.id = m.id
    left join payouts p on p.id = m.id
    where m.id = e.id and m.business_date < (select business_date from business_calendar)
  `.execute(app.db);
  await sql`
    update business_days
    set opened_at = ${at("business_date", 0)}, closed_at = ${at("business_date + 1", 0)}
    where closed_at is not null
  `.execute(app.db);
  await sql`update notifications set read_at = now() where read_at is null`.execute(app.db);
  // Messages of the past were read long ago, and its jobs are done: no inbox fills up when the worker starts.
  await sql`
    delete from pgboss.job
    where name in (
      'send-mail', 'send-sms', 'send-push', 'query-payout', 'query-charge', 'send-payout', 'decide-loan',
      'analyse-statement'
    )
      and state = 'created'
  `.execute(app.db);
}

/** A moment so long after somebody's registration, but well before now where they registered lately. */
const afterRegistration = (minutes: number) =>
  sql.raw(`(u.created_at + ${minutes} * least(interval '1 minute', (now() - u.created_at) / 2000))`);

/** Identity, papers, account and card are as old as the onboarding of their person: all of it comes before the first decision, seven hours after it. */
async function putBackOnboarding({ db }: App): Promise<void> {
  await sql`
    update consents c
    set given_at = least(c.given_at, ${afterRegistration(20)})
    from users u
    where u.id = c.user_id and c.kind = 'bvn'
  `.execute(db);
  await sql`
    update identity_verifications v
    set created_at = least(v.created_at, ${afterRegistration(21)}), decided_at = least(v.decided_at, ${afterRegistration(24)})
    from users u
    where u.id = v.user_id and v.status = 'verified'
  `.execute(db);
  await sql`
    update users u
    set bvn_verified_at = v.decided_at
    from identity_verifications v
    where v.user_id = u.id and v.kind = 'bvn' and v.status = 'verified'
  `.execute(db);
  await sql`
    update documents d
    set created_at = least(d.created_at, ${afterRegistration(90)})
    from users u
    where u.id = d.user_id and d.type in ('govt_id', 'work_id')
  `.execute(db);
  await sql`
    update bureau_reports b
    set fetched_at = least(b.fetched_at, d.first - interval '1 minute')
    from (select user_id, min(decided_at) as first from credit_decisions group by 1) d
    where d.user_id = b.user_id
  `.execute(db);
  await sql`
    update repayment_cards c
    set created_at = least(c.created_at, f.first)
    from (select user_id, min(created_at) as first from charges where status = 'success' group by 1) f
    where f.user_id = c.user_id
  `.execute(db);
}

/** Minutes after the request at which a loan of those days came so far: step behind step, as its page tells them. */
const LOAN_MINUTES = { requested: 0, approved: 38, offered: 38, accepted: 55, disbursing: 70, running: 113 };
const PAYOUT_MINUTES = { awaiting_approval: 70, approved: 110, sent: 111, success: 113 };
const minutesOf = (minutes: Record<string, number>) =>
  sql`case t.to_state ${sql.join(
    Object.entries(minutes).map(([state, value]) => sql.raw(`when '${state}' then ${value}`)),
    sql` `,
  )} end * interval '1 minute'`;

/** The first day of each loan, and the people's own beginnings before it. */
async function putBackFirstDays(app: App): Promise<void> {
  const isFirst = sql`
    (t.from_state is null or t.from_state in ('requested', 'approved', 'offered', 'accepted', 'disbursing'))
  `;
  await sql`
    update loans
    set officer_verified_at = created_at + interval '14 minutes',
      operations_verified_at = created_at + interval '26 minutes', approved_at = created_at + interval '38 minutes',
      offered_at = created_at + interval '38 minutes', accepted_at = created_at + interval '55 minutes'
    where disbursed_on is not null
  `.execute(app.db);
  await sql`
    update transitions t
    set happened_at = l.created_at + ${minutesOf(LOAN_MINUTES)}
    from loans l
    where t.noun = 'loan'
      and t.subject_id = l.id
      and l.disbursed_on is not null
      and ${isFirst}
      and t.to_state = any(${Object.keys(LOAN_MINUTES)}::text[])
  `.execute(app.db);
  await sql`
    update transitions t
    set happened_at = l.created_at
    from loans l
    where t.noun = 'loan' and t.subject_id = l.id and l.status = 'declined' and t.to_state = 'requested'
  `.execute(app.db);
  await sql`
    update payouts p
    set created_at = l.created_at + interval '70 minutes', sent_at = l.created_at + interval '111 minutes',
      asked_at = l.created_at + interval '112 minutes', settled_at = l.created_at + interval '113 minutes'
    from loans l
    where l.id = p.subject_id and p.status = 'success'
  `.execute(app.db);
  await sql`
    update transitions t
    set happened_at = l.created_at + ${minutesOf(PAYOUT_MINUTES)}
    from payouts p
    join loans l on l.id = p.subject_id
    where t.noun = 'payout'
      and t.subject_id = p.id
      and p.status = 'success'
      and t.to_state = any(${Object.keys(PAYOUT_MINUTES)}::text[])
  `.execute(app.db);
}

/** What people did and what was decided of them lies between their registration and now, in its order. */
async function putBackPeople(app: App): Promise<void> {
  await sql`
    update transitions t
    set happened_at = least(
      t.happened_at, u.created_at + n.place * least(interval '7 hours', (now() - u.created_at) / 12)
    )
    from (
      select id, row_number() over (partition by subject_id order by happened_at, id) as place
      from transitions
      where noun in ('case', 'profile')
    ) n, users u
    where n.id = t.id and u.id = t.subject_id
  `.execute(app.db);
  await sql`
    update activities a
    set happened_at = least(
      a.happened_at, u.created_at + n.place * least(interval '7 hours', (now() - u.created_at) / 12)
    )
    from (
      select activity_id, user_id, row_number() over (partition by user_id order by activity_id) as place
      from activity_users
      where position = 'target'
    ) n, users u
    where n.activity_id = a.id and u.id = n.user_id and a.type <> 'bank_statement_uploaded'
  `.execute(app.db);
  await sql`
    update users
    set work_email_verified_at = least(
      work_email_verified_at, created_at + least(interval '5 hours', (now() - created_at) / 14)
    )
    where work_email_verified_at is not null
  `.execute(app.db);
  // Who decides leaves a note: one for each decision.
  await sql`
    update comments c
    set created_at = least(c.created_at, t.happened_at)
    from (select id, user_id, row_number() over (partition by user_id order by created_at, id) as place from comments) n
    join (
      select subject_id, happened_at, row_number() over (partition by subject_id order by happened_at, id) as place
      from transitions
      where noun = 'profile'
    ) t on t.subject_id = n.user_id and t.place = n.place
    where c.id = n.id
  `.execute(app.db);
  // An account was last looked at when its person was decided about; else when it was given.
  await sql`
    update profiles p
    set updated_at = least(p.updated_at, coalesce(t.last, ${afterRegistration(120)})),
      instant_approval_at = case when p.instant_approval_at is not null then least(p.instant_approval_at, t.last) end
    from users u
    left join (
      select subject_id, max(happened_at) as last from transitions where noun = 'profile' group by 1
    ) t on t.subject_id = u.id
    where u.id = p.user_id
  `.execute(app.db);
}
