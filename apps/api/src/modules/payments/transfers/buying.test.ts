/** A purchase that was agreed to, and then paid by the company itself. */
import * as categories from "@manilla/contract/companies/expense-categories";
import * as journals from "@manilla/contract/companies/expense-journals";
import * as requests from "@manilla/contract/companies/expense-requests";
import * as expenses from "@manilla/contract/companies/expenses";
import * as calls from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { cardInUse, deliver, issuerBody } from "../../../../../../test/card-payments.ts";
import { agreeTo, fundedCompany } from "../../../../../../test/company-money.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { settlePayout } from "../../money/payouts/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;

type Company = Awaited<ReturnType<typeof makeCompany>>;
async function makeCompany() {
  const company = await fundedCompany(world, 20_000_000);
  const { company_id } = company;
  const person = (name: string, role: "company_staff" | "company_finance_manager") =>
    api.person(role, { company_id, name, last_name: "Lagoon" });
  return {
    ...company,
    staff: await person("Emeka", "company_staff"),
    other: await person("Ada", "company_finance_manager"),
  };
}
interface Token {
  token: string;
}
interface Found {
  status: string;
  version: number;
  payment: { into: string; reference: string } | null;
  lines: { bought_kobo: number }[];
  bought: { expense_id: string; line_number: number; amount_kobo: number }[];
  abilities: Record<string, string | null>;
}
const found = async (id: string, { token }: Token) =>
  (await api.call(requests.find, { token, params: { id } })).body.data as Found;

/** Asked by the employee, agreed to by the finance manager. */
async function agreed(
  { staff, money }: Company,
  lines: { merchant: string; amount_kobo: number; category_id?: string }[],
) {
  const made = await api.call(requests.create, {
    token: staff.token,
    body: {
      kind: "purchase",
      purpose: "Tools for the fair",
      is_draft: false,
      lines: lines.map((line) => ({ ...line, spent_on: "2026-01-14" })),
    },
  });
  const { id } = (made.body.data as { request: { id: string } }).request;
  const { version } = await found(id, money);
  const body = { request_id: id, decision: "approve", version };
  expect((await api.call(requests.decide, { token: money.token, body })).status).toBe(200);
  return id;
}
const rowOf = (id: string) => db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
async function arrived({ money, owner, beneficiary_id }: Company, amount_kobo: number) {
  const asked = await api.call(calls.request, { token: money.token, body: { beneficiary_id, amount_kobo } });
  const { transfer, approval_id } = asked.body.data as { transfer: { id: string }; approval_id: string };
  expect((await agreeTo(world, approval_id, owner)).status).toBe(200);
  await world.runJobs("send-payout");
  await waitUntil(async () => {
    await world.runJobs("query-payout");
    return (await rowOf(transfer.id)).status === "success";
  });
  return rowOf(transfer.id);
}
const spend = async ({ owner }: Company) =>
  (await api.call(expenses.analytics, { token: owner.token })).body.data as { amount_kobo: number; count: number };
const expenseOf = (id: string) => db.selectFrom("expenses").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const payables = async (id: string, { token }: Token) =>
  (
    (await api.call(requests.payments, { token, params: { id } })).body.data as {
      payments: { expense_id: string; line_number: number | null }[];
    }
  ).payments;
const link = async (id: string, by: Token, expense_id: string, line_number = 1) => {
  const { version } = (await found(id, by)) ?? { version: 1 };
  return api.call(requests.linkPayment, {
    token: by.token,
    params: { id },
    body: { expense_id, line_number, version },
  });
};
const unlink = async (id: string, by: Token, expense_id: string) => {
  const { version } = await found(id, by);
  return api.call(requests.unlinkPayment, { token: by.token, params: { id }, body: { expense_id, version } });
};

