/**
 * The demo's last four months, lived day by day through the application's own calls and the sandbox's own bank: people ask, colleagues decide in twos, money leaves and comes back, days are closed.
 * So every figure that the first visitor sees comes from the books, and the bank's statements agree with them.
 */
import * as approvals from "@manilla/contract/platform/approvals";
import * as documents from "@manilla/contract/people/documents";
import * as disbursements from "@manilla/contract/lending/disbursements";
import * as onboarding from "@manilla/contract/people/onboarding";
import * as loans from "@manilla/contract/lending/loans";
import * as cards from "@manilla/contract/money/charges";
import * as repayments from "@manilla/contract/lending/repayments";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { App } from "../app.ts";
import { catchUp } from "../modules/platform/business-day/index.ts";
import { analyseDocument, newestStatement } from "../modules/people/documents/index.ts";
import { decideLoan } from "../modules/lending/credit-decisions/index.ts";
import { askPayout, sendPayout } from "../modules/money/payouts/index.ts";
import { type SandboxPerson, fetchSandboxStatement } from "../outside/sandbox/people.ts";
import { payOnCardPage, setSandboxDay } from "../outside/sandbox/time.ts";
import {
  type Borrowing,
  PAST_DAYS,
  type Refusal,
  STATEMENT_DAYS_BEFORE,
  borrowerNumbers,
  borrowings,
  refusals,
} from "./borrowers.ts";
import { DEMO_CUSTOMER } from "./customers.ts";
import { askBureau } from "./decisions.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";

const PAUSE_MILLISECONDS = 40;
const MOST_QUESTIONS = 200;

interface Borrower {
  user_id: string;
  bvn: string;
  email: string;
}

/** The worker does not run yet: payouts are sent, and asked about until the bank has booked them. */
async function payOut(app: App, loan_ids: string[]): Promise<void> {
  const payouts = await app.db.selectFrom("payouts").select("id").where("subject_id", "in", loan_ids).execute();
  for (const { id } of payouts) {
    await sendPayout(app, id);
    for (let asked = 0; asked < MOST_QUESTIONS; asked += 1) {
      const { status } = await app.db
        .selectFrom("payouts")
        .select("status")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      if (status === "success" || status === "failed") break;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
      await askPayout(app, id);
    }
  }
}

/**
 * Their bank's statement of those days, sent, accepted and read.
 * @returns when it is sent; `read` settles later, in its thread, while the days go on
 */
async function sendStatement(
  app: App,
  door: Door,
  sandbox: string,
  { email, user_id, bvn }: Borrower,
): Promise<{ read: Promise<void> }> {
  const [customer, operations] = [await door.as(email), await door.as(emailOf("super_operations"))];
  await door.call(onboarding.uploadBankStatement, customer, {
    file: { name: "statement.csv", media_type: "text/csv", bytes: await fetchSandboxStatement(sandbox, bvn, "csv") },
  });
  const document = await newestStatement(app.db, user_id);
  if (!document) throw new Error("The statement was not kept.");
  await door.call(documents.accept, operations, { params: { id: user_id, docId: document.id } });
  const read = analyseDocument(app, document.id);
  // Who waits for it hears of a failure; until then nobody does.
  read.catch(() => undefined);
  return { read };
}

/** A request that the rules and the underwriter refuse. */
async function askInVain(
  app: App,
  door: Door,
  email: string,
  { plan, naira, instalments, purpose, reason }: Refusal,
): Promise<void> {
  const { id: plan_id } = await app.db
    .selectFrom("loan_products")
    .select("id")
    .where("code", "=", plan)
    .executeTakeFirstOrThrow();
  const { loan } = await door.call(loans.request, await door.as(email), {
    body: { plan_id, principal_kobo: naira * 100, instalments, purpose },
  });
  await decideLoan(app, loan.id);
  await door.call(loans.decline, await door.as(emailOf("super_risk")), { params: { id: loan.id }, body: { reason } });
}

/** A request with both marks, an offer, and its acceptance. @returns the loan's id */
export async function borrow(
  app: App,
  door: Door,
  email: string,
  borrowing: Pick<Borrowing, "plan" | "naira" | "instalments" | "purpose">,
): Promise<string> {
  const [risk, operations, customer] = [
    await door.as(emailOf("super_risk")),
    await door.as(emailOf("super_operations")),
    await door.as(email),
  ];
  const { id: plan_id } = await app.db
    .selectFrom("loan_products")
    .select("id")
    .where("code", "=", borrowing.plan)
    .executeTakeFirstOrThrow();
  const { loan } = await door.call(loans.request, customer, {
    body: {
      plan_id,
      principal_kobo: borrowing.naira * 100,
      instalments: borrowing.instalments,
      purpose: borrowing.purpose,
    },
  });
  const params = { id: loan.id };
  await decideLoan(app, loan.id);
  await door.call(loans.officersVerify, risk, { params });
  await door.call(loans.operationsVerify, operations, { params });
  const said = await app.db
    .selectFrom("credit_decisions")
    .select("final_outcome")
    .where("loan_id", "=", loan.id)
    .executeTakeFirst();
  await door.call(loans.approve, risk, {
    params,
    body: {
      reason:
        said?.final_outcome === "approved"
          ? "The salary covers the instalment three times."
          : "The rules ask for a person: the employer confirmed the salary by phone, and the family pays its share.",
    },
  });
  await door.call(loans.acceptOffer, customer, { params });
  return loan.id;
}

