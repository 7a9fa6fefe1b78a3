import * as journals from "@manilla/contract/companies/expense-journals";
import * as expensesCalls from "@manilla/contract/companies/expenses";
import * as chains from "@manilla/contract/companies/approval-chains";
import * as bills from "@manilla/contract/payments/bills";
import * as calls from "@manilla/contract/payments/bill-orders";
import * as plans from "@manilla/contract/payments/bill-plans";
import * as refunds from "@manilla/contract/payments/refunds";
import { addDays } from "@manilla/credit";
import { writeXlsx } from "hucre";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, it } from "vitest";
import { putInWallet, richCustomer } from "../../../../../../test/bills.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { balancesOf, walletOf } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { itemsSold, readProviders } from "../bills/index.ts";
import { payOrder } from "./paying.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
await readProviders(api.app);
type Person = Awaited<ReturnType<typeof api.person>>;
interface Order {
  id: string;
  status: string;
  total_kobo: number;
  rows: { bill_id: string | null; bill_status: string | null; failure: string | null; customer_no: string }[];
}

const FUNDED = 10_000_000n;
async function company() {
  const company_id = await api.company({});
  const owner = await api.person("company_super_admin", { company_id });
  const money = await api.person("company_finance_manager", { company_id });
  await putInWallet(api, company_id, FUNDED);
  return { company_id, owner, money };
}
const airtime = { kind: "airtime", service: "mtn", phone: "08031230001", amount_kobo: 500_000 } as const;
const ask = ({ token }: Person, body: object = {}) => api.call(calls.request, { token, body: { ...airtime, ...body } });
const askedOf = ({ body }: { body: { data: unknown } }) => body.data as { order: Order; approval_id: string | null };
const orderOf = async ({ token }: Person, id: string) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Order;
async function decide({ token }: Person, id: string, reason?: string) {
  const approval = db.selectFrom("company_approvals").select("version").where("id", "=", id);
  const { version } = await approval.executeTakeFirstOrThrow();
  const asked = { token, params: { id } };
  if (reason) return api.call(chains.decline, { ...asked, body: { version, reason } });
  return api.call(chains.approve, { ...asked, body: { version } });
}
const wallet = async (company_id: string) => {
  const { balance_kobo, held_kobo } = await walletOf(db, company_id);
  return { balance: balance_kobo, held: held_kobo };
};
const run = async (times = 3) => {
  for (let at = 0; at < times; at += 1) await world.runJobs("pay-bill-order", "send-bill", "query-bill");
};
const billsOfOrder = (id: string) =>
  db
    .selectFrom("bills")
    .select(["id", "status", "paid_from"])
    .where("order_id", "=", id)
    .orderBy("order_row")
    .execute();
beforeEach(async () => {
  await world.clearFaults();
  for (const biller of ["baxi", "flutterwave"] as const) await world.quirk(biller, { mode: null });
});

