/** Our account with the issuer: topped up by two people against the bank's line, and its balance beside the books each day. */
import * as calls from "@manilla/contract/cards/issuer-float";
import { addDays } from "@manilla/credit";
import { expect, it } from "vitest";
import { bought, companyCardWith, natural, sandboxSends } from "../../../../../../test/card-disputes.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { readSettlements } from "../card-settlements/reading.ts";
import { compareFloat } from "./comparing.ts";

const world = await useLendingWorld();
const { api, maker, checker } = world;

async function liveDay(): Promise<void> {
  const until = addDays(await businessDate(api.app.db), 1);
  await catchUp(api.app, until, { onDay: () => world.syncClock() });
  await world.syncClock();
  await readSettlements(api.app);
  await compareFloat(api.app);
}
interface Day {
  id: string;
  day: string;
  card_currency: string;
  status: string;
  difference_kobo: number;
  decision_reason: string | null;
}
const days = async () =>
  ((await api.call(calls.listDays, { token: maker.token })).body.datatable as { items: Day[] }).items;
interface Now {
  books_kobo: number;
  lines: { item_id: string; amount_kobo: number; narration: string }[];
  top_ups: { amount_kobo: number; by: string }[];
}
const now = async () => (await api.call(calls.find, { token: maker.token })).body.data as Now;

it("is topped up by two, once, and agrees with the issuer to the kobo; what does not is looked at", async () => {
  const card = await companyCardWith(world, 10_000_000n);
  await sandboxSends(world, "POST", "/issuer-float", { amount_kobo: 5_000_000 });
  await bought(world, card, 1_234.56);
  await liveDay();
  // The issuer has the money, our books do not know of it yet.
  expect((await days())[0]).toMatchObject({ status: "differs", difference_kobo: 5_000_000 });
  const bank = await natural(world, "bank_operating");
  const float = await natural(world, "issuer_float");
  const line = (await now()).lines.find(({ amount_kobo }) => amount_kobo === 5_000_000)!;
  expect(line.narration).toContain("FLOAT");

  const body = { item_id: line.item_id, reason: "The float for January" };
  const ask = (token: string) => api.call(calls.topUp, { token, body });
  expect((await ask((await api.person("super_support")).token)).status).toBe(403);
  const asked = await Promise.all([ask(maker.token), ask(maker.token)]);
  expect(asked.map(({ status }) => status).toSorted(), "two clicks").toEqual([200, 409]);
  const { approval_id } = asked.find(({ status }) => status === 200)!.body.data as { approval_id: string };
  expect(await natural(world, "issuer_float"), "not by one").toBe(float);
  expect(await world.approve(approval_id)).toMatchObject({ status: 200 });
  expect(await world.approve(approval_id)).toMatchObject({ status: 409 });
  expect(await natural(world, "issuer_float")).toBe(float + 5_000_000n);
  expect(await natural(world, "bank_operating")).toBe(bank - 5_000_000n);
  expect((await ask(maker.token)).body.errors, "it is explained").toHaveProperty("item_id");
  expect(await now()).toMatchObject({ top_ups: [{ amount_kobo: 5_000_000, by: "Charles Checker" }] });
  await compareFloat(api.app);
  expect((await days())[0]).toMatchObject({ status: "agrees", difference_kobo: 0 });

  // The issuer is wrong by a naira: an exception, until somebody says why.
  await sandboxSends(world, "PUT", "/issuer-float", { error_kobo: -100 });
  await bought(world, card, 10);
  await liveDay();
  const [odd] = await days();
  expect(odd).toMatchObject({ status: "differs", difference_kobo: -100 });
  const explain = (reason: string) =>
    api.call(calls.explain, { token: checker.token, params: { id: odd!.id }, body: { reason } });
  expect((await explain("")).body.errors).toHaveProperty("reason");
  expect((await explain("A charge that the issuer takes back tomorrow")).status).toBe(200);
  expect((await explain("Again")).status).toBe(409);
  expect((await days())[0]).toMatchObject({ status: "explained" });

  // A day that differs agrees by itself when a later one does.
  await liveDay();
  expect((await days())[0]).toMatchObject({ status: "differs" });
  await sandboxSends(world, "PUT", "/issuer-float", { error_kobo: 0 });
  await liveDay();
  const [last, before] = await days();
  expect(last).toMatchObject({ status: "agrees", difference_kobo: 0 });
  expect(before).toMatchObject({ status: "agrees", decision_reason: expect.stringContaining("agrees again") });
  await world.prove();
});