/** A card by which the instalments are debited. One that a person has stays. */
async function addCard(app: App, door: Door, { email, user_id }: Borrower, card: string): Promise<void> {
  if (await app.db.selectFrom("repayment_cards").select("id").where("user_id", "=", user_id).executeTakeFirst()) return;
  const customer = await door.as(email);
  const { charge_id, authorization_url } = await door.call(cards.setUp, customer);
  await payOnCardPage(authorization_url, card);
  await door.call(cards.confirmSetUp, customer, { params: { id: charge_id } });
}

/** The instalment that is open first. */
const openRow = async (app: App, user_id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select r.id
    from repayments r
    join loans l on l.id = r.loan_id
    where l.user_id = ${user_id} and r.status in ('due', 'part_paid', 'overdue', 'scheduled')
    order by r.due_on, r.number
    limit 1
  `.execute(app.db);
  return rows[0]?.id;
};

interface Day {
  day: number;
  sandbox: string;
  borrowerOf: (number: number) => Borrower | undefined;
  /** Statements that were sent, by the number of the person. */
  statements: Map<number, { read: Promise<void> }>;
}

/** Whoever asks for money soon, and has sent no statement yet, sends one. Then whatever is asked today can rest on it. */
async function sendStatements(app: App, door: Door, { day, sandbox, borrowerOf, statements }: Day): Promise<void> {
  const asking = [...borrowings, ...refusals];
  for (const { number } of asking.filter(
    (each) => each.day === day + STATEMENT_DAYS_BEFORE || (day === 0 && each.day < STATEMENT_DAYS_BEFORE),
  )) {
    const person = borrowerOf(number);
    if (person && !statements.has(number) && !(await newestStatement(app.db, person.user_id)))
      statements.set(number, await sendStatement(app, door, sandbox, person));
  }
  for (const { number } of asking.filter((each) => each.day === day)) await statements.get(number)?.read;
}

async function liveDay(app: App, door: Door, today: Day): Promise<void> {
  const { day, borrowerOf } = today;
  await sendStatements(app, door, today);
  for (const refusal of refusals) {
    const person = refusal.day === day && borrowerOf(refusal.number);
    if (person) await askInVain(app, door, person.email, refusal);
  }
  const [maker, checker] = [await door.as(emailOf("super_finance")), await door.as(emailOf("super_finance", 1))];
  const accepted: string[] = [];
  for (const borrowing of borrowings) {
    const person = borrowerOf(borrowing.number);
    if (!person) continue;
    if (borrowing.day === day) {
      accepted.push(await borrow(app, door, person.email, borrowing));
      if (borrowing.card) await addCard(app, door, person, borrowing.card);
    }
    const [id, payment] = [await openRow(app, person.user_id), borrowing.pays?.find((pays) => pays.day === day)];
    const reference = `SLIP-${borrowing.number}-${day}`;
    if (id && payment)
      await door.call(repayments.payFraction, maker, {
        params: { id },
        body: { amount_kobo: payment.naira * 100, reference, note: "Paid in at the branch" },
      });
    if (id && borrowing.settles === day)
      await door.call(repayments.settle, maker, {
        params: { id },
        body: { scope: "loan", reference, note: "Settled early by transfer" },
      });
  }
  if (accepted.length === 0) return;
  const { approval_id } = await door.call(disbursements.disburseMany, maker, { body: { loan_ids: accepted } });
  if (!approval_id) throw new Error("The demo's loans could not be paid out.");
  await door.call(approvals.approve, checker, { params: { id: approval_id }, body: { version: 1 } });
  await payOut(app, accepted);
}

/** What happened on a business date happened on that day: the moments are put back to it, as far as nothing is append-only. */
async function putBack(app: App): Promise<void> {
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
    update business_days
    set opened_at = ${at("business_date", 0)}, closed_at = ${at("business_date + 1", 0)}
    where closed_at is not null
  `.execute(app.db);
  await sql`update notifications set read_at = now() where read_at is null`.execute(app.db);
  // The messages of those days were read long ago, and what else they left to the worker is done: nobody's inbox fills up when it starts.
  await sql`
    delete from pgboss.job
    where name in (
      'send-mail', 'send-sms', 'send-push', 'query-payout', 'query-charge', 'send-payout', 'decide-loan',
      'analyse-statement'
    )
      and state = 'created'
  `.execute(app.db);
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
}

/** Lives the past. The calendar must stand at its beginning, {@link PAST_DAYS} days before today, and stands at today when this returns. */
export async function livePast(
  app: App,
  door: Door,
  sandbox: string,
  people: readonly SandboxPerson[],
  today: string,
): Promise<void> {
  const known = new Map(
    (await app.db.selectFrom("users").select(["id", "email"]).execute()).map(({ id, email }) => [email, id]),
  );
  const borrowers = new Map(
    people.flatMap(({ number, email, bvn }) =>
      known.has(email) ? [[number, { email, bvn, user_id: known.get(email) ?? "" }] as const] : [],
    ),
  );
  const bvn = people.find(({ number }) => number === DEMO_CUSTOMER.number)?.bvn ?? "";
  borrowers.set(DEMO_CUSTOMER.number, {
    email: DEMO_CUSTOMER.email,
    bvn,
    user_id: known.get(DEMO_CUSTOMER.email) ?? "",
  });
  for (const number of borrowerNumbers) await askBureau(app, borrowers.get(number)?.user_id ?? "");
  const first = addDays(today, -PAST_DAYS);
  const statements: Day["statements"] = new Map();
  for (let day = 0; day < PAST_DAYS; day += 1) {
    await setSandboxDay(sandbox, addDays(first, day));
    await liveDay(app, door, { day, sandbox, statements, borrowerOf: (number) => borrowers.get(number) });
    await catchUp(app, addDays(first, day + 1));
  }
  await setSandboxDay(sandbox, today);
  await putBack(app);
}