describe("a company's bill", () => {
  it("is held while it waits, agreed to by another, never by who asked, and paid from the wallet once", async () => {
    const { company_id, owner, money } = await company();
    const { token } = money;
    const [department_id, code] = [uuidv7(), { name: "Power", ledger_code: "5300", mccs: ["4900"] }];
    const office = { id: department_id, company_id, name: "Office", monthly_budget_kobo: 5_000_000n };
    await db.insertInto("departments").values(office).execute();
    await db.insertInto("department_members").values({ department_id, company_id, user_id: money.user_id }).execute();
    await db
      .insertInto("expense_categories")
      .values({ ...code, id: uuidv7(), company_id })
      .execute();
    const { body } = await api.call(bills.verifyMeter, {
      token,
      body: { service: "ikeja-prepaid", customer_no: "1111111111111" },
    });
    const { id: verified_id } = body.data as { id: string };
    const asked = await ask(money, { kind: "electricity", verified_id, phone: null, amount_kobo: 1_000_000 });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const { order, approval_id } = askedOf(asked);
    expect(order).toMatchObject({ status: "awaiting_approval", total_kobo: 1_010_750 });
    expect(await wallet(company_id)).toEqual({ balance: FUNDED, held: 1_010_750n });
    await run();
    expect(await billsOfOrder(order.id)).toEqual([]);
    expect((await decide(money, approval_id!)).status).not.toBe(200);
    const other = await company();
    expect((await decide(other.owner, approval_id!)).status).toBe(404);
    expect((await api.call(calls.find, { token: other.owner.token, params: { id: order.id } })).status).toBe(404);
    expect((await decide(owner, approval_id!)).status).toBe(200);
    expect(await wallet(company_id)).toEqual({ balance: FUNDED, held: 1_010_750n });
    await Promise.all([payOrder(api.app, order.id), payOrder(api.app, order.id)]);
    await run();
    const [bill, ...more] = await billsOfOrder(order.id);
    expect(more).toEqual([]);
    expect(bill).toMatchObject({ status: "delivered", paid_from: "company" });
    expect(await wallet(company_id)).toEqual({ balance: FUNDED - 1_010_750n, held: 0n });
    expect(await orderOf(owner, order.id)).toMatchObject({ status: "done", rows: [{ bill_status: "delivered" }] });
    const params = { id: bill!.id };
    const seen = await api.call(bills.companyBill, { token: owner.token, params });
    expect(seen.body.data).toMatchObject({ tokens: [expect.stringMatching(/^\d{20}$/)] });
    expect((await api.call(bills.companyReceipt, { token: owner.token, params })).status).toBe(200);
    expect((await api.call(bills.companyBill, { token: other.owner.token, params })).status).toBe(404);
    expect((await api.call(bills.companyReceipt, { token: other.owner.token, params })).status).toBe(404);
    // It counts in the company's spend and budgets, under its category, and needs no second decision.
    const expenses = (await api.call(expensesCalls.listAll, { token: owner.token })).body.datatable as {
      items: object[];
    };
    expect(expenses.items).toMatchObject([
      {
        amount_kobo: 1_010_750,
        merchant: "Ikeja Electric, prepaid",
        category: "Power",
        department: "Office",
        status: "approved",
      },
    ]);
    const { body: spent } = await api.call(expensesCalls.analytics, { token: owner.token });
    expect(spent.data).toMatchObject({
      amount_kobo: 1_010_750,
      by: {
        department: [{ name: "Office", amount_kobo: 1_010_750 }],
        category: [{ name: "Power", amount_kobo: 1_010_750 }],
      },
      budgets: { departments: [{ name: "Office", spent_kobo: 1_010_750 }] },
    });
    const journal = { from_on: "2026-01-01", until_on: "2026-12-31", wallet_code: "1000" };
    const { body: made } = await api.call(journals.create, { token: owner.token, body: journal });
    expect(made.data).toMatchObject({ journal: { total_kobo: 1_010_750 } });
    // It is the company's: not among the person's own.
    const own = await api.call(bills.find, { token: money.token, params });
    expect(own.status).toBeGreaterThan(402);
    await world.prove();
  });

  it("is claimed about by the company, not by who asked for it and has left, nor by another company", async () => {
    const [{ owner, money }, other] = [await company(), await company()];
    const { order, approval_id } = askedOf(await ask(money));
    await decide(owner, approval_id!);
    await run();
    const [bill] = await billsOfOrder(order.id);
    const params = { kind: "bill" as const, id: bill!.id };
    const body = { claim: "not_arrived" as const, statement: "It has not come, please look into it." };
    const both = async ({ token }: Person) => [
      (await api.call(refunds.ofPayment, { token, params })).status,
      (await api.call(refunds.claim, { token, params, body })).status,
    ];
    await sql`delete from user_roles where user_id = ${money.user_id}`.execute(db);
    await sql`update users set company_id = null where id = ${money.user_id}`.execute(db);
    await sql`insert into user_roles (user_id, role) values (${money.user_id}, 'staff')`.execute(db);
    expect(await both(money), "has left").toEqual([404, 404]);
    expect(await both(other.owner)).toEqual([404, 404]);
    expect(await both(owner)).toEqual([200, 200]);
    const { body: seen } = await api.call(refunds.ofPayment, { token: owner.token, params });
    expect(seen.data).toMatchObject({ claims: [{ status: "open" }] });
    await world.prove();
  });

  it("is kept under a name by who asks for bills, for all who do, and for no other company", async () => {
    const { owner, money } = await company();
    const { order, approval_id } = askedOf(await ask(money));
    await decide(owner, approval_id!);
    await run();
    const [bill] = await billsOfOrder(order.id);
    const keep = ({ token }: Person, name: string) =>
      api.call(plans.keep, { token, body: { bill_id: bill!.id, name } });
    const other = await company();
    expect((await keep(other.owner, "Theirs")).status).toBe(404);
    expect((await keep(money, "Guard")).status).toBe(200);
    const seen = async ({ token }: Person) =>
      ((await api.call(plans.favourites, { token })).body.data as { favourites: { id: string; name: string }[] })
        .favourites;
    const [kept] = await seen(owner);
    expect(kept).toMatchObject({ name: "Guard" });
    expect(await seen(other.owner)).toEqual([]);
    expect((await api.call(plans.forget, { token: other.owner.token, params: { id: kept!.id } })).status).toBe(404);
    expect((await api.call(plans.forget, { token: owner.token, params: { id: kept!.id } })).status).toBe(200);
  });

  it("declined, its money is free again; the same again is asked about, and what is not there is not held", async () => {
    const { company_id, owner, money } = await company();
    const { order, approval_id } = askedOf(await ask(money));
    expect((await ask(money)).body.code).toBe("just_paid");
    expect((await ask(money, { kind: "data", item: "nothing" })).body.code).toBe("not_sold");
    expect((await decide(owner, approval_id!, "Not this month.")).status).toBe(200);
    expect(await orderOf(owner, order.id)).toMatchObject({ status: "declined", decision_reason: "Not this month." });
    expect(await wallet(company_id)).toEqual({ balance: FUNDED, held: 0n });
    await sql`update wallets set daily_limit_kobo = 400000 where company_id = ${company_id}`.execute(db);
    expect((await ask(money, { phone: "08031230009" })).body.errors).toHaveProperty("amount_kobo");
    expect((await ask(owner, { amount_kobo: 6_000_000 })).body.errors).toHaveProperty("amount_kobo");
    const staff = await api.person("company_staff", { company_id });
    expect((await ask(staff)).status).toBe(403);
    await world.prove();
  });

  it("is not agreed to by whose phone it is for, nor paid for one who may no longer ask", async () => {
    const { owner, money } = await company();
    await sql`update users set phone = '+2348031230002' where id = ${owner.user_id}`.execute(db);
    const first = askedOf(await ask(money, { phone: "08031230002" }));
    expect((await decide(owner, first.approval_id!)).body.code).toBe("own_money");
    const second = askedOf(await ask(money));
    await sql`delete from user_roles where user_id = ${money.user_id}`.execute(db);
    expect((await decide(owner, second.approval_id!)).body.code).toBe("asker_gone");
    expect((await billsOfOrder(second.order.id)).length).toBe(0);
    await world.prove();
  });

  it("is not agreed to by a delegate whose phone it is for, at whichever step", async () => {
    const { company_id, owner, money } = await company();
    const [absent, delegate] = [
      await api.person("company_hr", { company_id }),
      await api.person("company_hr", { company_id }),
    ];
    const step = (name: string, { user_id }: Person) => ({
      name,
      need: "any",
      approvers: [{ who: "person", user_id }],
      department_ids: [],
      category_ids: [],
      requester_ids: [],
    });
    const steps = JSON.stringify([step("First", absent), step("Last", owner)]);
    const chain = { id: uuidv7(), company_id, kind: "bill", number: 1, steps, created_by: owner.user_id };
    await db.insertInto("approval_chains").values(chain).execute();
    const on = await businessDate(db);
    const powers = { absent_id: absent.user_id, delegate_id: delegate.user_id, created_by: absent.user_id };
    const days = { id: uuidv7(), company_id, from_on: on, until_on: addDays(on, 3) };
    await db
      .insertInto("delegations")
      .values({ ...days, ...powers })
      .execute();
    await sql`update users set phone = '+2348031230003' where id = ${delegate.user_id}`.execute(db);
    const asked = await ask(money, { phone: "+2348031230003" });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const { approval_id } = askedOf(asked);
    expect((await decide(delegate, approval_id!)).status).toBe(200);
    expect((await decide(owner, approval_id!)).body.code).toBe("own_money");
    await world.prove();
  });

  it("comes back to the wallet when both providers refuse; what became impossible is left out with its reason", async () => {
    const { company_id, owner, money } = await company();
    const [no, call] = [{ mode: "decline", times: 1 }, "POST /services/airtime/request"];
    await world.fault("baxi", { ...no, call });
    await world.fault("flutterwave", { ...no, call: "POST /v3/billers/:biller/items/:item/payment" });
    const refused = askedOf(await ask(money));
    await decide(owner, refused.approval_id!);
    await run();
    expect((await billsOfOrder(refused.order.id))[0]).toMatchObject({ status: "failed" });
    expect(await wallet(company_id)).toEqual({ balance: FUNDED, held: 0n });
    const stopped = askedOf(await ask(money, { phone: "08031230004" }));
    await decide(owner, stopped.approval_id!);
    await sql`update companies set status = 'deactivated' where id = ${company_id}`.execute(db);
    await run();
    await sql`update companies set status = 'approved' where id = ${company_id}`.execute(db);
    expect(await orderOf(owner, stopped.order.id)).toMatchObject({
      status: "done",
      rows: [{ bill_id: null, failure: expect.stringMatching(/does not leave/) }],
    });
    expect(await wallet(company_id)).toEqual({ balance: FUNDED, held: 0n });
    await world.prove();
  });

  it("does not change after it was asked for", async () => {
    const { money } = await company();
    const { order } = askedOf(await ask(money));
    const change = sql`update bill_order_rows set customer_no = '08030000000' where order_id = ${order.id}`.execute(db);
    await expect(change).rejects.toThrow(/do not change/);
  });
});