it("is topped up with dollars for naira at a rate that is likely, and leaves the account in naira alone", async () => {
  await bought(world, await companyCardWith(world, 1_000_000n), 20);
  await sandboxSends(world, "POST", "/issuer-float", { amount_kobo: 15_500_000, amount_cents: 10_000 });
  await liveDay();
  expect((await days())[0]).toMatchObject({ status: "agrees" });
  const before = await now();
  const line = before.lines.find(({ amount_kobo }) => amount_kobo === 15_500_000)!;
  const ask = (amount_cents: number) =>
    api.call(calls.topUp, {
      token: maker.token,
      body: { item_id: line.item_id, amount_cents, reason: "A hundred dollars" },
    });
  for (const wrong of [100, 1_000_000]) expect((await ask(wrong)).body.errors).toHaveProperty("amount_cents");
  const { approval_id } = (await ask(10_000)).body.data as { approval_id: string };
  expect(await world.approve(approval_id)).toMatchObject({ status: 200 });
  expect(await natural(world, "issuer_float_usd")).toBe(10_000n);
  expect(await natural(world, "fx_position_usd")).toBe(-10_000n);
  expect(await natural(world, "fx_position")).toBe(15_500_000n);
  const after = await now();
  expect(after.books_kobo).toBe(before.books_kobo);
  expect(after.top_ups[0]).toMatchObject({ amount_kobo: 15_500_000, amount_cents: 10_000 });
  expect(after).toMatchObject({ books_cents: 10_000, owed_cents: 0 });
  await liveDay();
  const both = async () =>
    (await days()).slice(0, 2).toSorted((one, other) => (one.card_currency < other.card_currency ? -1 : 1));
  expect(await both(), "each currency by itself").toMatchObject([
    { card_currency: "NGN", status: "agrees", difference_kobo: 0 },
    { card_currency: "USD", status: "agrees", issuer_kobo: 10_000, books_kobo: 10_000, difference_kobo: 0 },
  ]);
  // The issuer has half a dollar less: the difference is one of dollars, and the naira agree.
  await sandboxSends(world, "PUT", "/issuer-float", { error_cents: -50 });
  await bought(world, await companyCardWith(world, 1_000_000n), 20);
  await liveDay();
  expect(await both()).toMatchObject([
    { card_currency: "NGN", status: "agrees" },
    { card_currency: "USD", status: "differs", difference_kobo: -50 },
  ]);
  await sandboxSends(world, "PUT", "/issuer-float", { error_cents: 0 });
  await liveDay();
  const [, today] = await both();
  expect(today).toMatchObject({ card_currency: "USD", status: "agrees" });
  expect(
    (await days()).filter(({ status }) => status === "differs"),
    "and explains the day before",
  ).toEqual([]);
  await world.prove();
});

it("tells once that it is low, and once more after a top-up", async () => {
  const heard = async () => {
    const { rows } = await api.database.pool.query<{ title: string; body: string }>(
      "select title, body from notifications where user_id = $1 and title like '%is low' order by created_at",
      [maker.user_id],
    );
    return rows;
  };
  const before = (await heard()).length;
  const spend = async (error_kobo: number) => {
    await sandboxSends(world, "PUT", "/issuer-float", { error_kobo });
    await bought(world, await companyCardWith(world, 1_000_000n), 20);
    await liveDay();
  };
  await spend(1_000_000_000);
  expect((await heard()).length, "enough is left").toBe(before);
  await spend(-900_000_000);
  const told = (await heard()).slice(before);
  expect(told).toEqual([{ title: "Our account with the issuer is low", body: expect.stringContaining("overdrawn") }]);
  await spend(-900_000_000);
  expect((await heard()).length, "said already").toBe(before + 1);
  await spend(1_000_000_000);
  await spend(-900_000_000);
  expect((await heard()).length, "filled since").toBe(before + 2);
  await sandboxSends(world, "PUT", "/issuer-float", { error_kobo: 0 });
});

it("of an issuer that does not answer is compared later", async () => {
  await bought(world, await companyCardWith(world, 1_000_000n), 20);
  const until = addDays(await businessDate(api.app.db), 1);
  await catchUp(api.app, until, { onDay: () => world.syncClock() });
  await world.syncClock();
  await readSettlements(api.app);
  await world.fault("issuer", { mode: "outage" });
  expect(await compareFloat(api.app)).toBe(false);
  await world.clearFaults();
  expect(await compareFloat(api.app)).toBe(true);
  expect(await compareFloat(api.app)).toBe(false);
});
