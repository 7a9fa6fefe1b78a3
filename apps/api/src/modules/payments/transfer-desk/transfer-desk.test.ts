import * as rewards from "@manilla/contract/growth/rewards";
import * as calls from "@manilla/contract/payments/transfer-desk";
import * as reviews from "@manilla/contract/payments/transfer-reviews";
import * as transfers from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, expect, it } from "vitest";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { earnReward } from "../../growth/rewards/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
const finance = await api.person("super_finance");

let serial = 61_000_000;
async function rich() {
  const person = await world.customer();
  serial += 1;
  const fact = { user_id: person.user_id, kind: "given", source_id: uuidv7(), reason: "For a test" } as const;
  await db.insertInto("user_plans").values({ id: uuidv7(), user_id: person.user_id, plan: "tier_3" }).execute();
  await db.transaction().execute(async (tx) => {
    await earnReward(tx, { ...fact, amount_kobo: 20_000_000n, on: await businessDate(tx), actor: SYSTEM });
  });
  await api.call(rewards.redeem, { token: person.token });
  const phone = `+23480${serial}`;
  await sql`update users set phone = ${phone} where id = ${person.user_id}`.execute(db);
  return { ...person, phone };
}
const [person, other] = [await rich(), await rich()];
const account_no = makeNuban("058", 261_000_001);
const { account_name } = await api.app.outside.payments.resolveAccount({ bank_code: "058", account_no });
const toBank = (amount_kobo: number, more: object = {}) =>
  api.call(transfers.initiate, {
    token: person.token,
    body: { kind: "bank", bank_code: "058", account_no, amount_kobo, payee_name: account_name, ...more },
  });
async function toWallet(amount_kobo: number) {
  const asked = { kind: "wallet", phone: other.phone, amount_kobo } as const;
  const { payee } = (await api.call(transfers.quote, { token: person.token, body: asked })).body.data as {
    payee: string;
  };
  return api.call(transfers.initiate, { token: person.token, body: { ...asked, payee_name: payee } });
}
const statusOf = ({ body }: { body: { data: unknown } }) =>
  (body.data as { transfer: { id: string; status: string } }).transfer.status;
const limitTo = (kobo: number) =>
  sql`update configuration set value = ${String(kobo)}::jsonb where key = 'transfers_daily_kobo'`.execute(db);
const desk = async () =>
  (await api.call(calls.find, { token: finance.token })).body.data as Record<
    "out_today_kobo" | "limit_kobo" | "arrived_today" | "failed_today",
    number
  >;
const switchTo = (is_on: boolean, notice?: string, token = finance.token) =>
  api.call(calls.switchBanks, { token, body: { is_on, reason: "The bank is away", ...(notice && { notice }) } });

afterEach(async () => {
  await limitTo(500_000_000_000);
  await switchTo(true);
});

it("what leaves for banks in a day over all wallets is counted, and beyond the limit looked at; wallets of ours are paid", async () => {
  const before = (await desk()).out_today_kobo;
  const first = await toBank(100_000);
  expect(statusOf(first)).toBe("approved");
  const { total_kobo } = (first.body.data as { transfer: { total_kobo: number } }).transfer;
  expect((await desk()).out_today_kobo).toBe(before + total_kobo);
  await limitTo(before + total_kobo * 2);
  expect(statusOf(await toBank(100_000, { is_repeat: true }))).toBe("approved");
  const held = await toBank(100_001);
  expect(statusOf(held)).toBe("in_review");
  expect(statusOf(await toWallet(100_000))).toBe("success");
  expect(await desk()).toMatchObject({ out_today_kobo: before + total_kobo * 2, limit_kobo: before + total_kobo * 2 });
  const query = { filter: JSON.stringify({ status: ["in_review"] }) };
  const listed = await api.call(reviews.listAll, { token: finance.token, query });
  expect((listed.body.datatable as { items: object[] }).items).toMatchObject([
    { held_because: "More leaves for banks in the day, over all wallets, than we let out" },
  ]);
  const { id } = (held.body.data as { transfer: { id: string } }).transfer;
  const let_go = { token: finance.token, params: { id }, body: { reason: "There is room at the bank" } };
  expect((await api.call(reviews.letGo, let_go)).status).toBe(200);
  const out = (await desk()).out_today_kobo;
  expect(out).toBeGreaterThan(before + total_kobo * 3);
  // The partner bank was not reached and takes it at the second try.
  for (const status of ["sent", "approved"])
    await api.database.pool.query("update transfers set status = $1 where id = $2", [status, id]);
  expect((await desk()).out_today_kobo, "counted once").toBe(out);
  await world.prove();
});

