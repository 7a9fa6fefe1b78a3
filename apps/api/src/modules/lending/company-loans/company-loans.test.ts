import * as activities from "@manilla/contract/companies/company-activities";
import * as calls from "@manilla/contract/lending/company-loans";
import * as repayments from "@manilla/contract/lending/repayments";
import * as loans from "@manilla/contract/lending/loans";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { makeProduct } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld();
const { api } = world;
await makeProduct(api, {});
const company = async (name: string): Promise<string> => {
  const id = uuidv7();
  const row = { id, name, status: "approved", profile_completed_at: new Date(), unique_plan: "Growth" };
  await api.app.db.insertInto("companies").values(row).execute();
  return id;
};
const [lagoon, harmattan] = [await company("Lagoon Foods"), await company("Harmattan Logistics")];
const hr = await api.person("company_hr", { company_id: lagoon, name: "Halima" });
const finance = await api.person("super_finance");

async function asked(company_id = lagoon) {
  const employee = await world.customer();
  await sql`
    update users set company_id = ${company_id}, bvn_verified_at = now() where id = ${employee.user_id}
  `.execute(api.app.db);
  const { body } = await api.call(loans.accessiblePlans, { token: employee.token });
  const plan_id = (body.data as { plans: { id: string }[] }).plans[0]!.id;
  const answer = await api.call(loans.request, {
    token: employee.token,
    body: { plan_id, principal_kobo: 5_000_000, instalments: 3 },
  });
  return { employee, id: (answer.body.data as { loan: { id: string } }).loan.id };
}
const listed = async (
  call: (typeof calls)[keyof typeof calls] | typeof repayments.ofCompanies,
  token = finance.token,
  query: object = {},
) =>
  (
    (await api.call(call, { token, query: query as never })).body.datatable as {
      items: { id: string; company: { name: string } }[];
    }
  ).items;
const told = async (user_id: string) =>
  (
    await sql<{ title: string }>`select title from notifications where user_id = ${user_id}`.execute(api.app.db)
  ).rows.map(({ title }) => title);

describe("loans of people who are employed by companies", () => {
  it("are listed to the provider from request to repayment, and those of others are not", async () => {
    const { id } = await asked();
    const loan = await world.loan({ customer: await world.customer() });
    const private_loan = await world.loan({ customer: await world.customer() });
    await sql`update loans set company_id = ${harmattan} where id = ${loan.id}`.execute(api.app.db);
    expect((await listed(calls.approved)).map((row) => row.id)).toEqual([loan.id]);
    await world.payOut(loan.id, private_loan.id);
    expect((await listed(calls.listAll)).map((row) => row.id).toSorted()).toEqual([id, loan.id].toSorted());
    expect(await listed(calls.disbursed)).toMatchObject([{ id: loan.id, company: { name: "Harmattan Logistics" } }]);
    const filter = JSON.stringify({ company_id: lagoon });
    expect((await listed(calls.listAll, finance.token, { filter })).map((row) => row.id)).toEqual([id]);
    expect((await listed(repayments.ofCompanies)).every((row) => row.company.name === "Harmattan Logistics")).toBe(
      true,
    );
    expect((await listed(repayments.ofCompanies)).length).toBeGreaterThan(0);
    for (const call of [...Object.values(calls), repayments.ofCompanies])
      expect((await api.call(call, { token: hr.token })).status, "no company's").toBe(403);
  });
});

describe("an employer", () => {
  it("pre-approves a request, which the provider then decides; the employee and the activities say so", async () => {
    const { employee, id } = await asked();
    expect(await told(hr.user_id)).toContain("An employee asks for a loan");
    const act = (token: string) => api.call(loans.preApprove, { token, params: { id } });
    const stranger = await api.person("company_hr", { company_id: harmattan });
    expect((await act(stranger.token)).status).toBe(404);
    expect((await act(employee.token)).status).toBe(403);
    expect((await act((await api.person("company_audit", { company_id: lagoon })).token)).status).toBe(403);
    const { status, body } = await act(hr.token);
    expect([status, body.data]).toMatchObject([
      200,
      { loan: { id, status: "pre_approved", abilities: { pre_approve: "wrong_state" } } },
    ]);
    expect((await act(hr.token)).status).toBe(409);
    expect(await told(employee.user_id)).toContain("Your employer has pre-approved your request");
    const feed = await api.call(activities.recent, { token: hr.token, params: { company_id: lagoon } });
    expect((feed.body.data as { activities: { type: string }[] }).activities.map(({ type }) => type)).toContain(
      "staff_loan_pre_approved",
    );
  });

  it("declines one with a reason that the employee reads; the provider decides it no more", async () => {
    const { employee, id } = await asked();
    const act = (body?: object) => api.call(loans.preDecline, { token: hr.token, params: { id }, body });
    expect((await act({})).body.errors).toHaveProperty("reason");
    expect((await act({ reason: "On notice" })).status).toBe(200);
    expect(await told(employee.user_id)).toContain("Your employer declined your loan request");
    const admin = await api.person("super_admin");
    const decline = await api.call(loans.decline, { token: admin.token, params: { id }, body: { reason: "Too late" } });
    expect(decline.status).toBe(409);
    const feed = await api.call(activities.recent, { token: hr.token, params: { company_id: lagoon } });
    expect((feed.body.data as { activities: { type: string }[] }).activities.map(({ type }) => type)).toContain(
      "staff_loan_pre_declined",
    );
  });

  it("has no word in one's own request, and none without seeing loans", async () => {
    const { employee, id } = await asked();
    await sql`insert into user_roles (user_id, role) values (${employee.user_id}, 'company_hr')`.execute(api.app.db);
    const own = await api.call(loans.preApprove, { token: employee.token, params: { id } });
    expect([own.status, own.body.code]).toEqual([403, "own_loan"]);
    const blind = await api.person("company_hr", { company_id: lagoon });
    await sql`
      insert into user_permissions (user_id, permission, is_granted) values (${blind.user_id}, 'company:can_view_loans', false)
    `.execute(api.app.db);
    const answer = await api.call(loans.preApprove, { token: blind.token, params: { id } });
    expect([answer.status, answer.body.code]).toEqual([403, "not_seen"]);
  });
});
