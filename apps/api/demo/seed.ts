/** The demo world: small, alive, and made through the application's own doors. Never in production. */
import { fullName } from "@manilla/contract/formats";
import { termsVersion } from "@manilla/contract/people/terms";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountTypesOf } from "@manilla/contract/accounts";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../src/house/app.ts";
import { clock, dayInLagos } from "../src/clock.ts";
import { openBankAccount } from "../src/modules/money/bank-statements/index.ts";
import { putInCapital } from "../src/modules/money/books/index.ts";
import { insertVersion } from "../src/modules/lending/loan-products/index.ts";
import { createPerson } from "../src/modules/people/people/index.ts";
import { claimEmployment } from "../src/modules/people/employment-claims/index.ts";
import { addDays } from "@manilla/credit";
import { PAST_DAYS, employeeNumbers } from "./borrowers.ts";
import { openDoor } from "./door.ts";
import { type DemoDay, livePast } from "./past.ts";
import { leaveWork } from "./present.ts";
import { leaveWallet } from "./wallets.ts";
import { setSandboxDay } from "../src/outside/sandbox/time.ts";
import { type SandboxPerson, fetchSandboxPeople } from "../src/outside/sandbox/people.ts";
import { hashPassword } from "../src/modules/platform/session/passwords.ts";
import { compareFloat } from "../src/modules/cards/issuer-float/index.ts";
import { readSettlements } from "../src/modules/cards/card-settlements/index.ts";
import { leaveCardPayments } from "./card-payments.ts";
import { ADVERTISER, leaveCards } from "./cards.ts";
import { explainFloat, FIRST_HOLDER, liveFirstCard } from "./first-card.ts";
import { leaveSecureCards } from "./secure-cards.ts";
import { leaveBatches } from "./batches.ts";
import { leaveBills } from "./bills.ts";
import { leaveDesk } from "./desk.ts";
import { leaveIncoming } from "./incoming.ts";
import { leaveRefunds } from "./refunds.ts";
import { leaveTransfers, senderOf } from "./transfers.ts";
import { leaveSpend } from "./company-spend.ts";
import { seedApplicants, seedCompany, seedDepartments, seedLeavers, seedTeam } from "./companies.ts";
import { seedCustomers } from "./customers.ts";
import { leaveDeductions } from "./deductions.ts";
import { fillEmployees } from "./employees.ts";
import { seedDecisions } from "./decisions.ts";
import { DEMO_PASSWORD, demoLogins } from "./people.ts";

/** For docs/demo-logins.json and for the lines that the start prints. */
export const listDemoLogins = () =>
  demoLogins.map(({ role, email }) => ({
    role,
    account_type: accountTypesOf([role])[0] ?? "customer",
    email,
    password: DEMO_PASSWORD,
  }));

const DEMO_PRODUCTS = [
  {
    code: "salary-loan",
    name: "Salary loan",
    kind: "personal",
    description: "For people with a salary. Instalments follow your salary day.",
    version: {
      annual_rate_percent: "48",
      method: "declining",
      minimum_principal_kobo: 2_000_000,
      maximum_principal_kobo: 200_000_000,
      minimum_instalments: 1,
      maximum_instalments: 12,
      follows_salary_day: true,
    },
    fees: [{ name: "Processing fee", when: "upfront", percent: "1.5", vat_percent: "7.5" }],
  },
  {
    code: "pay-later",
    name: "Pay later",
    kind: "pay",
    description: "A small sum for a short time, at a flat price.",
    version: {
      annual_rate_percent: "36",
      method: "flat",
      minimum_principal_kobo: 500_000,
      maximum_principal_kobo: 20_000_000,
      minimum_instalments: 1,
      maximum_instalments: 3,
      follows_salary_day: false,
    },
    fees: [],
  },
] as const;

/** Two products whose terms have held since the beginning of the year. */
async function seedProducts(app: App, valid_from: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    for (const { version, fees, ...product } of DEMO_PRODUCTS) {
      const id = uuidv7();
      await tx
        .insertInto("loan_products")
        .values({ id, ...product })
        .execute();
      await insertVersion(
        tx,
        id,
        {
          ...version,
          valid_from,
          interest: "per_period",
          day_count: "actual/365",
          rounding_multiple_kobo: 100,
          rounding_mode: "nearest",
          principal_grace: 0,
          fees: [...fees],
          penalty: { kind: "percentage", percent: "1", cap_percent_a_month: "1" },
          grace_days: 3,
          settlement_interest: "to_date",
          offer_valid_days: 7,
        },
        null,
      );
    }
  });
}

/** Some of the borrowers work for the demo's company. */
async function seedEmployees(app: App, people: readonly SandboxPerson[], company_id: string): Promise<void> {
  const emails = people.filter(({ number }) => employeeNumbers.includes(number)).map(({ email }) => email);
  await app.db.updateTable("users").set({ company_id }).where("email", "in", emails).execute();
  await sql`
    insert into user_roles (user_id, role)
    select id, 'company_staff'
    from users
    where email = any(${emails})
    on conflict do nothing
  `.execute(app.db);
  await sql`
    update profiles
    set employer = (select name from companies where id = ${company_id})
    where user_id in (select id from users where email = any(${emails}))
  `.execute(app.db);
}