it("banks that are switched off are said before anybody types, refuse in words, and let wallets and what was accepted go on", async () => {
  const due_on = new Date(Date.parse(await businessDate(db)) + 86_400_000).toISOString().slice(0, 10);
  const planned = await toBank(50_000, { due_on });
  expect(statusOf(planned)).toBe("scheduled");
  const notice = "Our bank is away until about 16:00.";
  expect((await switchTo(false)).body.errors).toHaveProperty("notice");
  expect((await switchTo(false, "Pay to 0123 456 789 meanwhile.")).body.errors).toHaveProperty("notice");
  expect((await switchTo(false, notice, (await api.person("super_support")).token)).status).toBe(403);
  expect((await switchTo(false, notice)).body.data).toMatchObject({ is_on: false, notice });
  expect((await api.call(calls.notice, { token: person.token })).body.data).toEqual({ notice });
  expect((await toBank(60_000)).body).toMatchObject({ code: "banks_off", message: notice });
  expect(statusOf(await toWallet(60_000))).toBe("success");
  await closeBusinessDay(api.app);
  const { id } = (planned.body.data as { transfer: { id: string } }).transfer;
  const now = () => sql<{ status: string }>`select status from transfers where id = ${id}`.execute(db);
  expect((await now()).rows).toEqual([{ status: "scheduled" }]);
  expect((await switchTo(true)).body.data).toMatchObject({ is_on: true, notice: null });
  expect((await api.call(calls.notice, { token: person.token })).body.data).toEqual({ notice: null });
  await closeBusinessDay(api.app);
  expect((await now()).rows).toEqual([{ status: "approved" }]);
  const { total_kobo } = (planned.body.data as { transfer: { total_kobo: number } }).transfer;
  expect(await desk(), "late by the banks, it counts on the day that was closed").toMatchObject({ out_today_kobo: 0 });
  const tomorrow = new Date(Date.parse(await businessDate(db)) + 86_400_000).toISOString().slice(0, 10);
  expect(statusOf(await toBank(50_000, { due_on: tomorrow, is_repeat: true }))).toBe("scheduled");
  await closeBusinessDay(api.app);
  expect(await desk(), "on its day").toMatchObject({ out_today_kobo: total_kobo });
  await world.prove();
});

it("what arrived and what failed in a day is counted as it ended, each once", async () => {
  const ended = async () => {
    await waitUntil(async () => {
      await world.runJobs("send-payout", "query-payout");
      const { rows } = await sql`select 1 from transfers where status in ('approved', 'sent', 'unknown')`.execute(db);
      return rows.length === 0;
    });
    const { arrived_today, failed_today } = await desk();
    return { arrived_today, failed_today };
  };
  const before = await ended();
  await world.fault("paystack", { mode: "decline", times: 1, call: "POST /transfer" });
  expect(statusOf(await toBank(70_001))).toBe("approved");
  expect(await ended()).toEqual({ ...before, failed_today: before.failed_today + 1 });
  await world.clearFaults();
  expect(statusOf(await toBank(70_002))).toBe("approved");
  expect(await ended()).toEqual({ arrived_today: before.arrived_today + 1, failed_today: before.failed_today + 1 });
});
