import * as categories from "@manilla/contract/companies/expense-categories";
import * as journals from "@manilla/contract/companies/expense-journals";
import * as expenses from "@manilla/contract/companies/expenses";
import * as wallets from "@manilla/contract/companies/wallets";
import * as refunds from "@manilla/contract/payments/refunds";
import * as calls from "@manilla/contract/payments/transfers";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { agreeTo, fundedCompany } from "../../../../../../test/company-money.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { clock } from "../../../clock.ts";
import { settlePayout } from "../../money/payouts/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;

type Company = Awaited<ReturnType<typeof fundedCompany>>;
interface Sent {
  id: string;
  total_kobo: number;
}
/** Asked by the finance manager, agreed to by the owner. */
async function send({ money, owner, beneficiary_id }: Company, amount_kobo: number): Promise<Sent> {
  const asked = await api.call(calls.request, { token: money.token, body: { beneficiary_id, amount_kobo } });
  const { transfer, approval_id } = asked.body.data as { transfer: Sent; approval_id: string };
  expect((await agreeTo(world, approval_id, owner)).status).toBe(200);
  return transfer;
}
const rowOf = (id: string) => db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
/** @param payee what the bank calls the account, where it is not the beneficiary's */
async function arrived(company: Company, amount_kobo: number, payee?: string): Promise<Sent> {
  const sent = await send(company, amount_kobo);
  if (payee) await db.updateTable("transfers").set({ payee }).where("id", "=", sent.id).execute();
  await world.runJobs("send-payout");
  await waitUntil(async () => {
    await world.runJobs("query-payout");
    return (await rowOf(sent.id)).status === "success";
  });
  return sent;
}
const spent = async ({ owner }: Company) =>
  (await api.call(expenses.analytics, { token: owner.token })).body.data as { amount_kobo: number; count: number };
interface Row {
  id: string;
  amount_kobo: number;
  category: string | null;
  version: number;
}
const listed = async ({ owner }: Company) =>
  ((await api.call(expenses.listAll, { token: owner.token })).body.datatable as { items: Row[] }).items;

it("what a company sends is spent with its charges once it has arrived, and goes where the last to this account went", async () => {
  const company = await fundedCompany(world, 20_000_000);
  const { company_id, owner, money } = company;
  await api.call(categories.takeChart, { token: money.token, body: {} });
  const first = await send(company, 1_500_001);
  expect(await spent(company), "on its way").toMatchObject({ amount_kobo: 0, count: 0 });
  await world.runJobs("send-payout");
  await waitUntil(async () => {
    await world.runJobs("query-payout");
    return (await rowOf(first.id)).status === "success";
  });
  expect(await spent(company)).toMatchObject({ amount_kobo: first.total_kobo, count: 1 });
  const [row] = await listed(company);
  expect(row).toMatchObject({
    amount_kobo: first.total_kobo,
    category: null,
    status: "approved",
    person: { id: money.user_id },
    wants_receipt: false,
  });
  const { id: category_id, name } = await db
    .selectFrom("expense_categories")
    .select(["id", "name"])
    .where("company_id", "=", company_id)
    .orderBy("ledger_code")
    .limit(1)
    .executeTakeFirstOrThrow();
  const put = { category_id, version: row!.version };
  expect((await api.call(expenses.categorise, { token: owner.token, params: { id: row!.id }, body: put })).status).toBe(
    200,
  );
  const second = await arrived(company, 700_000);
  expect((await listed(company)).map(({ category }) => category)).toEqual([name, name]);
  const sum = first.total_kobo + second.total_kobo;
  expect(await spent(company)).toMatchObject({ amount_kobo: sum, count: 2 });
  const days = { from_on: "2026-01-01", until_on: "2026-12-31", wallet_code: "1010" };
  const { body } = await api.call(journals.create, { token: owner.token, body: days });
  expect(body.data).toMatchObject({ journal: { total_kobo: sum, expense_count: 2 } });
  const { body: found } = await api.call(wallets.find, { token: owner.token, params: { id: company_id } });
  expect((found.data as { debit: { available_kobo: number } }).debit.available_kobo).toBe(20_000_000 - sum);
  await world.prove();
});

