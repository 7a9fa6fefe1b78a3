/** What somebody did for a company stays with it when they leave: in its lists, its figures, its papers and its journals, under their name. */
import * as cards from "@manilla/contract/cards/card-authorisations";
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import * as categories from "@manilla/contract/companies/expense-categories";
import * as journals from "@manilla/contract/companies/expense-journals";
import * as expenses from "@manilla/contract/companies/expenses";
import * as wallets from "@manilla/contract/companies/wallets";
import * as team from "@manilla/contract/companies/team";
import * as orders from "@manilla/contract/payments/bill-orders";
import * as standing from "@manilla/contract/payments/standing-orders";
import * as batches from "@manilla/contract/payments/transfer-batches";
import * as transfers from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { cardInUse, deliver, issuerBody } from "../../../../../../test/card-payments.ts";
import { agreeTo, fundedCompany } from "../../../../../../test/company-money.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { clock } from "../../../clock.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;

type Company = Awaited<ReturnType<typeof fundedCompany>>;

/** A transfer that the finance manager asked for has arrived. @returns its id */
async function arrived({ money, owner, beneficiary_id }: Company): Promise<string> {
  const body = { beneficiary_id, amount_kobo: 700_000 };
  const asked = await api.call(transfers.request, { token: money.token, body });
  const { transfer, approval_id } = asked.body.data as { transfer: { id: string }; approval_id: string };
  expect((await agreeTo(world, approval_id, owner)).status).toBe(200);
  await world.runJobs("send-payout");
  await waitUntil(async () => {
    await world.runJobs("query-payout");
    const row = await db.selectFrom("transfers").select("status").where("id", "=", transfer.id).executeTakeFirst();
    return row?.status === "success";
  });
  return transfer.id;
}

/** A standing order, a batch, an order of airtime and a file of beneficiaries, by somebody. */
async function keepOrders({ company_id, beneficiary_id }: Company, user_id: string): Promise<void> {
  const order_id = uuidv7();
  const made = () => ({ id: uuidv7(), company_id, created_at: clock.now() });
  await db
    .insertInto("standing_orders")
    .values({
      ...made(),
      id: order_id,
      series_id: order_id,
      user_id,
      beneficiary_id,
      kind: "bank",
      reference: "SO-1",
      payee: "Supplier",
      amount_kobo: 100n,
      repeat: "month",
      on_day: 1,
      first_on: "2026-02-01",
      ends: "never",
      status: "active",
    })
    .execute();
  const file = { file_name: "pay.csv", digest: Buffer.from("d"), data_key: Buffer.from("k"), created_by: user_id };
  await db
    .insertInto("transfer_batches")
    .values({ ...made(), ...file, kind: "payments", name: "Suppliers", reference: "TB-1" })
    .execute();
  await db
    .insertInto("beneficiary_uploads")
    .values({ ...made(), ...file, total: 1, status: "checked" })
    .execute();
  await db
    .insertInto("bill_orders")
    .values({
      ...made(),
      user_id,
      reference: "BO-1",
      what: "Airtime",
      row_count: 1,
      total_kobo: 100n,
      status: "done",
      business_date: "2026-01-15",
    })
    .execute();
}

describe("what somebody did for a company", () => {
  it("is there under their name when they have left, to the kobo", async () => {
    const company = await fundedCompany(world, 20_000_000);
    const { company_id, owner, money } = company;
    const staff = await api.person("company_staff", { company_id, name: "Emeka", last_name: "Gone" });
    await api.call(categories.takeChart, { token: owner.token, body: {} });
    const given = { user_id: staff.user_id, amount_kobo: 500_000 };
    expect((await api.call(wallets.assignDebit, { token: owner.token, body: given })).status).toBe(200);
    const card = await cardInUse(api, { kind: "company_debit", user_id: staff.user_id, company_id });
    expect((await deliver(api, issuerBody(card, { amount: "1000.00" }))).statusCode).toBe(200);
    await deliver(api, issuerBody(card, { type: "transaction.created", amount: "2500.00", more: { type: "capture" } }));
    const transfer_id = await arrived(company);
    await keepOrders(company, money.user_id);
    const { token } = owner;
    const params = { id: company_id };
    const lists = async () => ({
      expenses: await api.call(expenses.listAll, { token }),
      parts: await api.call(expenses.listAll, {
        token,
        query: { filter: JSON.stringify({ department_id: "00000000-0000-0000-0000-000000000000" }) },
      }),
      payments: await api.call(cards.listAll, { token }),
      transfers: await api.call(transfers.listOfCompany, { token, params }),
      standing: await api.call(standing.listOfCompany, { token }),
      batches: await api.call(batches.listAll, { token }),
      orders: await api.call(orders.listOfCompany, { token }),
      uploads: await api.call(beneficiaries.uploads, { token }),
      movements: await api.call(wallets.movements, {
        token,
        params,
        query: { limit: 3, sortColumn: "happened_at", sortOrder: "asc" },
      }),
    });
    const shown = async () =>
      Object.fromEntries(
        Object.entries(await lists()).map(([name, { status, body }]) => {
          expect(status, name).toBe(200);
          const { items } = body.datatable as { items: Record<string, unknown>[] };
          return [name, items.map(({ id, person, by, asked_by, sent_by }) => ({ id, person, by, asked_by, sent_by }))];
        }),
      );
    const figures = async () => {
      const { body } = await api.call(expenses.analytics, { token });
      const { amount_kobo, count, by } = body.data as {
        amount_kobo: number;
        count: number;
        by: { person: { name: string; amount_kobo: number }[] };
      };
      return { amount_kobo, count, people: by.person.map((one) => [one.name, one.amount_kobo]) };
    };
    const [before, sums] = [await shown(), await figures()];
    for (const [name, rows] of Object.entries(before)) expect(rows.length, name).toBeGreaterThan(0);
    expect(sums.count).toBe(2);

    for (const { user_id: id } of [staff, money])
      expect((await api.call(team.leave, { token, params: { id }, body: { reason: "Moves on" } })).status).toBe(200);
    expect(await shown()).toEqual(before);
    expect(await figures()).toEqual(sums);
    const found = await api.call(transfers.find, { token, params: { id: transfer_id } });
    expect(found.status).toBe(200);
    expect((await api.call(transfers.receipt, { token, params: { id: transfer_id } })).status).toBe(200);

    await sql`
      update expenses set status = 'approved', category_id = (
        select id from expense_categories where company_id = ${company_id} order by ledger_code limit 1
      ) where company_id = ${company_id}
    `.execute(db);
    const days = { from_on: "2020-01-01", until_on: "2099-12-31", wallet_code: "1010" };
    const { body } = await api.call(journals.create, { token, body: days });
    expect(body.data).toMatchObject({ journal: { expense_count: 2, total_kobo: sums.amount_kobo } });
    const { id } = (body.data as { journal: { id: string } }).journal;
    const { text } = (await api.call(journals.download, { token, params: { id } })).body;
    expect(text).toContain("Emeka Gone");
    await world.prove();
  });
});
