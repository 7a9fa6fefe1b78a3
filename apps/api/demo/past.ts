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
import type { App } from "../src/house/app.ts";
import { catchUp } from "../src/modules/platform/business-day/index.ts";
import { analyseDocument, newestStatement } from "../src/modules/people/documents/index.ts";
import { decideLoan } from "../src/modules/lending/credit-decisions/index.ts";
import { askPayout, sendPayout } from "../src/modules/money/payouts/index.ts";
import { type SandboxPerson, fetchSandboxStatement } from "../src/outside/sandbox/people.ts";
import { payOnCardPage, setSandboxDay } from "../src/outside/sandbox/time.ts";
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
import { paperOf } from "./papers.ts";
import { emailOf } from "./people.ts";
import { putBackCards } from "./first-card.ts";
import { putBack } from "./put-back.ts";
import { getRow } from "../src/db/row.ts";

const PAUSE_MILLISECONDS = 40;
const MAX_QUESTIONS = 200;

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
    for (let asked = 0; asked < MAX_QUESTIONS; asked += 1) {
      const { status } = await getRow(app.db, "payouts", id, ["status"]);
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
  // The day that waits for it sees a failure; until then nobody does.
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
  const { id: plan_id } = await getRow(app.db, "loan_products", { code: plan }, ["id"]);
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
  const [risk, second, operations, customer] = [
    await door.as(emailOf("super_risk")),
    await door.as(emailOf("super_risk", 1)),
    await door.as(emailOf("super_operations")),
    await door.as(email),
  ];
  const { id: plan_id } = await getRow(app.db, "loan_products", { code: borrowing.plan }, ["id"]);
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
  const asked = await door.call(loans.find, risk, { params });
  if (asked.loan.abilities["approve_against_rules"] === "within_rules")
    await door.call(loans.approve, second, {
      params,
      body: { reason: "The salary covers the instalment three times." },
    });
  else
    await door.call(loans.approveAgainstRules, await door.as(emailOf("super_admin")), {
      params,
      body: { reason: "The employer confirmed the salary by phone, and the family pays its share." },
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

/** Sends the statements of those who soon ask for a loan and have sent none yet. */
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
  const agree = async (asked: { approval_id: string } | object): Promise<void> => {
    if ("approval_id" in asked)
      await door.call(approvals.approve, checker, { params: { id: asked.approval_id }, body: { version: 1 } });
  };
  const slip = (reference: string) =>
    paperOf(app, emailOf("super_finance"), { title: "Deposit slip", text: "Paid in at the branch.", reference });
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
    if (id && payment) {
      const body = {
        amount_kobo: payment.naira * 100,
        reference,
        note: "Paid in at the branch",
        slip_id: await slip(reference),
      };
      await agree(await door.call(repayments.payFraction, maker, { params: { id }, body }));
    }
    if (id && borrowing.settles === day) {
      const body = {
        scope: "loan" as const,
        reference,
        note: "Settled early by transfer",
        slip_id: await slip(reference),
      };
      await agree(await door.call(repayments.settle, maker, { params: { id }, body }));
    }
  }
  if (accepted.length === 0) return;
  const { approval_id } = await door.call(disbursements.disburseMany, maker, { body: { loan_ids: accepted } });
  if (!approval_id) throw new Error("The demo's loans could not be paid out.");
  await door.call(approvals.approve, checker, { params: { id: approval_id }, body: { version: 1 } });
  await payOut(app, accepted);
}

/** The day of the demo's past that is lived now. */
export interface DemoDay {
  date: string;
  /** From 1 to `days`; 0 while its people are made. */
  day: number;
  days: number;
  /** Whether one can sign in as one of its people. */
  has_logins: boolean;
}

/** Lives the past, from {@link PAST_DAYS} days before today up to today. @param onDay called before each day @param lastly done on the last of them */
export async function livePast(
  app: App,
  door: Door,
  sandbox: string,
  people: readonly SandboxPerson[],
  today: string,
  onDay: (day: DemoDay) => void,
  lastly: () => Promise<void>,
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
    onDay({ date: addDays(first, day), day: day + 1, days: PAST_DAYS, has_logins: true });
    await setSandboxDay(sandbox, addDays(first, day));
    await liveDay(app, door, { day, sandbox, statements, borrowerOf: (number) => borrowers.get(number) });
    if (day === PAST_DAYS - 1) await lastly();
    await catchUp(app, addDays(first, day + 1));
  }
  await setSandboxDay(sandbox, today);
  await putBack(app);
  await putBackCards(app);
}