it("what the bank sends back is spent no longer, and the next journal has it", async () => {
  const company = await fundedCompany(world, 20_000_000);
  const { owner, money } = company;
  await api.call(categories.takeChart, { token: money.token, body: {} });
  const sent = await arrived(company, 700_000);
  const { payout_id, expense_id } = await rowOf(sent.id);
  const { id: category_id } = await db
    .selectFrom("expense_categories")
    .select("id")
    .where("company_id", "=", company.company_id)
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.updateTable("expenses").set({ category_id }).where("id", "=", expense_id).execute();
  const journal = async (from_on: string, until_on: string) =>
    (await api.call(journals.create, { token: owner.token, body: { from_on, until_on, wallet_code: "1010" } })).body
      .data;
  expect(await journal("2026-01-01", "2026-01-31")).toMatchObject({ journal: { total_kobo: sent.total_kobo } });
  await settlePayout(api.app, payout_id!, { status: "reversed", provider_reference: "TRF_back", failure: "Returned" });
  expect((await rowOf(sent.id)).status).toBe("reversed");
  expect(await spent(company)).toMatchObject({ amount_kobo: 0 });
  expect(await journal("2026-02-01", "2026-02-28")).toMatchObject({ journal: { total_kobo: -sent.total_kobo } });
  await world.prove();
});

it("what goes to an account of the company at another bank is spent no more than its charges", async () => {
  const company = await fundedCompany(world, 20_000_000);
  const own = await arrived(company, 1_500_001, "LAGOON FOODS LTD.");
  const charges_kobo = own.total_kobo - 1_500_001;
  expect(charges_kobo).toBeGreaterThan(0);
  expect(await spent(company)).toMatchObject({ amount_kobo: charges_kobo, count: 1 });
  const other = await arrived(company, 700_000, "Lagoon Foods Wholesale Ltd");
  expect(await spent(company)).toMatchObject({ amount_kobo: charges_kobo + other.total_kobo, count: 2 });
  await world.prove();
});

it("nor a transfer to an account that the company's chain approved as its own, under any account name", async () => {
  const company = await fundedCompany(world, 20_000_000);
  const { beneficiary_id } = company;
  const first = await arrived(company, 700_000);
  expect(await spent(company), "somebody else's").toMatchObject({ amount_kobo: first.total_kobo, count: 1 });
  await db.updateTable("beneficiaries").set({ is_own: true }).where("id", "=", beneficiary_id).execute();
  const own = await arrived(company, 900_000);
  const charges_kobo = own.total_kobo - 900_000;
  expect(await spent(company)).toMatchObject({ amount_kobo: first.total_kobo + charges_kobo });
  await world.prove();
});

it("a salary is in no list of what was spent", async () => {
  const company = await fundedCompany(world, 20_000_000);
  const sent = await send(company, 700_000);
  await db.updateTable("transfers").set({ is_confidential: true }).where("id", "=", sent.id).execute();
  await world.runJobs("send-payout");
  await waitUntil(async () => {
    await world.runJobs("query-payout");
    return (await rowOf(sent.id)).status === "success";
  });
  expect(await listed(company)).toEqual([]);
  expect(await spent(company)).toMatchObject({ amount_kobo: 0, count: 0 });
});

it("what a batch paid is spent on the day on which the batch left the wallet, though its rows were made after a close", async () => {
  const company = await fundedCompany(world, 20_000_000);
  const { company_id, money } = company;
  const sent = await send(company, 700_000);
  const batch_id = uuidv7();
  const bytes = Buffer.from("0");
  await db
    .insertInto("transfer_batches")
    .values({
      id: batch_id,
      company_id,
      reference: `TB-${batch_id}`,
      kind: "payments",
      name: "Suppliers",
      file_name: "suppliers.csv",
      digest: bytes,
      data_key: bytes,
      content_hash: bytes,
      status: "sending",
      created_by: money.user_id,
      submitted_by: money.user_id,
      amount_kobo: 700_000n,
      total_kobo: BigInt(sent.total_kobo),
      business_date: "2025-12-31",
      created_at: clock.now(),
    })
    .execute();
  await db.updateTable("transfers").set({ batch_id, batch_row: 1 }).where("id", "=", sent.id).execute();
  await world.runJobs("send-payout");
  await waitUntil(async () => {
    await world.runJobs("query-payout");
    return (await rowOf(sent.id)).status === "success";
  });
  expect(await listed(company)).toMatchObject([{ spent_on: "2025-12-31", amount_kobo: sent.total_kobo }]);
});

