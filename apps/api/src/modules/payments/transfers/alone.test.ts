/** The thief inside: what each role of a company can do alone with its money, and with who decides, by the calls that the role has. */
import * as chains from "@manilla/contract/companies/approval-chains";
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import * as requests from "@manilla/contract/companies/expense-requests";
import * as wallets from "@manilla/contract/companies/wallets";
import type { Endpoint } from "@manilla/contract/endpoint";
import * as orders from "@manilla/contract/payments/bill-orders";
import * as standing from "@manilla/contract/payments/standing-orders";
import * as calls from "@manilla/contract/payments/transfers";
import * as access from "@manilla/contract/platform/access";
import * as colleagues from "@manilla/contract/platform/colleagues";
import type { Permission } from "@manilla/contract/permissions";
import { roles } from "@manilla/contract/roles";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { fundedCompany } from "../../../../../../test/company-money.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { businessDate } from "../../platform/states/index.ts";
import { readProviders } from "../bills/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
await readProviders(api.app);
let serial = 766_000_000;

async function makeCompany(role: keyof typeof roles) {
  const company = await fundedCompany(world, 50_000_000);
  const { company_id } = company;
  const person = (slug: keyof typeof roles, name: string) =>
    api.person(slug, { company_id, name, last_name: "Inside" });
  const [second, straw, thief] = [
    await person("company_super_admin", "Sade"),
    await person("company_staff", "Straw"),
    await person(role, "Thief"),
  ];
  await sql`update wallets set daily_limit_kobo = 30000000 where company_id = ${company_id}`.execute(db);
  return { ...company, second, straw, thief };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;

/** What of a company's money went where, and who decides for it. */
async function standsAt({ company_id }: Company) {
  const { rows } = await sql`
    select
      (select coalesce(sum(-amount_kobo), 0)::bigint from wallet_movements where company_id = ${company_id} and kind = 'assigned') as given,
      (
        select count(*)::int from payouts p join transfers t on t.id = p.subject_id
        where t.company_id = ${company_id} and p.status in ('approved', 'sent', 'unknown', 'success')
      ) as sent,
      (select count(*)::int from expense_requests where company_id = ${company_id} and status in ('approved', 'paid')) as agreed,
      (select count(*)::int from beneficiaries where company_id = ${company_id} and status = 'active') as payable,
      (select daily_limit_kobo from wallets where company_id = ${company_id}) as daily_limit,
      (select count(*)::int from approval_chains where company_id = ${company_id}) as chains,
      (select count(*)::int from standing_orders where company_id = ${company_id} and status = 'active') as repeated,
      (
        select array_agg(r.role || ' ' || u.name order by r.role, u.name)
        from user_roles r join users u on u.id = r.user_id
        where u.company_id = ${company_id} and r.role <> 'company_staff'
      ) as administrators,
      (
        select count(*)::int from user_permissions p join users u on u.id = p.user_id
        where u.company_id = ${company_id} and p.is_granted
      ) as granted
  `.execute(db);
  return rows[0];
}

/** All that would take money out, or give somebody the power to. */
async function tries({ company_id, beneficiary_id, straw, thief }: Company): Promise<[Endpoint, object, object?][]> {
  serial += 7;
  const of = { bank_code: "058", account_no: makeNuban("058", serial) };
  const day = addDays(await businessDate(db), 14);
  const on_day = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  const email = `pup${serial}@inside.example`;
  const step = { name: "Straw", approvers: [{ who: "person", user_id: thief.user_id }], need: "any" };
  return [
    [wallets.assignDebit, { user_id: straw.user_id, amount_kobo: 20_000_000 }],
    [wallets.setLimits, { company_id, daily_limit_kobo: 40_000_000 }],
    [calls.request, { beneficiary_id, amount_kobo: 100_000 }],
    [beneficiaries.create, { name: "Straw Man", ...of, name_confirmed: true }],
    [standing.request, { beneficiary_id, amount_kobo: 100_000, repeat: "week", on_day, first_on: day, ends: "never" }],
    [orders.request, { kind: "airtime", service: "mtn", phone: "08031230001", amount_kobo: 100_000 }],
    [chains.changeChain, { kind: "transfer", number: 0, steps: [step] }],
    [
      colleagues.invite,
      { name: "Pup", last_name: "Pet", email, roles: ["company_finance_manager"], reason: "Helps with payments" },
    ],
    [
      access.updateCompanyUser,
      { user_id: straw.user_id, granted: ["company:can_fund_debit_wallet"], withheld: [], reason: "Helps too" },
    ],
  ];
}

it.each(["company_super_admin", "company_finance_manager", "company_hr", "company_audit", "company_staff"] as const)(
  "%s alone takes nothing out and gives nobody power: each try waits for somebody else, or is refused",
  async (role) => {
    const company = await makeCompany(role);
    const { thief } = company;
    const before = await standsAt(company);
    for (const [call, body] of await tries(company)) {
      const can = call.can as readonly Permission[];
      const may = can.some((slug) => roles[role].permissions.includes(slug));
      const { status, body: said } = await api.call(call, { token: thief.token, body });
      expect([call.path, status], JSON.stringify(said)).toEqual([call.path, may ? 200 : 403]);
    }
    // What was asked for is agreed to by nobody who asked.
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from company_approvals where company_id = ${company.company_id} and status = 'pending'
    `.execute(db);
    for (const { id, version } of rows)
      expect(
        (await api.call(chains.approve, { token: thief.token, params: { id }, body: { version } })).status,
      ).toBeGreaterThanOrEqual(403);
    // Their own expense: asked for, agreed to and paid by one hand.
    const lines = [{ merchant: "Bukka Hut", amount_kobo: 900_000, spent_on: "2026-01-14" }];
    const claim = { kind: "reimbursement", purpose: "Lunch alone", lines, is_draft: false };
    const asked = await api.call(requests.create, { token: thief.token, body: claim });
    if (asked.status === 200) {
      const { id } = (asked.body.data as { request: { id: string } }).request;
      const decision = { request_id: id, decision: "approve", version: 2 };
      const pay = { into: "purse", version: 2 };
      for (const answer of [
        await api.call(requests.decide, { token: thief.token, body: decision }),
        await api.call(requests.pay, { token: thief.token, params: { id }, body: pay }),
      ])
        expect(answer.status).toBeGreaterThanOrEqual(403);
    } else expect(asked.status).toBe(403);
    await world.runJobs("send-payout", "pay-bill-order", "send-bill");
    expect(await standsAt(company)).toEqual(before);
  },
);
