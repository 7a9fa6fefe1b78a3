/** Figures on companies' screens that open a list: the list has as many rows as the figure says, or adds up to it. The address is read from the screen's source, so that a changed link is tried by itself. */
import * as admissions from "@manilla/contract/companies/admissions";
import * as chains from "@manilla/contract/companies/approval-chains";
import * as companies from "@manilla/contract/companies/companies";
import * as requests from "@manilla/contract/companies/expense-requests";
import * as team from "@manilla/contract/companies/team";
import * as wallets from "@manilla/contract/companies/wallets";
import * as expenses from "@manilla/contract/companies/expenses";
import * as cards from "@manilla/contract/cards/cards";
import type { Endpoint } from "@manilla/contract/endpoint";
import type { ListDeclaration } from "@manilla/contract/page";
import * as loans from "@manilla/contract/lending/loans";
import * as companyLoans from "@manilla/contract/lending/company-loans";
import { sql } from "kysely";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseState, toQuery } from "../../apps/web/src/shared/list/url-state.ts";
import { fundedCompany } from "../company-money.ts";
import { useLendingWorld } from "../world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
const FEATURES = join(import.meta.dirname, "../../apps/web/src/features");
const HOME = "platform/dashboard/company-section.tsx";
const DECIDES = "platform/dashboard/company-approvals.tsx";
const COMPANY = "companies/admissions/company-screen.tsx";
const STATISTICS = "companies/admissions/statistics-screen.tsx";
const read = (file: string): string => readFileSync(join(FEATURES, file), "utf8");

