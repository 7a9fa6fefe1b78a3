import * as calls from "@manilla/contract/companies/company-activities";
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import * as chains from "@manilla/contract/companies/approval-chains";
import * as policies from "@manilla/contract/companies/expense-policies";
import * as wallets from "@manilla/contract/companies/wallets";
import { addedActivities } from "@manilla/contract/platform/activities";
import * as departments from "@manilla/contract/companies/departments";
import * as loans from "@manilla/contract/lending/loans";
import * as repayments from "@manilla/contract/lending/repayments";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { walletWith } from "../../../../../../test/companies.ts";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { makeProduct } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld();
const { api } = world;
await makeProduct(api, {});
const company_id = uuidv7();
await api.app.db
  .insertInto("companies")
  .values({
    id: company_id,
    name: "Lagoon Foods",
    status: "approved",
    profile_completed_at: new Date(),
    unique_plan: "Growth",
  })
  .execute();
const hr = await api.person("company_hr", { company_id, name: "Halima", last_name: "Hr" });
const audit = await api.person("company_audit", { company_id, name: "Audu", last_name: "It" });

interface Read {
  id: string;
  type: string;
  level: number;
  words: string;
  data: { creator: string; target: string; product: string | null };
  users: { name: string; pivot: { position: string } }[];
  happened_at: string;
}
async function read(token: string, last?: Read): Promise<Read[]> {
  const query: Record<string, string> = last ? { before: last.happened_at, before_id: last.id } : {};
  const { body } = await api.call(calls.listAll, { token, params: { company_id }, query });
  return (body.data as { activities: Read[] }).activities;
}
const wordsOf = async (token: string, type: string) =>
  (await read(token)).filter((each) => each.type === type).map(({ words, level }) => [level, words]);

