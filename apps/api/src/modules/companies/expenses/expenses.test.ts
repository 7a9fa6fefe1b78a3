import * as calls from "@manilla/contract/companies/expenses";
import * as policies from "@manilla/contract/companies/expense-policies";
import * as team from "@manilla/contract/companies/team";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { remindOfReceipts } from "./close.ts";
import { REMINDER_DAYS, reminderDue } from "./rules.ts";

const api = await useTestApi();
const { db } = api.app;
await sql`insert into business_calendar (business_date) values ('2026-01-15') on conflict do nothing`.execute(db);

async function makeCompany() {
  const company_id = await api.company({ name: "Lagoon Foods" });
  const [finance, owner, staff] = [
    await api.person("company_finance_manager", { company_id }),
    await api.person("company_super_admin", { company_id }),
    await api.person("company_staff", { company_id, name: "Emeka", last_name: "Staff" }),
  ];
  return { company_id, finance, owner, staff };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;
async function spend(
  { company_id, staff }: Company,
  values: {
    user_id?: string;
    money_reference?: string;
    has_receipt?: boolean;
    recorded_on?: string;
    wants_receipt?: boolean;
    amount_kobo?: bigint;
    returned_kobo?: bigint;
  } = {},
) {
  const id = uuidv7();
  const row = {
    id,
    company_id,
    user_id: staff.user_id,
    merchant: "Bukka Hut",
    amount_kobo: 600_000n,
    spent_on: "2026-01-14",
  };
  await db
    .insertInto("expenses")
    .values({ ...row, ...values })
    .execute();
  return id;
}
interface Found {
  status: string;
  version: number;
  is_twice: boolean;
  effect: string | null;
  findings: { rule: string }[];
  same: { id: string }[];
  abilities: Record<string, string | null>;
}
const found = async (id: string, token: string) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Found;
async function update(id: string, action: string, token: string) {
  const { rows } = await sql<{ version: number }>`select version from expenses where id = ${id}`.execute(db);
  return api.call(calls.update, {
    token,
    body: { expense_id: id, action, version: rows[0]!.version, reason: "Looked at" },
  });
}
const idsSeen = async (token: string) => {
  const { body } = await api.call(calls.listAll, { token });
  return (body.datatable as { items: { id: string }[] }).items.map(({ id }) => id);
};

describe("expenses", () => {
  it("are missing a receipt only where one is wanted", async () => {
    const company = await makeCompany();
    const missing = await spend(company);
    const bill = await spend(company, { wants_receipt: false });
    const there = await spend(company, { has_receipt: true });
    const { token } = await api.person("super_finance");
    const listed = async (list: typeof calls.listAll | typeof calls.listEverywhere, as: string, more: object = {}) => {
      const query = { filter: JSON.stringify({ has_receipt: false, ...more }) };
      const { body } = await api.call(list, { token: as, query });
      return (body.datatable as { items: { id: string; wants_receipt: boolean }[] }).items;
    };
    expect(await listed(calls.listAll, company.owner.token)).toMatchObject([{ id: missing, wants_receipt: true }]);
    const ids = (await listed(calls.listEverywhere, token)).map(({ id }) => id);
    expect([missing, bill, there].map((id) => ids.includes(id))).toEqual([true, false, false]);
  });

  it("are flagged, approved and deleted by who may, each by its own permission, and who spent it hears of it", async () => {
    const company = await makeCompany();
    const { finance, owner, staff } = company;
    const id = await spend(company);
    expect((await update(id, "flag", finance.token)).status).toBe(200);
    expect((await update(id, "approve", finance.token)).status).toBe(200);
    expect((await update(id, "delete", finance.token)).status, "not a finance manager's").toBe(403);
    expect((await update(id, "delete", owner.token)).body.code, "approved").toBe("already_decided");
    const other = await spend(company);
    expect((await update(other, "delete", owner.token)).status).toBe(200);
    expect((await found(other, owner.token)).status, "on record").toBe("deleted");
    const stale = { expense_id: id, action: "flag", version: 1, reason: "Old" };
    expect((await api.call(calls.update, { token: finance.token, body: stale })).status).toBe(412);
    const { rows } = await sql<{
      title: string;
    }>`select title from notifications where user_id = ${staff.user_id} order by created_at`.execute(db);
    expect(rows.map(({ title }) => title)).toEqual([
      "Your expense was flagged",
      "Your expense was approved",
      "Your expense was deleted",
    ]);
  });

  it("are never one's own to decide, and never deleted with money behind them", async () => {
    const company = await makeCompany();
    const { finance, owner } = company;
    const own = await spend(company, { user_id: finance.user_id });
    expect((await update(own, "approve", finance.token)).body.code).toBe("own_expense");
    const paid = await spend(company, { money_reference: "PAY-1" });
    expect((await update(paid, "delete", owner.token)).body.code).toBe("has_money");
  });

  it("say what the policies of who spent it find, and what looks the same", async () => {
    const company = await makeCompany();
    const { finance } = company;
    const rules = [{ name: "Receipts", effect: "ask", receipt_from_kobo: 100_000 }];
    const { body } = await api.call(policies.create, { token: finance.token, body: { name: "Spending", rules } });
    const policy_id = (body.data as { policy: { id: string } }).policy.id;
    const [first, second] = [await spend(company), await spend(company, { has_receipt: true })];
    expect(await found(first, finance.token)).toMatchObject({
      effect: null,
      findings: [],
      is_twice: true,
      same: [{ id: second }],
    });
    await api.call(policies.attach, { token: finance.token, body: { policy_id, roles: ["company_staff"] } });
    expect(await found(first, finance.token)).toMatchObject({ effect: "ask", findings: [{ rule: "Receipts" }] });
    expect(await found(second, finance.token)).toMatchObject({ effect: null });
  });

  it("are seen by the company's administrators and by who spent them, and by nobody else", async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    const [theirs, another] = [await spend(company), await spend(company, { user_id: company.owner.user_id })];
    expect((await idsSeen(company.finance.token)).toSorted()).toEqual([theirs, another].toSorted());
    expect(await idsSeen(company.staff.token)).toEqual([theirs]);
    expect(await idsSeen(other.owner.token)).toEqual([]);
    expect((await api.call(calls.find, { token: company.staff.token, params: { id: another } })).status).toBe(404);
    expect((await api.call(calls.find, { token: other.owner.token, params: { id: theirs } })).status).toBe(404);
    expect((await update(theirs, "approve", other.owner.token)).status).toBe(404);
    expect((await update(theirs, "approve", company.staff.token)).status).toBe(403);
  });
});

