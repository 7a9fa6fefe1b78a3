/** Each of the 21 activities (S151 to S171) happens somewhere: through the application's own calls, and in the feed that people read. */
import * as calls from "@manilla/contract/companies/company-activities";
import * as own from "@manilla/contract/companies/companies";
import * as departments from "@manilla/contract/companies/departments";
import * as team from "@manilla/contract/companies/team";
import * as loans from "@manilla/contract/lending/loans";
import * as repayments from "@manilla/contract/lending/repayments";
import * as onboarding from "@manilla/contract/people/onboarding";
import * as admissions from "@manilla/contract/companies/admissions";
import * as approvals from "@manilla/contract/platform/approvals";
import * as session from "@manilla/contract/platform/session";
import { activityTypes } from "@manilla/contract/platform/activities";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { makeProduct } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { receive } from "../../money/receipts/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { hashPassword } from "../../platform/session/passwords.ts";

const world = await useLendingWorld();
const { api } = world;

it("every one of the 21 activities is emitted by something that people do", async () => {
  await makeProduct(api, {});
  const company_id = await api.company({ name: "Lagoon Foods" });
  const boss = await api.person("company_super_admin", { company_id });
  const staff = await api.person("company_staff", { company_id });
  const [desk, admin] = [await api.person("super_business"), await api.person("super_admin")];
  const done = async (answer: Promise<{ status: number; body: { message?: string | undefined } }>) =>
    expect(await answer).toMatchObject({ status: 200 });
  const byBoss = { token: boss.token };
  const of = { params: { id: staff.user_id } };

  await done(
    api.call(own.updateOwn, {
      ...byBoss,
      body: {
        name: "Lagoon Foods",
        industry: "Food",
        address: "Broad Street 1",
        phone: "08031234567",
        email: "hello@lagoon.example",
      },
    }),
  );
  const made = await api.call(departments.create, { ...byBoss, body: { name: "Kitchen" } });
  const { id } = (made.body.data as { department: { id: string } }).department;
  await done(api.call(departments.close, { ...byBoss, params: { id } }));
  await done(api.call(team.update, { ...byBoss, ...of, body: { position: "Cook", version: 1 } }));
  await done(api.call(team.deactivate, { ...byBoss, ...of, body: { reason: "On leave" } }));
  await done(api.call(team.activate, { ...byBoss, ...of }));
  await done(api.call(team.leave, { ...byBoss, ...of, body: { reason: "Moves on" } }));
  await sql`update users set password_hash = ${await hashPassword("Copper-River-27")} where id = ${boss.user_id}`.execute(
    api.app.db,
  );
  const password = {
    current_password: "Copper-River-27",
    password: "Copper-Lake-28",
    password_confirmation: "Copper-Lake-28",
  };
  await done(api.call(session.updatePassword, { ...byBoss, body: password }));

  // Loans of employees: one request is pre-approved, one pre-declined, one declined and one paid out and repaid.
  const ask = async () => {
    const employee = await world.customer();
    await sql`update users set company_id = ${company_id}, bvn_verified_at = now() where id = ${employee.user_id}`.execute(
      api.app.db,
    );
    const plans = (await api.call(loans.accessiblePlans, { token: employee.token })).body.data as {
      plans: { id: string }[];
    };
    const body = { plan_id: plans.plans[0]!.id, principal_kobo: 5_000_000, instalments: 3 };
    const answer = await api.call(loans.request, { token: employee.token, body });
    return (answer.body.data as { loan: { id: string } }).loan.id;
  };
  await done(api.call(loans.preApprove, { ...byBoss, params: { id: await ask() } }));
  await done(api.call(loans.preDecline, { ...byBoss, params: { id: await ask() }, body: { reason: "On notice" } }));
  await done(
    api.call(loans.decline, { token: admin.token, params: { id: await ask() }, body: { reason: "Too little" } }),
  );
  const agreed = { params: { id: await ask() }, body: {} };
  const [risk, operations] = [await api.person("super_risk"), await api.person("super_operations")];
  await done(api.call(loans.officersVerify, { token: risk.token, ...agreed }));
  await done(api.call(loans.operationsVerify, { token: operations.token, ...agreed }));
  await done(api.call(loans.approve, { token: admin.token, ...agreed }));
  const loan = await world.loan({ customer: await world.customer() });
  await sql`update users set company_id = ${company_id} where id = ${loan.customer.user_id}`.execute(api.app.db);
  await sql`update loans set company_id = ${company_id} where id = ${loan.id}`.execute(api.app.db);
  await world.payOut(loan.id);
  await world.addCard(loan.customer);
  await done(
    api.call(repayments.instantTransfer, {
      token: loan.customer.token,
      body: { loan_id: loan.id, amount_kobo: 200_000 },
    }),
  );

  await api.app.db
    .transaction()
    .execute(async (tx) =>
      receive(tx, api.app, {
        user_id: loan.customer.user_id,
        purpose: "loan_repayment",
        subject_id: loan.id,
        amount_kobo: 100_000n,
        channel: "bank_transfer",
        source: "bank_operating",
        reference: "TRANSFER-1",
        on: await businessDate(tx),
        actor: SYSTEM,
      }),
    );

  const seen = new Set<string>();
  const look = async () => {
    const { body } = await api.call(calls.listAll, { ...byBoss, params: { company_id } });
    for (const { type } of (body.data as { activities: { type: string }[] }).activities) seen.add(type);
  };
  await look();
  // The company's end comes last.
  const asked = await api.call(admissions.suspend, {
    token: desk.token,
    params: { id: company_id },
    body: { reason: "In breach" },
  });
  const { approval_id } = asked.body.data as { approval_id: string };
  await done(api.call(approvals.approve, { token: admin.token, params: { id: approval_id }, body: { version: 1 } }));
  const again = await sql<{ type: string }>`
    select type from company_activities(${company_id}, true, 'infinity', '', 100)
  `.execute(api.app.db);
  for (const { type } of again.rows) seen.add(type);
  // A statement is the person's own affair: it is in their feed, and not in the company's.
  const paper = new FormData();
  paper.set(
    "document",
    new Blob(["Date,Narration,Credit,Debit,Balance\n01/01/2026,SALARY,250000,,250000\n"], { type: "text/csv" }),
    "statement.csv",
  );
  const customer = await world.customer();
  await done(api.call(onboarding.uploadBankStatement, { token: customer.token, body: paper }));
  const { rows } = await sql<{ type: string }>`select distinct type from activities`.execute(api.app.db);
  for (const { type } of rows) seen.add(type);
  expect(activityTypes.filter((type) => !seen.has(type))).toEqual([]);
});