describe("what happens in a company", () => {
  it("is worded for who did it, whom it concerns and others; the provider's people have no names", async () => {
    await api.call(departments.create, { token: hr.token, body: { name: "Kitchen" } });
    expect(await wordsOf(hr.token, "group_created")).toEqual([[1, "You made the group Kitchen"]]);
    expect(await wordsOf(audit.token, "group_created")).toEqual([[1, "Halima Hr made the group Kitchen"]]);
    expect(await wordsOf(hr.token, "admin_created")).toContainEqual([3, "Manilla added you as an administrator"]);
    const of = async (type: string) => (await read(hr.token)).find((each) => each.type === type);
    expect(await of("group_created"), "F081 to F085, by their names").toMatchObject({
      data: { creator: "Halima Hr", target: "Kitchen", product: null },
      users: [{ id: hr.user_id, name: "Halima Hr", pivot: { position: "creator" } }],
      level: 1,
    });
    expect((await of("admin_created"))!.users).toMatchObject([{ pivot: { position: "target" } }]);
    expect(await wordsOf(hr.token, "company_created")).toEqual([[3, "Manilla registered Lagoon Foods"]]);
  });

  it("tells of its employees' loans and payments from request to repayment, to those who may see loans", async () => {
    const employee = await world.customer();
    await sql`
      update users set company_id = ${company_id}, bvn_verified_at = now() where id = ${employee.user_id}
    `.execute(api.app.db);
    const { body } = await api.call(loans.accessiblePlans, { token: employee.token });
    const plan_id = (body.data as { plans: { id: string }[] }).plans[0]!.id;
    const ask = { plan_id, principal_kobo: 5_000_000, instalments: 3 };
    expect((await api.call(loans.request, { token: employee.token, body: ask })).status).toBe(200);
    const loan = await world.loan({ customer: await world.customer() });
    await sql`update users set company_id = ${company_id} where id = ${loan.customer.user_id}`.execute(api.app.db);
    await sql`update loans set company_id = ${company_id} where id = ${loan.id}`.execute(api.app.db);
    await world.payOut(loan.id);
    await world.addCard(loan.customer);
    const pay = { loan_id: loan.id, amount_kobo: 200_000 };
    expect((await api.call(repayments.instantTransfer, { token: loan.customer.token, body: pay })).status).toBe(200);
    const types = (await read(hr.token)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["staff_loan_created", "staff_loan_disbursed", "repayment_paid"]));
    expect(await wordsOf(hr.token, "staff_loan_created")).toEqual([[1, "Test loan: Loan Requested"]]);
    await sql`
      insert into user_permissions (user_id, permission, is_granted) values (${audit.user_id}, 'company:can_view_loans', false)
    `.execute(api.app.db);
    expect((await read(audit.token)).filter(({ type }) => /loan|repayment/.test(type))).toEqual([]);
  });

  it("tells of rules and money beside the 21, to those who may see these", async () => {
    const owner = await api.person("company_super_admin", { company_id, name: "Olu", last_name: "Owner" });
    const efe = await api.person("company_staff", { company_id, name: "Efe", last_name: "Staff" });
    await api.person("company_finance_manager", { company_id });
    const { token } = owner;
    const steps = [
      { name: "An administrator", approvers: [{ who: "role", role: "company_super_admin" }], need: "any" as const },
    ];
    const rules = [{ name: "Receipts", effect: "warn" as const, receipt_from_kobo: 100_000 }];
    const account_no = makeNuban("058", 733_000_007);
    const named = { name: "A Supplier", bank_code: "058", account_no, name_confirmed: true };
    for (const [call, body] of [
      [chains.changeChain, { kind: "transfer", number: 0, steps }],
      [policies.create, { name: "Travel", rules }],
      [beneficiaries.create, named],
    ] as const)
      expect((await api.call(call, { token, body })).status).toBe(200);
    await walletWith(world, company_id, 10_000_000n);
    const given = await api.call(wallets.assignDebit, { token, body: { user_id: efe.user_id, amount_kobo: 200_000 } });
    expect(given.status).toBe(200);
    const acts = async (by: string) =>
      (await read(by)).filter(({ type }) => addedActivities.includes(type as never)).map(({ words }) => words);
    expect(await acts(token)).toEqual([
      "You gave Efe Staff money",
      "You asked for the beneficiary A Supplier",
      "You changed the expense policy Travel",
      "You changed the approval chain Transfers",
    ]);
    expect((await acts(audit.token))[0], "of an auditor, who reads everything").toBe("Olu Owner gave Efe Staff money");
    expect(await acts(hr.token), "HR sees no money").toEqual([]);
  });

  it("comes a page at a time, and the last ten by themselves", async () => {
    for (let at = 0; at < 52; at += 1)
      await api.call(departments.create, { token: hr.token, body: { name: `Group ${at}` } });
    // As if somebody had made them all at once.
    await sql`
      update transitions set happened_at = '2026-01-20 10:00:00.123456+01' where noun = 'department'
    `.execute(api.app.db);
    const seen: string[] = [];
    const first = await read(hr.token);
    expect(first).toHaveLength(50);
    for (let page = first; page.length > 0; page = await read(hr.token, page.at(-1)))
      seen.push(...page.map(({ id }) => id));
    const { rows } = await sql<{ id: string }>`select id from transitions where noun = 'department'`.execute(
      api.app.db,
    );
    expect(
      rows.filter(({ id }) => !seen.includes(id)),
      "none is left out",
    ).toEqual([]);
    expect(new Set(seen).size, "none comes twice").toBe(seen.length);
    const { body } = await api.call(calls.recent, { token: hr.token, params: { company_id } });
    expect((body.data as { activities: Read[] }).activities).toEqual(first.slice(0, 10));
  });

  it("is no other company's, and not an employee's", async () => {
    const other = uuidv7();
    const row = {
      id: other,
      name: "Other",
      status: "approved",
      profile_completed_at: new Date(),
      unique_plan: "Growth",
    };
    await api.app.db.insertInto("companies").values(row).execute();
    const theirs = await api.person("company_hr", { company_id: other });
    const asked = async (token: string, id: string) =>
      (await api.call(calls.listAll, { token, params: { company_id: id } })).status;
    expect(await asked(theirs.token, company_id)).toBe(404);
    expect(await asked(theirs.token, other)).toBe(200);
    expect(await asked((await api.person("company_staff", { company_id })).token, company_id)).toBe(403);
    expect(await asked((await api.person("super_admin")).token, company_id)).toBe(403);
  });
});