describe("expenses of all companies", () => {
  it("are seen, flagged, approved and deleted by the provider's staff, each by its own permission, as the company's are", async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    const [first, second] = [await spend(company), await spend(other)];
    const [admin, finance, support] = [
      await api.person("super_admin"),
      await api.person("super_finance"),
      await api.person("super_support"),
    ];
    const list = (token: string) => api.call(calls.listEverywhere, { token, query: { limit: 100 } });
    const { body } = await list(finance.token);
    const { items } = body.datatable as {
      items: { id: string; company: { id: string }; abilities: Record<string, string | null> }[];
    };
    const rows = items.filter(({ id }) => [first, second].includes(id));
    expect(rows.map((row) => row.company.id).toSorted()).toEqual([company.company_id, other.company_id].toSorted());
    expect(rows[0]!.abilities, "finance approves only").toEqual({ approve: null });
    for (const who of [company.finance, company.staff, support]) expect((await list(who.token)).status).toBe(403);
    await db.updateTable("companies").set({ name: "Kestrel Traders" }).where("id", "=", other.company_id).execute();
    const searched = await api.call(calls.listEverywhere, { token: finance.token, query: { search: "kestrel" } });
    expect((searched.body.datatable as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual([second]);

    expect((await update(first, "flag", finance.token)).status).toBe(403);
    expect((await update(first, "approve", support.token)).status).toBe(403);
    expect((await update(first, "flag", admin.token)).status).toBe(200);
    expect((await update(first, "approve", finance.token)).status).toBe(200);
    expect((await update(second, "delete", admin.token)).status).toBe(200);
    expect([(await found(first, company.owner.token)).status, (await found(second, other.owner.token)).status]).toEqual(
      ["approved", "deleted"],
    );
    const paid = await spend(company, { money_reference: "PAY-2" });
    expect((await update(paid, "delete", admin.token)).body.code).toBe("has_money");
  });

  it("are decided by a colleague who works in the company as its people decide, not by the provider's permission", async () => {
    const company = await makeCompany();
    const id = await spend(company);
    const both = await api.person(["super_finance", "company_staff"], { company_id: company.company_id });
    expect((await update(id, "approve", both.token)).status).toBe(404);
    const elsewhere = await spend(await makeCompany());
    expect((await update(elsewhere, "approve", both.token)).status).toBe(200);
    const { status } = await api.call(calls.find, { token: both.token, params: { id: elsewhere } });
    expect(status, "judged by the policies of its own company").toBe(200);
  });
});

describe("a missing receipt", () => {
  const titles = async (user_id: string) => {
    const { rows } = await sql<{ title: string }>`
      select title from notifications where user_id = ${user_id} and title like '%missing' order by created_at, id
    `.execute(db);
    return rows.map(({ title }) => title);
  };
  /** The step of the close of the day before `opening`, as often as it asks for. */
  async function close(opening: string): Promise<void> {
    const step = remindOfReceipts as Extract<typeof remindOfReceipts, { batch: unknown }>;
    let cursor: string | null = null;
    do
      ({ cursor } = await db
        .transaction()
        .execute((tx) => step.batch(api.app, tx, { closing: opening, opening }, cursor)));
    while (cursor !== null);
  }

  it("is reminded of on the seventh, fourteenth and twenty-ninth day, once for all, until it is here", async () => {
    const company = await makeCompany();
    const id = await spend(company, { recorded_on: "2026-01-01" });
    await spend(company, { recorded_on: "2026-01-01", wants_receipt: false });
    await spend(company, { recorded_on: "2026-01-01", has_receipt: true });
    const { user_id } = company.staff;
    const counts: number[] = [];
    for (const day of ["07", "08", "08", "09", "15", "16", "30", "31"]) {
      await close(`2026-01-${day}`);
      counts.push((await titles(user_id)).length);
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2, 3, 3]);
    expect(await titles(user_id)).toContain("The receipt of Bukka Hut is missing");
    await spend(company, { recorded_on: "2026-01-24" });
    await sql`update expenses set has_receipt = true where id = ${id}`.execute(db);
    await close("2026-02-07");
    expect(await titles(user_id)).toHaveLength(4);
  });

  it("is no matter of who has left or is suspended, nor of what all came back of", async () => {
    const company = await makeCompany();
    const { company_id, owner, staff } = company;
    const [gone, away] = [
      await api.person("company_staff", { company_id, name: "Ada" }),
      await api.person("company_staff", { company_id, name: "Ife" }),
    ];
    for (const { user_id } of [gone, away, staff]) await spend(company, { user_id, recorded_on: "2026-01-01" });
    const zero = await api.person("company_staff", { company_id, name: "Obi" });
    await spend(company, { user_id: zero.user_id, recorded_on: "2026-01-01", amount_kobo: 0n, returned_kobo: 1n });
    const body = { reason: "Moves on" };
    for (const [call, { user_id: id }] of [
      [team.leave, gone],
      [team.deactivate, away],
    ] as const)
      expect((await api.call(call, { token: owner.token, params: { id }, body })).status).toBe(200);
    await close("2026-01-09");
    const told = await Promise.all(
      [gone, away, zero, staff].map(async ({ user_id }) => (await titles(user_id)).length),
    );
    expect(told).toEqual([0, 0, 0, 1]);
  });

  it("is put off by a week, or explained: then who decides reads why, and nobody is reminded", async () => {
    const company = await makeCompany();
    const { staff, finance } = company;
    const id = await spend(company, { recorded_on: "2026-01-05" });
    const say = (call: typeof calls.snooze | typeof calls.noReceipt, token: string, body?: object) =>
      api.call(call, { token, params: { id }, ...(body && { body }) });
    expect((await say(calls.snooze, finance.token)).status).toBe(403);
    expect((await say(calls.snooze, staff.token)).status).toBe(200);
    await close("2026-01-16");
    expect(await titles(staff.user_id), "it sleeps until the 22nd").toHaveLength(0);
    await close("2026-01-22");
    await close("2026-01-23");
    expect(await titles(staff.user_id)).toHaveLength(1);
    expect((await say(calls.noReceipt, staff.token, { reason: "" })).body.errors).toHaveProperty("reason");
    expect((await say(calls.noReceipt, finance.token, { reason: "Not mine" })).status).toBe(403);
    expect((await say(calls.noReceipt, staff.token, { reason: "A market, no receipts" })).status).toBe(200);
    expect(await found(id, finance.token)).toMatchObject({ no_receipt_reason: "A market, no receipts" });
    await close("2026-02-20");
    expect(await titles(staff.user_id)).toHaveLength(1);
    const brought = await spend(company, { has_receipt: true });
    const late = await api.call(calls.noReceipt, {
      token: staff.token,
      params: { id: brought },
      body: { reason: "Lost it" },
    });
    expect(late.body.code).toBe("has_receipt");
  });

  it("is due on each of the days once, whatever days the close misses", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1 }), (days) => {
        let reminded = 0;
        const sent: number[] = [];
        for (const day of days.toSorted((left, right) => left - right)) {
          const due = reminderDue({ days: day, reminded, snoozed_until: null }, "2026-02-01");
          if (due === null) continue;
          sent.push(due);
          reminded = due;
        }
        expect(sent).toEqual([...new Set(sent)]);
        const last = Math.max(...days);
        expect(sent.at(-1)).toBe(REMINDER_DAYS.findLast((each) => each <= last));
      }),
    );
  });
});