/** Where a figure leads, with the ids that the screen puts in. */
function addressOf(file: string, label: string, ids: Record<string, string> = {}): string {
  const source = read(file);
  const at = source.indexOf(`label: "${label}"`);
  const [, , address] = (at < 0 ? null : /href: (["`])(.*?)\1/.exec(source.slice(at))) ?? [];
  if (address === undefined) throw new Error(`${file} has no link at ${label}.`);
  return address.replaceAll(/\$\{([\w.]+)\}/g, (_, name: string) => ids[name] ?? `{${name}}`);
}
const queryOf = (call: Endpoint, address: string): Record<string, string | number> =>
  toQuery(
    parseState(new URL(address, "https://manilla.example").searchParams, call.list as ListDeclaration),
    call.list as ListDeclaration,
  );

type Item = Record<string, unknown>;
async function listAt(token: string, call: Endpoint, address: string, params: Record<string, string> = {}) {
  const query = { ...queryOf(call, address), limit: 100 };
  const { body } = await api.call(call, { token, params, query });
  const { total_count, items } = body.datatable as { total_count: number; items: Item[] };
  return { total_count, sum: (field: string) => items.reduce((all, item) => all + Number(item[field]), 0) };
}
const answer = async <Shape = Record<string, never>>(
  token: string,
  call: Endpoint,
  params: Record<string, string> = {},
): Promise<Shape> => (await api.call(call, { token, params })).body.data;

/** People in each state of an employment, loans in each state of a loan, requests of several people, money in purses. */
async function seeded() {
  const { company_id, owner, money } = await fundedCompany(world, 50_000_000);
  const employee = (name: string) => api.person("company_staff", { company_id, name, last_name: "Okafor" });
  const [works, goes, rests, gone] = [
    await employee("Works"),
    await employee("Goes"),
    await employee("Rests"),
    await employee("Gone"),
  ];
  const invites = async (name: string, email: string, phone: string) =>
    (await api.call(team.invite, { token: owner.token, body: { name, email, phone, role: "company_staff" } })).body
      .data as { employee_id: string };
  await invites("Ada Invited", "ada@invited.example", "08037770001");
  const late = await invites("Bola Expired", "bola@invited.example", "08037770002");
  const back = await invites("Chi Withdrawn", "chi@invited.example", "08037770003");
  await sql`update employments set status = 'expired' where user_id = ${late.employee_id}`.execute(db);
  const reason = "As it happens";
  for (const [call, id, body] of [
    [team.withdraw, back.employee_id, {}],
    [team.leave, goes.user_id, { reason }],
    [team.deactivate, rests.user_id, { reason }],
  ] as const)
    expect((await api.call(call, { token: owner.token, params: { id }, body })).status).toBe(200);
  await sql`update users set erased_at = now() where id = ${gone.user_id}`.execute(db);
  const states = [
    "requested",
    "requested",
    "pre_approved",
    "approved",
    "running",
    "running",
    "past_due",
    "stop_requested",
    "settled",
    "charged_off",
  ];
  const borrowers = await Promise.all(states.map((state) => employee(state)));
  await sql`
    with p as (
      insert into loan_products (id, code, name) values (gen_random_uuid(), 'counted', 'Counted loan') returning id
    ),
      v as (
        insert into loan_product_versions (
          id, product_id, valid_from, annual_rate_percent, method, minimum_principal_kobo, maximum_principal_kobo,
          minimum_instalments, maximum_instalments
        )
        select gen_random_uuid(), id, '2020-01-01', 24, 'declining', 1, 1000000, 1, 60
        from p
        returning id, product_id
      )
    insert into loans (
      id, reference, user_id, company_id, product_id, product_version_id, status, days_past_due,
      requested_principal_kobo, requested_instalments, principal_kobo, instalment_count, annual_rate_percent,
      outstanding_principal_kobo, terms
    )
    select gen_random_uuid(), 'COUNTED-' || n, person, ${company_id}, v.product_id, v.id, status, 0, 1000, 1,
      1000, 1, 24, case when status in ('running', 'past_due', 'stop_requested', 'charged_off') then 100 + n else 0 end, '{}'
    from v
    cross join unnest(${states}::text[], ${borrowers.map(({ user_id }) => user_id)}::uuid[]) with ordinality as s (status, person, n)
  `.execute(db);
  const lines = [{ merchant: "Bukka Hut", amount_kobo: 90_000, spent_on: "2026-01-14" }];
  for (const { token } of [works, money, owner])
    await api.call(requests.create, {
      token,
      body: { kind: "reimbursement", purpose: "Lunch", lines, is_draft: false },
    });
  await api.call(wallets.assignDebit, { token: money.token, body: { user_id: works.user_id, amount_kobo: 70_000 } });
  await api.company({ name: "Closed Foods", status: "deactivated" });
  return { company_id, owner, money };
}
const { company_id, owner, money } = await seeded();
const [{ token: its }, { token: ours }] = [owner, await api.person("super_admin")];

it("of a company's home: people, administrators and loans", async () => {
  const home = await answer(its, companies.dashboard);
  const staff = (label: string) => listAt(its, team.staff, addressOf(HOME, label), { companyId: company_id });
  const lent = (label: string) => listAt(its, loans.listOfCompany, addressOf(HOME, label));
  expect({
    employees: (await staff("Employees")).total_count,
    administrators: (await staff("May administer")).total_count,
    loans_requested: (await lent("Requested")).total_count,
    loans_running: (await lent("Running")).total_count,
    outstanding_kobo: (await lent("Principal owed")).sum("outstanding_principal_kobo"),
  }).toEqual({
    employees: home["employees"],
    administrators: home["administrators"],
    loans_requested: home["loans_requested"],
    loans_running: home["loans_running"],
    outstanding_kobo: home["outstanding_kobo"],
  });
  expect(home).toMatchObject({ loans_requested: 2, loans_running: 3, administrators: 3 });
});

it("of a company's home: what is to be decided, what was asked for, what is in purses", async () => {
  for (const { token, user_id } of [owner, money]) {
    const waiting = await answer(token, chains.waiting);
    const listed = async (label: string) =>
      (await listAt(token, chains.listAll, addressOf(DECIDES, label, { type: "corporate", "user.id": user_id })))
        .total_count;
    expect([await listed("Pending"), await listed("Requested by me")]).toEqual([
      waiting["to_decide"],
      waiting["asked"],
    ]);
    expect([waiting["to_decide"], waiting["asked"]].every((figure) => Number(figure) > 0)).toBe(true);
  }
  const { debit } = await answer<{ debit: { assigned_kobo: number } }>(its, wallets.find, { id: company_id });
  const purses = await listAt(its, wallets.purses, addressOf(HOME, "In purses of employees"));
  expect(purses.sum("balance_kobo")).toBe(debit.assigned_kobo);
});

it("of a company's home that are counted as views: the address narrows the list as the count does", () => {
  const source = read("platform/dashboard/company-blocks.tsx");
  const calls: Record<string, Endpoint> = {
    expenses: expenses.listAll,
    "calls.cards.listOwn": cards.listOwn,
    "calls.loans.listOfCompany": loans.listOfCompany,
  };
  const views = [
    ...source.matchAll(
      /\{\s*(?:\.\.\.(\w+)|call: ([\w.]+)),\s*label: "([^"]+)",\s*filter: (\{[^}]*\}),(?:\s*sum: "\w+",)?\s*to: "([^"]+)"/g,
    ),
  ];
  expect(views.map(([, , , label]) => label)).toEqual([
    "Flagged",
    "There twice",
    "Without a receipt",
    "Frozen",
    "To answer",
  ]);
  for (const [, spread, named, label, filter, to] of views) {
    const counted = JSON.parse(filter!.replaceAll(/(\w+):/g, '"$1":')) as object;
    const { filter: listed } = queryOf(calls[(spread ?? named)!]!, to!);
    expect([label, JSON.parse(String(listed))]).toEqual([label, counted]);
  }
});

it("of the provider's page of a company: its people", async () => {
  const { staff } = await answer(ours, admissions.find, { id: company_id });
  const address = addressOf(COMPANY, "People", { "company.id": company_id });
  expect(address.startsWith(`/admin/companies/users/${company_id}?`)).toBe(true);
  expect((await listAt(ours, team.staff, address, { companyId: company_id })).total_count).toBe(staff);
});

it("of the provider's page of a company: its loans", async () => {
  const found = await answer(ours, admissions.find, { id: company_id });
  const { total_count, sum } = await listAt(
    ours,
    companyLoans.listAll,
    `/admin/loans/business?f.company_id=${company_id}`,
  );
  expect([total_count > 0, sum("outstanding_principal_kobo")]).toEqual([true, found["outstanding_kobo"]]);
});

it("of the companies' statistics: states, people, what is owed", async () => {
  const { by_status, staff, outstanding_kobo } = await answer<{
    by_status: { status: string; companies: number }[];
    staff: number;
    outstanding_kobo: number;
  }>(ours, admissions.statistics);
  for (const { status, companies: counted } of by_status)
    expect((await listAt(ours, admissions.listAll, `/admin/companies?f.status=${status}`)).total_count).toBe(counted);
  expect(by_status.length).toBeGreaterThan(1);
  expect((await listAt(ours, team.everybody, addressOf(STATISTICS, "People"))).total_count).toBe(staff);
  const owing = await listAt(ours, admissions.listAll, addressOf(STATISTICS, "Owed by their people"));
  expect(owing.sum("outstanding_kobo")).toBe(outstanding_kobo);
  const late = await listAt(ours, admissions.listAll, addressOf(STATISTICS, "Of it past due"));
  expect(late.total_count).toBe(1);
});