describe("a list of numbers", () => {
  const cashOf = async (user_id: string) =>
    (await balancesOf(queryable(db), [`cash_wallet:${user_id}`]))[0]?.natural_kobo ?? 0n;

  it("has a verdict of each row, and moves nothing while one is refused; then each is one bill, once", async () => {
    const person = await richCustomer(world, 1_000_000n);
    const { token } = person;
    const text = "08031230011,500\n08031230012,10\n";
    const checked = await api.call(calls.check, { token, body: { kind: "airtime", text } });
    expect(checked.body.data).toMatchObject({
      ready_count: 1,
      total_kobo: 50_000,
      rows: [{ why: null, total_kobo: 50_000 }, { why: expect.stringMatching(/at least ₦50/) }],
    });
    const buy = (typed: string, more = {}) =>
      api.call(calls.buyMany, { token, body: { kind: "airtime", text: typed, ...more } });
    expect((await buy(text)).body.errors).toHaveProperty("text");
    expect(await cashOf(person.user_id)).toBe(1_000_000n);
    const phones = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `0803123002${at},500`);
    expect((await buy([...phones, "08031230020,9000"].join("\n"))).body.errors).toHaveProperty("text");
    expect((await buy([...phones, "08031230030,1", "08031230031,500"].join("\n"))).body.errors).toHaveProperty("text");
    const clicked = await Promise.all([buy(phones.join("\n")), buy(phones.join("\n"))]);
    const made = clicked.filter(({ status }) => status === 200);
    expect(made, JSON.stringify(clicked[0]!.body)).toHaveLength(1);
    const { order } = made[0]!.body.data as { order: Order };
    await Promise.all([payOrder(api.app, order.id), payOrder(api.app, order.id)]);
    await run();
    expect(await billsOfOrder(order.id)).toHaveLength(9);
    expect(await cashOf(person.user_id)).toBe(1_000_000n - 450_000n);
    const stranger = await world.customer();
    expect((await api.call(calls.find, { token: stranger.token, params: { id: order.id } })).status).toBe(404);
    expect((await buy(phones.join("\n"))).body.errors).toHaveProperty("text");
    // Ten an hour: nine are gone.
    const more = await api.call(calls.check, {
      token,
      body: { kind: "airtime", text: "08031230041,500\n08031230042,500" },
    });
    expect(more.body.data).toMatchObject({ ready_count: 1 });
    await world.prove();
  });

  it("are read from a workbook or a CSV by their headings; hostile files and formulas are refused", async () => {
    const { money } = await company();
    const cells = (rows: (string | number)[][], formula?: string) =>
      writeXlsx({
        sheets: [
          {
            name: "Numbers",
            rows: rows as never,
            ...(formula && {
              cells: new Map([[formula, { type: "formula", formula: "1+1", formulaResult: 2, value: 2 }]]) as never,
            }),
          },
        ],
      });
    const read = async (content: string | Uint8Array, name: string) => {
      const body = new FormData();
      body.set("file", new Blob([content as BlobPart]), name);
      return api.call(calls.read, { token: money.token, body });
    };
    const table = [
      ["Staff airtime"],
      ["Network", "Amount", "Phone"],
      ["", "1,000", 8_031_230_001],
      ["glo", 500, "08031230002"],
    ];
    const { text, row_count } = (await read(await cells(table), "staff.xlsx")).body.data as {
      text: string;
      row_count: number;
    };
    expect([row_count, text]).toEqual([2, "8031230001\t1000\n08031230002\t500\tglo"]);
    const checked = await api.call(calls.check, { token: money.token, body: { kind: "airtime", text } });
    expect(checked.body.data).toMatchObject({ ready_count: 2, total_kobo: 150_000 });
    const two = new FormData();
    for (const name of ["a.csv", "b.csv"]) two.append("file", new Blob(["08031230001;500\n"]), name);
    const both = await api.call(calls.read, { token: money.token, body: two });
    expect(both.body.errors).toEqual({ file: ["one file is taken at a time"] });
    expect((await read("08031230001;500\n08031230002;700\n", "plain.csv")).body.data).toMatchObject({ row_count: 2 });
    for (const [content, name] of [
      [await cells(table, "3,1"), "formula.xlsx"],
      ["%PDF-1.7 not really", "x.csv"],
      [Buffer.from("504b030414000600", "hex"), "x.xlsx"],
      [Buffer.alloc(2 * 1_048_576, "a"), "x.csv"],
      ["Phone,Amount\n", "x.csv"],
      ["Phone,Amount,amount\n08031230001,500,900\n", "x.csv"],
      ["08031230001,500\n".repeat(501), "x.csv"],
    ] as const)
      expect(Object.keys((await read(content, name)).body.errors ?? {}), name).toEqual(["file"]);
  });

  it("shows a company which numbers come again in it, and refuses a bundle under its two names", async () => {
    const { owner, money } = await company();
    const others = Array.from({ length: 25 }, (_, at) => `080312320${String(at + 10)},100`);
    const text = [...others, "08031239999,101", "+234 803 123 9999,102", "8031239999,103"].join("\n");
    const asked = await api.call(calls.buyMany, { token: money.token, body: { kind: "airtime", text } });
    const { approval_id } = askedOf(asked);
    const seen = await api.call(chains.find, { token: owner.token, params: { id: approval_id! } });
    expect(JSON.stringify(seen.body.data)).toMatch(/In 3 rows.*08031239999: ₦306\.00 together/);
    expect(JSON.stringify(seen.body.data)).toMatch(/Rows 21 to 28.*08031232034: ₦100\.00; 08031239999: ₦101\.00;/);
    const sold = await itemsSold(db, api.app, ["data"], "mtn");
    const [{ item, name }] = sold as [(typeof sold)[0]];
    const body = { kind: "data", text: `08031230001,${item}\n08031230001,${name}` };
    const checked = await api.call(calls.check, { token: money.token, body });
    expect(checked.body.data).toMatchObject({
      ready_count: 1,
      rows: [{ why: null }, { why: expect.stringMatching(/twice/) }],
    });
  });

  it("of a company goes before its chain as one, and a killed worker goes on where it was", async () => {
    const { company_id, owner, money } = await company();
    const text = Array.from({ length: 45 }, (_, at) => `080312310${String(at + 10)},100`).join("\n");
    const asked = await api.call(calls.buyMany, { token: money.token, body: { kind: "airtime", text } });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const { order, approval_id } = askedOf(asked);
    expect(await wallet(company_id)).toEqual({ balance: FUNDED, held: 450_000n });
    await decide(owner, approval_id!);
    // Killed in its second lot: what it had begun is as if it had not been.
    let lots = 0;
    const transaction = api.app.db.transaction.bind(api.app.db);
    const killed = Object.create(api.app, {
      db: {
        value: Object.create(api.app.db, {
          transaction: {
            value: () => {
              lots += 1;
              if (lots > 1) throw new Error("killed");
              return transaction();
            },
          },
        }),
      },
    }) as typeof api.app;
    await expect(payOrder(killed, order.id)).rejects.toThrow("killed");
    expect(await billsOfOrder(order.id)).toHaveLength(20);
    expect(await wallet(company_id)).toEqual({ balance: FUNDED - 200_000n, held: 250_000n });
    await Promise.all([payOrder(api.app, order.id), payOrder(api.app, order.id)]);
    expect(await billsOfOrder(order.id)).toHaveLength(45);
    expect(await wallet(company_id)).toEqual({ balance: FUNDED - 450_000n, held: 0n });
    // Each is spent, and none of them twice.
    await run();
    const { body } = await api.call(expensesCalls.analytics, { token: owner.token });
    const delivered = (await billsOfOrder(order.id)).filter(({ status }) => status === "delivered").length;
    expect(delivered).toBeGreaterThan(1);
    expect(body.data).toMatchObject({ amount_kobo: delivered * 10_000, count: delivered });
    const twice = { token: owner.token, query: { filter: JSON.stringify({ is_twice: true }) } };
    expect((await api.call(expensesCalls.listAll, twice)).body.datatable).toMatchObject({ items: [] });
    await world.prove();
  });
});