describe("a purchase that was agreed to", () => {
  it("is paid by the transfer that pays its line exactly, is once in spend and journal, and is approved again once all has come back", async () => {
    const company = await makeCompany();
    const { owner, staff } = company;
    const { account_name: payee } = await db
      .selectFrom("beneficiaries")
      .select("account_name")
      .where("id", "=", company.beneficiary_id)
      .executeTakeFirstOrThrow();
    await api.call(categories.takeChart, { token: owner.token, body: {} });
    const { id: category_id } = await db
      .selectFrom("expense_categories")
      .select("id")
      .where("company_id", "=", company.company_id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const id = await agreed(company, [{ merchant: payee!, amount_kobo: 700_000, category_id }]);
    const transfer = await arrived(company, 700_000);
    const paid = await found(id, staff);
    expect(paid).toMatchObject({
      status: "paid",
      payment: { into: "company", reference: transfer.reference },
      lines: [{ bought_kobo: Number(transfer.total_kobo) }],
      bought: [{ expense_id: transfer.expense_id, line_number: 1 }],
    });
    expect(await spend(company)).toMatchObject({ amount_kobo: Number(transfer.total_kobo), count: 1 });
    const told = await db.selectFrom("notifications").select("title").where("user_id", "=", staff.user_id).execute();
    expect(told.map(({ title }) => title)).toContain("What you requested has been bought");
    const shown = async (by: Token) =>
      (await api.call(expenses.find, { token: by.token, params: { id: transfer.expense_id! } })).body.data;
    expect(await shown(owner)).toMatchObject({ request_id: id, paid_by: { kind: "transfer", id: transfer.id } });
    const back = await api.call(calls.find, { token: owner.token, params: { id: transfer.id } });
    expect(back.body.data).toMatchObject({ expense_id: transfer.expense_id });
    const pay = { into: "purse", version: paid.version };
    expect((await api.call(requests.pay, { token: owner.token, params: { id }, body: pay })).status).toBe(409);
    const days = { from_on: "2026-01-01", until_on: "2026-12-31", wallet_code: "1000" };
    const { body } = await api.call(journals.create, { token: owner.token, body: days });
    expect(body.data).toMatchObject({ journal: { total_kobo: Number(transfer.total_kobo), expense_count: 1 } });

    await settlePayout(api.app, transfer.payout_id!, {
      status: "reversed",
      provider_reference: "TRF_back",
      failure: "Returned",
    });
    expect(await found(id, staff)).toMatchObject({ status: "approved", payment: null, bought: [] });
    expect(await spend(company)).toMatchObject({ amount_kobo: 0 });
    await world.prove();
  });

  it("is paid by the requester's credit card of the company, as far as the line goes and where one line alone can be meant", async () => {
    const company = await makeCompany();
    const { company_id, staff, other } = company;
    const take = async (by: { user_id: string }, name: string, amount: string) => {
      const card = await cardInUse(api, { kind: "company_credit", user_id: by.user_id, company_id });
      const merchant = { name, category: "5732", city: "Lagos", country: "NG" };
      const body = issuerBody(card, { type: "transaction.created", amount, more: { type: "capture", merchant } });
      expect((await deliver(api, body)).status).toBe(200);
      return db
        .selectFrom("expenses")
        .select(["id", "status", "request_id", "line_number"])
        .where("company_id", "=", company_id)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
    };
    const id = await agreed(company, [
      { merchant: "Slot Systems", amount_kobo: 300_000 },
      { merchant: "Konga", amount_kobo: 200_000 },
    ]);
    const twice = await agreed(company, [
      { merchant: "Jumia", amount_kobo: 100_000 },
      { merchant: "Jumia", amount_kobo: 100_000 },
    ]);
    const nobody = { request_id: null, line_number: null, status: "recorded" };
    expect(await take(other, "Slot Systems Ikeja", "3000.00"), "a card of somebody else").toMatchObject(nobody);
    expect(await take(staff, "Slot Systems Ikeja", "3000.01"), "more than the line").toMatchObject(nobody);
    expect(await take(staff, "Jumia", "1000.00"), "two lines").toMatchObject(nobody);
    expect(await found(twice, staff)).toMatchObject({ status: "approved" });
    const first = { request_id: id, line_number: 1, status: "approved" };
    expect(await take(staff, "Slot Systems Ikeja", "2000.00")).toMatchObject(first);
    expect(await found(id, staff)).toMatchObject({
      status: "paid",
      lines: [{ bought_kobo: 200_000 }, { bought_kobo: 0 }],
    });
    expect(await take(staff, "Slot Systems Ikeja", "1000.00"), "the rest of it").toMatchObject(first);
    expect(await take(staff, "Slot Systems Ikeja", "0.01"), "nothing is left").toMatchObject(nobody);
    expect(await take(staff, "Konga.com", "1999.99")).toMatchObject({ ...first, line_number: 2 });
  });

  it("is linked by hand by who may decide, taken off again, and by nobody to what is not theirs to see", async () => {
    const company = await makeCompany();
    const { money, owner, staff, other } = company;
    const id = await agreed(company, [{ merchant: "Fixit Works", amount_kobo: 900_000 }]);
    const { expense_id, total_kobo } = await arrived(company, 700_000);
    expect(await found(id, staff), "the name is another").toMatchObject({ status: "approved" });
    expect(await payables(id, other)).toMatchObject([{ expense_id, line_number: null }]);
    expect(await payables(id, staff), "somebody else's").toEqual([]);
    const stranger = await api.person("company_super_admin", { company_id: await api.company({ name: "Other" }) });
    expect((await link(id, stranger, expense_id!)).status).toBe(404);
    expect((await link(id, company.audit, expense_id!)).status).toBe(403);
    expect((await link(id, staff, expense_id!)).status, "not their own").toBe(422);
    expect((await link(id, other, expense_id!, 2)).status, "no such line").toBe(422);
    expect(await found(id, owner)).toMatchObject({ status: "approved", abilities: { link_payment: null } });
    expect((await link(id, other, expense_id!)).status).toBe(200);
    expect((await link(id, other, expense_id!)).status, "again").toBe(422);
    expect(await found(id, staff)).toMatchObject({ status: "paid", lines: [{ bought_kobo: Number(total_kobo) }] });
    expect(await spend(company)).toMatchObject({ amount_kobo: Number(total_kobo), count: 1 });
    expect((await unlink(id, money, expense_id!)).status).toBe(200);
    expect(await found(id, staff)).toMatchObject({ status: "approved", payment: null, bought: [] });
    expect((await unlink(id, money, expense_id!)).status, "not linked any more").toBe(409);
    expect(await expenseOf(expense_id!)).toMatchObject({ request_id: null, line_number: null });
  });

  it("does not approve what its own spender links, nor what is more than its line", async () => {
    const company = await makeCompany();
    const { company_id, staff, other } = company;
    const id = await agreed(company, [{ merchant: "Fixit Works", amount_kobo: 100_000 }]);
    const card = await cardInUse(api, { kind: "company_credit", user_id: staff.user_id, company_id });
    for (const amount of ["600.00", "700.00"])
      await deliver(api, issuerBody(card, { type: "transaction.created", amount, more: { type: "capture" } }));
    const [most, less] = await payables(id, staff);
    expect((await link(id, staff, less!.expense_id)).status).toBe(200);
    expect(await expenseOf(less!.expense_id)).toMatchObject({ request_id: id, status: "recorded" });
    expect((await link(id, other, most!.expense_id)).status).toBe(200);
    expect(await expenseOf(most!.expense_id), "beyond the line").toMatchObject({ request_id: id, status: "recorded" });
    expect((await unlink(id, other, less!.expense_id)).status).toBe(200);
    expect(await found(id, staff), "the other one is still there").toMatchObject({ status: "paid" });
  });

  it("that is taken off its line is approved by it no longer, and is in its own place again: one agreement pays for one purchase", async () => {
    const company = await makeCompany();
    const { company_id, owner, staff, money } = company;
    await api.call(categories.takeChart, { token: owner.token, body: {} });
    const { id: category_id } = await db
      .selectFrom("expense_categories")
      .select("id")
      .where("company_id", "=", company_id)
      .where(sql<boolean>`mccs = '{}'`)
      .limit(1)
      .executeTakeFirstOrThrow();
    const card = await cardInUse(api, { kind: "company_credit", user_id: staff.user_id, company_id });
    const merchant = { name: "Slot Systems", category: "5732", city: "Lagos", country: "NG" };
    const more = { type: "capture", merchant };
    await deliver(api, issuerBody(card, { type: "transaction.created", amount: "3000.00", more }));
    const places = ["id", "status", "category_id", "splits"] as const;
    const spent = () =>
      db
        .selectFrom("expenses")
        .select([...places])
        .where("company_id", "=", company_id)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
    const [alone] = await spent();
    expect(alone).toMatchObject({ status: "recorded" });
    expect(alone!.category_id).not.toBe(category_id);
    const id = await agreed(company, [{ merchant: "Slot Systems", amount_kobo: 300_000, category_id }]);
    await deliver(api, issuerBody(card, { type: "transaction.created", amount: "3000.00", more }));
    const [, bought] = await spent();
    expect(bought).toMatchObject({ status: "approved", category_id });
    expect((await unlink(id, staff, bought!.id)).status).toBe(200);
    const off = { status: "recorded", category_id: alone!.category_id, splits: [] };
    expect(await expenseOf(bought!.id)).toMatchObject({ ...off, request_id: null, before_line: null });
    await deliver(api, issuerBody(card, { type: "transaction.created", amount: "3000.00", more }));
    expect((await spent()).map(({ status }) => status)).toEqual(["recorded", "recorded", "approved"]);

    const again = await link(id, money, alone!.id);
    expect(again.status, "beyond the line").toBe(200);
    const parts = [...(await spent())].map((each) => each.category_id);
    expect(parts).toEqual([category_id, alone!.category_id, category_id]);
    const { version } = await expenseOf(alone!.id);
    const by_hand = await db
      .selectFrom("expense_categories")
      .select("id")
      .where("company_id", "=", company_id)
      .where("id", "not in", [category_id, alone!.category_id ?? category_id])
      .limit(1)
      .executeTakeFirstOrThrow();
    const body = { category_id: by_hand.id, version };
    const said = await api.call(expenses.categorise, { token: money.token, params: { id: alone!.id }, body });
    expect(said.status, JSON.stringify(said.body)).toBe(200);
    expect((await unlink(id, money, alone!.id)).status).toBe(200);
    expect(await expenseOf(alone!.id), "what somebody said by hand").toMatchObject({ category_id: by_hand.id });
    await world.prove();
  });

  it("gives its receipt to one payment of its line, which gives it on or back when it is taken off", async () => {
    const company = await makeCompany();
    const { company_id, staff, other } = company;
    const id = await agreed(company, [{ merchant: "Fixit Works", amount_kobo: 200_000 }]);
    await db
      .insertInto("expense_receipts")
      .values({
        id: uuidv7(),
        company_id,
        user_id: staff.user_id,
        request_id: id,
        line_number: 1,
        original_name: "quote.pdf",
        media_type: "application/pdf",
        digest: Buffer.from("d"),
        storage_name: uuidv7(),
        data_key: Buffer.from("k"),
      })
      .execute();
    const card = await cardInUse(api, { kind: "company_credit", user_id: staff.user_id, company_id });
    for (const amount of ["600.00", "700.00"])
      await deliver(api, issuerBody(card, { type: "transaction.created", amount, more: { type: "capture" } }));
    const [one, two] = (await payables(id, staff)).map(({ expense_id }) => expense_id);
    const haveReceipts = async () => [(await expenseOf(one!)).has_receipt, (await expenseOf(two!)).has_receipt];
    for (const expense_id of [one!, two!]) expect((await link(id, other, expense_id)).status).toBe(200);
    expect(await haveReceipts(), "the second takes nothing from the first").toEqual([true, false]);
    expect((await unlink(id, other, one!)).status).toBe(200);
    expect(await haveReceipts()).toEqual([false, true]);
    expect((await unlink(id, other, two!)).status).toBe(200);
    expect(await haveReceipts()).toEqual([false, false]);
    const kept = await db.selectFrom("expense_receipts").selectAll().where("company_id", "=", company_id).execute();
    expect(kept).toMatchObject([{ request_id: id, line_number: 1, expense_id: null }]);
  });
});