/** Three customers who say that they work for the demo's company. */
async function seedEmploymentClaims(app: App, company_id: string): Promise<void> {
  const people = await app.db
    .selectFrom("users")
    .innerJoin("user_roles", "user_roles.user_id", "users.id")
    .select(["users.id", "users.name", "users.last_name"])
    .where("user_roles.role", "=", "staff")
    .where("users.company_id", "is", null)
    .where("users.email", "like", "%@mail.example")
    .orderBy("users.created_at", "desc")
    .limit(3)
    .execute();
  await app.db.transaction().execute(async (tx) => {
    for (const { id, name, last_name } of people)
      await claimEmployment(tx, { user_id: id, name: fullName({ name, last_name }), company_id });
  });
}

/** What the billers hold of our money when the demo begins: the books have it too. What is sold only once it is switched on, is here. */
async function seedFloats({ db, outside }: App, on: string): Promise<void> {
  await sql`update bill_terms set is_sold = true`.execute(db);
  for (const { name, is_there, balance } of Object.values(outside.billers))
    if (is_there)
      await putInCapital(db, {
        key: `demo-${name}`,
        amount_kobo: await balance(),
        on,
        actor: "demo",
        into: `biller_float_${name}`,
      });
}

const isEmpty = async ({ db }: App): Promise<boolean> => {
  const { rows } = await sql<{ is_empty: boolean }>`select not exists (select 1 from users) as is_empty`.execute(db);
  return rows[0]?.is_empty === true;
};

/** @returns where the demo's past begins, if it is still to be lived */
export const firstDay = async (app: App): Promise<DemoDay | undefined> =>
  (await isEmpty(app))
    ? { date: addDays(dayInLagos(clock.now()), -PAST_DAYS), day: 0, days: PAST_DAYS, has_logins: false }
    : undefined;

/**
 * Fills an empty database; does nothing when there are people already.
 * @param onDay called before each day of the past that is lived
 * @returns whether it was filled now
 */
export async function seedDemo(app: App, onDay: (day: DemoDay) => void = () => undefined): Promise<boolean> {
  if (!(await isEmpty(app))) return false;
  const today = dayInLagos(clock.now());
  // A first start that was interrupted is completed by the next one (scripts/start.ts).
  const unfinished = join(app.config.DATA_FOLDER, "demo-unfinished");
  writeFileSync(unfinished, "");
  // Without the sandbox's people nobody borrowed: then the world begins today.
  const people = app.config.SANDBOX_URL ? await fetchSandboxPeople(app.config.SANDBOX_URL) : [];
  const first = people.length > 0 ? addDays(today, -PAST_DAYS) : today;
  onDay({ date: first, day: 0, days: PAST_DAYS, has_logins: false });
  await app.db
    .insertInto("business_calendar")
    .values({ business_date: today })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await seedProducts(app, first);
  await putInCapital(app.db, { key: "demo", amount_kobo: 50_000_000_000n, on: first, actor: "demo" });
  await seedFloats(app, first);
  await openBankAccount(app.db, { account: "011/0000014579", closing_kobo: 50_000_000_000n, on: addDays(first, -1) });
  const company_id = await seedCompany(app);
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await app.db.transaction().execute(async (tx) => {
    for (const { role, isInCompany, ...person } of demoLogins) {
      await createPerson(tx, app, {
        ...person,
        password_hash,
        change_password_at: clock.now(),
        roles: [role],
        company_id: isInCompany ? company_id : null,
        staff_account_type: role.startsWith("company_") ? "business" : "personal",
        registration_source: "demo",
        terms_version: termsVersion,
        terms_accepted_at: clock.now(),
      });
    }
  });
  onDay({ date: first, day: 0, days: PAST_DAYS, has_logins: true });
  await seedDepartments(app, company_id);
  await fillEmployees(app);
  await seedApplicants(app, password_hash);
  await seedCustomers(app, password_hash);
  await seedDecisions(app);
  const { SANDBOX_URL } = app.config;
  // A sandbox that has lived on with another database does not go back: then the world begins today.
  if (
    SANDBOX_URL &&
    people.length > 0 &&
    (await setSandboxDay(SANDBOX_URL, first).then(
      () => true,
      () => false,
    ))
  ) {
    await sql`update business_calendar set business_date = ${first}::date`.execute(app.db);
    await seedEmployees(app, people, company_id);
    await seedLeavers(app, company_id);
    const door = await openDoor(app);
    const emailAt = (number: number) => people.find((person) => person.number === number)?.email ?? "";
    await livePast(app, door, SANDBOX_URL, people, today, onDay, () =>
      liveFirstCard(app, door, SANDBOX_URL, emailAt(FIRST_HOLDER)),
    );
    // What the worker does when it runs: the file of yesterday, and our account with the issuer.
    await readSettlements(app);
    await explainFloat(door);
    await compareFloat(app);
    await leaveWork(app, door, emailAt);
    await leaveWallet(app, door, SANDBOX_URL);
    await leaveSpend(app, door);
    await leaveDeductions(app, door, company_id);
    await leaveCards(app, door, emailAt);
    await leaveSecureCards(app, door, SANDBOX_URL, emailAt);
    await leaveCardPayments(app, door, SANDBOX_URL, emailAt(ADVERTISER));
    await leaveTransfers(app, door);
    await leaveBatches(app, door);
    const payer = await senderOf(app);
    if (payer) await leaveBills(app, door, payer.email);
    if (payer) await leaveIncoming(app, door, SANDBOX_URL, payer.email);
    await leaveDesk(app, door, emailAt);
    await leaveRefunds(app, door, SANDBOX_URL);
    await door.close();
  }
  await seedEmploymentClaims(app, company_id);
  await seedTeam(app, company_id);
  rmSync(unfinished);
  return true;
}
