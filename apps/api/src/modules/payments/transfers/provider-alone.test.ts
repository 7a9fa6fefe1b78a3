/** The thief inside, on the provider's side: what each of its roles can do alone with a company's money, its people and who decides there, by every call of these rooms. */
import * as admissions from "@manilla/contract/companies/admissions";
import * as chains from "@manilla/contract/companies/approval-chains";
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import * as companies from "@manilla/contract/companies/companies";
import * as lines from "@manilla/contract/companies/credit-lines";
import * as requests from "@manilla/contract/companies/expense-requests";
import * as deductions from "@manilla/contract/companies/salary-deductions";
import * as team from "@manilla/contract/companies/team";
import * as wallets from "@manilla/contract/companies/wallets";
import type { Endpoint } from "@manilla/contract/endpoint";
import * as rewards from "@manilla/contract/growth/rewards";
import type { Permission } from "@manilla/contract/permissions";
import * as access from "@manilla/contract/platform/access";
import * as approvals from "@manilla/contract/platform/approvals";
import * as colleagues from "@manilla/contract/platform/colleagues";
import * as sessions from "@manilla/contract/platform/session";
import { type RoleSlug, roles, rolesOf } from "@manilla/contract/roles";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { lineWith } from "../../../../../../test/companies.ts";
import { fundedCompany } from "../../../../../../test/company-money.ts";
import { slipOf } from "../../../../../../test/slips.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
let serial = 866_000_000;