it("what goes into the company's own wallet is spent as far as it costs charges, also after it came back", async () => {
  const company = await fundedCompany(world, 20_000_000);
  const { owner } = company;
  const { body } = await api.call(wallets.fundDebit, { token: owner.token, body: {} });
  const { account_no } = (body.data as { account: { account_no: string } }).account;
  const sent = await send(company, 700_000);
  const account_no_hash = api.app.encryption.hash("account_no", account_no);
  await db.updateTable("transfers").set({ account_no_hash }).where("id", "=", sent.id).execute();
  await world.runJobs("send-payout");
  await waitUntil(async () => {
    await world.runJobs("query-payout");
    return (await rowOf(sent.id)).status === "success";
  });
  expect(await spent(company)).toMatchObject({ amount_kobo: sent.total_kobo - 700_000, count: 1 });
  const { payout_id } = await rowOf(sent.id);
  await settlePayout(api.app, payout_id!, { status: "reversed", provider_reference: "TRF_own", failure: "Returned" });
  expect(await spent(company)).toMatchObject({ amount_kobo: 0 });
  await world.prove();
});

it("a part that is refunded is spent no longer: spend, its journal and the wallet agree to the kobo", async () => {
  const company = await fundedCompany(world, 20_000_000);
  const { company_id, owner, money } = company;
  await api.call(categories.takeChart, { token: money.token, body: {} });
  const sent = await arrived(company, 1_500_001);
  const { expense_id } = await rowOf(sent.id);
  const { id: category_id } = await db
    .selectFrom("expense_categories")
    .select("id")
    .where("company_id", "=", company_id)
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.updateTable("expenses").set({ category_id }).where("id", "=", expense_id).execute();
  const journal = async (from_on: string, until_on: string) =>
    (await api.call(journals.create, { token: owner.token, body: { from_on, until_on, wallet_code: "1010" } })).body
      .data;
  expect(await journal("2026-01-01", "2026-01-31")).toMatchObject({ journal: { total_kobo: sent.total_kobo } });
  const desk = await api.person("super_finance");
  const refund = async (amount_kobo?: number) => {
    const claimed = await api.call(refunds.claim, {
      token: money.token,
      params: { kind: "transfer", id: sent.id },
      body: { claim: "wrong_recipient", statement: "The supplier has a part of it only." },
    });
    expect(claimed.status).toBe(200);
    const { id } = await db
      .selectFrom("refund_cases")
      .select("id")
      .where("transfer_id", "=", sent.id)
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const body = { ids: [id], reason: "The bank kept it", fault: "goodwill", ...(amount_kobo && { amount_kobo }) };
    const done = await api.call(refunds.refundTransfers, { token: desk.token, body: body as never });
    expect([done.status, done.body.errors]).toEqual([200, undefined]);
  };
  const left = async () => {
    const { body } = await api.call(wallets.find, { token: owner.token, params: { id: company_id } });
    return (body.data as { debit: { balance_kobo: number } }).debit.balance_kobo;
  };
  await refund(400_003);
  expect(await spent(company)).toMatchObject({ amount_kobo: sent.total_kobo - 400_003, count: 1 });
  expect(20_000_000 - (await left())).toBe(sent.total_kobo - 400_003);
  expect(await journal("2026-02-01", "2026-02-28")).toMatchObject({ journal: { total_kobo: -400_003 } });
  await refund();
  expect(await spent(company)).toMatchObject({ amount_kobo: 0 });
  expect(await left()).toBe(20_000_000);
  expect(await journal("2026-03-01", "2026-03-31")).toMatchObject({
    journal: { total_kobo: 400_003 - sent.total_kobo },
  });
  await world.prove();
});