/** A company with money, a line, an application for more, people, a closed sister, and the thief's second account among its employees. */
async function makeCompany(role: RoleSlug) {
  const company = await fundedCompany(world, 50_000_000);
  const { company_id, owner } = company;
  const employee = (name: string) => api.person("company_staff", { company_id, name, last_name: "Inside" });
  const [straw, victim] = [await employee("Straw"), await employee("Victim")];
  const thief = await api.person(role, { name: "Thief", last_name: "Inside" });
  await lineWith(world, { id: company_id, owner, limit_kobo: 20_000_000n });
  const application_id = uuidv7();
  await sql`
    insert into line_applications (
      id, company_id, status, amount_kobo, purpose, monthly_turnover_kobo, requested_by, created_at
    )
    values (${application_id}, ${company_id}, 'requested', 90000000, 'More stock', 90000000, ${owner.user_id}, now())
  `.execute(db);
  await sql`update wallets set provider_daily_limit_kobo = 30000000 where company_id = ${company_id}`.execute(db);
  const closed_id = await api.company({ name: "Closed Foods", status: "deactivated" });
  return { ...company, straw, victim, thief, application_id, closed_id };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;

/** Money, credit, state and power, of the company and of the thief. */
async function standsAt({ company_id, closed_id, straw, victim, thief, application_id }: Company) {
  const { rows } = await sql`
    select
      (select sum(amount_kobo)::bigint from wallet_movements where company_id = ${company_id}) as balance,
      (select provider_daily_limit_kobo from wallets where company_id = ${company_id}) as limited_to,
      (select limit_kobo from credit_lines where company_id = ${company_id}) as line,
      (select status from line_applications where id = ${application_id}) as application,
      (select array_agg(status order by id) from companies where id in (${company_id}, ${closed_id})) as states,
      (select count(*)::int from companies where created_by = ${thief.user_id} and status <> 'pending') as admitted,
      (select count(*)::int from reward_lots where user_id = ${straw.user_id}) as rewards,
      (select count(*)::int from beneficiaries where company_id = ${company_id}) as payable,
      (select count(*)::int from approval_chains where company_id = ${company_id}) as chains,
      (select manager_id from employments where user_id = ${victim.user_id}) as manager,
      (select unique_plan from companies where id = ${company_id}) as plan,
      (
        select array_agg(r.role || ' ' || r.user_id order by 1)
        from user_roles r join users u on u.id = r.user_id
        where (u.company_id = ${company_id} and r.role <> 'company_staff') or u.id = ${thief.user_id}
      ) as roles,
      (
        select count(*)::int from user_permissions p join users u on u.id = p.user_id
        where u.company_id = ${company_id} or u.id = ${thief.user_id}
      ) as single
  `.execute(db);
  return rows[0];
}

interface Try {
  call: Endpoint;
  params?: Record<string, string>;
  body?: object;
  /** The status for a role that may; 200 unless given. */
  says?: number;
}
/** All that would move money, raise what may be moved, open or close a company, or give somebody power there. */
async function tries({
  company_id,
  closed_id,
  application_id,
  straw,
  victim,
  thief,
  ...rest
}: Company): Promise<Try[]> {
  const [slip_id, reason] = [await slipOf(api.app, thief.token), "Wanted by the company"];
  serial += 7;
  const { version } = await db
    .selectFrom("employments")
    .select("version")
    .where("user_id", "=", victim.user_id)
    .executeTakeFirstOrThrow();
  const puppet = { name: "Pup Pet", email: `pup${serial}@inside.example`, phone: `080${serial}`.slice(0, 11) };
  const step = { name: "Straw", approvers: [{ who: "person", user_id: straw.user_id }], need: "any" };
  const id = company_id;
  return [
    { call: wallets.fundDebit, body: { company_id, amount_kobo: 900_000, reference: uuidv7(), slip_id } },
    { call: wallets.setLimits, body: { company_id, daily_limit_kobo: null }, says: 422 },
    { call: wallets.assignDebit, body: { user_id: straw.user_id, amount_kobo: 1_000 } },
    { call: wallets.takeBack, params: { id: straw.user_id }, body: { amount_kobo: 1_000 } },
    { call: wallets.setPurseLimit, body: { user_id: straw.user_id, limit_kobo: null } },
    { call: wallets.setSenderLimit, body: { user_id: straw.user_id, kind: "daily", limit_kobo: null } },
    {
      call: lines.offer,
      params: { id: application_id },
      body: { offered_kobo: 90_000_000, annual_rate_percent: "1", reason },
    },
    { call: lines.lower, params: { id }, body: { limit_kobo: 0, reason } },
    { call: lines.sign, params: { id: application_id }, body: {} },
    { call: lines.draw, body: { amount_kobo: 1_000 } },
    { call: lines.assignCredit, body: { user_id: straw.user_id, amount_kobo: 1_000 } },
    { call: lines.fundCredit, body: { amount_kobo: 1_000 } },
    { call: admissions.suspend, params: { id }, body: { reason } },
    { call: admissions.letBack, params: { id: closed_id }, body: { reason } },
    { call: team.invite, body: { company_id, ...puppet, role: "company_super_admin" } },
    { call: team.update, params: { id: victim.user_id }, body: { manager_id: straw.user_id, version }, says: 403 },
    {
      call: access.updateCompanyUser,
      body: { user_id: straw.user_id, granted: ["company:can_fund_debit_wallet"], withheld: [], reason },
    },
    { call: access.updateUserRoles, body: { user_id: straw.user_id, roles: ["company_super_admin"], reason } },
    { call: access.updateUserRoles, body: { user_id: thief.user_id, roles: ["super_admin"], reason }, says: 403 },
    {
      call: colleagues.invite,
      body: { name: "Pup", last_name: "Pet", email: `two${serial}@inside.example`, roles: ["super_finance"], reason },
    },
    { call: rewards.give, params: { id: straw.user_id }, body: { amount_kobo: 900_000, slip_id, reason } },
    { call: rewards.redeem },
    { call: chains.changeChain, body: { kind: "transfer", number: 0, steps: [step] } },
    {
      call: beneficiaries.create,
      body: { name: "Straw", bank_code: "058", account_no: makeNuban("058", serial), name_confirmed: true },
    },
    {
      call: beneficiaries.update,
      params: { id: rest.beneficiary_id },
      body: {
        name: "Straw",
        bank_code: "058",
        account_no: makeNuban("058", serial + 7),
        name_confirmed: true,
        version: 1,
      },
    },
    { call: requests.decide, body: { request_id: uuidv7(), decision: "approve", version: 1 } },
    { call: requests.pay, params: { id: uuidv7() }, body: { into: "purse", version: 1 } },
    { call: deductions.confirm, params: { id: uuidv7() }, body: { version: 1 } },
    { call: deductions.answer, params: { id: uuidv7() }, body: { deducted_kobo: 1, shortfall_reason: "part" } },
    { call: deductions.pay, params: { id: uuidv7() }, body: { version: 1 } },
    { call: deductions.setTerms, body: { deducts: false, pay_day: 25, version: 1 } },
    { call: companies.choosePlan, body: { plan: "Enterprise" } },
    { call: companies.confirmPlan, body: { reference: "none" } },
    { call: companies.updateOwn, body: { name: "Straw Foods" } },
  ];
}

/** A company of their own, with their second account as its owner: registered, and then approved. */
async function registersOwn(token: string): Promise<number> {
  serial += 7;
  const owner = { name: "Straw Owner", email: `own${serial}@foods.example`, phone: `080${serial}`.slice(0, 11) };
  const body = { company_name: `Straw Foods ${serial}`, rc_number: `RC${serial}`, ...owner };
  const made = await api.call(admissions.create, { token, body });
  if (made.status !== 200) return made.status;
  const { company_id } = made.body.data as { company_id: string };
  return (await api.call(admissions.approve, { token, params: { id: company_id }, body: {} })).status;
}

/** Seen through the owner's eyes nothing is done with the owner's hands. */
async function actsAs({ owner, straw, thief }: Company): Promise<number[]> {
  const started = await api.call(sessions.startViewingAs, {
    token: thief.token,
    body: { user_id: owner.user_id, reason: "A question of the owner" },
  });
  if (started.status !== 200) return [started.status];
  const { token } = started.body.data as { token: string };
  const give = { user_id: straw.user_id, amount_kobo: 1_000 };
  const statuses = [
    (await api.call(wallets.assignDebit, { token, body: give })).status,
    (await api.call(lines.draw, { token, body: { amount_kobo: 1_000 } })).status,
  ];
  await api.call(sessions.stopViewingAs, { token });
  return statuses;
}

it.each(rolesOf("admin"))(
  "%s alone moves nothing of a company's, opens or closes none, and gives nobody power there: each try waits for a colleague, or is refused",
  async (role) => {
    const company = await makeCompany(role);
    const { thief } = company;
    const before = await standsAt(company);
    const may = (call: Endpoint): boolean =>
      (call.can as readonly Permission[]).some((slug) => roles[role].permissions.includes(slug));
    for (const { call, says = 200, ...input } of await tries(company)) {
      const { status, body: said } = await api.call(call, { token: thief.token, ...input });
      expect([call.path, status], JSON.stringify(said)).toEqual([call.path, may(call) ? says : 403]);
    }
    expect(await registersOwn(thief.token)).toBe(403);
    // Their own requests are agreed to by nobody who made them: not one by one, and not together with others.
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from approvals where maker_id = ${thief.user_id} and status = 'pending'
    `.execute(db);
    for (const { id, version } of rows)
      expect(
        (await api.call(approvals.approve, { token: thief.token, params: { id }, body: { version } })).status,
      ).toBe(403);
    expect(new Set(await actsAs(company))).toEqual(new Set([403]));
    await world.runJobs("send-payout");
    expect(await standsAt(company)).toEqual(before);
  },
);

it("who is a company's administrator too makes nobody an administrator of another company alone", async () => {
  const company = await makeCompany("super_support");
  const own_id = await api.company({ name: "Straw Foods" });
  const both = await api.person(["super_admin", "company_super_admin"], { company_id: own_id });
  const before = await standsAt(company);
  const { status, body } = await api.call(team.invite, {
    token: both.token,
    body: {
      company_id: company.company_id,
      name: "Pup Pet",
      email: "pup@both.example",
      phone: "08039990001",
      role: "company_super_admin",
    },
  });
  expect([status, body.data]).toEqual([200, { employee_id: expect.any(String), approval_id: expect.any(String) }]);
  const { rows } = await sql`select kind from approvals where maker_id = ${both.user_id}`.execute(db);
  expect(rows).toEqual([{ kind: "make_company_administrator" }]);
  expect(await standsAt(company)).toEqual(before);
});
