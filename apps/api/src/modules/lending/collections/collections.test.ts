import * as calls from "@manilla/contract/lending/collections";
import * as repayments from "@manilla/contract/lending/repayments";
import { expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { catchUp } from "../../platform/business-day/index.ts";

const world = await useLendingWorld("without bank statements");
const today = async () =>
  (await world.api.call(calls.today, { token: world.maker.token })).body.data as unknown as {
    business_date: string;
    due: { count: number; amount_kobo: number };
    received: { count: number; amount_kobo: number };
    trend: { day: string; due_kobo: number; received_kobo: number }[];
    received_before_kobo: number;
    arrears: { became_late: number; cured: number };
  };

it("says what falls due and what came in today, as the schedule and the receipts say, and what moved in arrears", async () => {
  const { id } = await world.running();
  const [first] = await world.rows(id);
  await catchUp(world.api.app, String(first?.due_on), { onDay: () => world.syncClock() });
  const before = await today();
  const row = first!.principal_kobo + first!.interest_kobo + first!.fees_kobo;
  expect(before).toMatchObject({ business_date: first?.due_on, due: { count: 1, amount_kobo: Number(row) } });
  expect(before.trend).toHaveLength(14);
  expect(before.trend.at(-1)).toEqual({ day: first?.due_on, due_kobo: Number(row), received_kobo: 0 });
  await world.api.call(repayments.payFraction, {
    token: world.maker.token,
    params: { id: first!.id },
    body: { amount_kobo: 100_000, reference: "PART-1" },
  });
  await catchUp(world.api.app, "2026-03-01", { onDay: () => world.syncClock() });
  const { rows } = await world.api.database.pool.query<{ n: number }>(
    "select count(*)::int as n from transitions where noun = 'loan' and to_state = 'past_due' and business_date >= '2026-02-28'",
  );
  expect((await today()).arrears.became_late).toBe(rows[0]?.n);
  // A fortnight later what came is in the fortnight before.
  const paid_on = String(first?.due_on);
  const later = new Date(Date.parse(`${paid_on}T00:00:00Z`) + 14 * 86_400_000).toISOString().slice(0, 10);
  await catchUp(world.api.app, later, { onDay: () => world.syncClock() });
  const then = await today();
  expect([then.trend[0]?.day, then.trend.length]).toEqual([
    new Date(Date.parse(`${paid_on}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10),
    14,
  ]);
  expect([before.received_before_kobo, then.received_before_kobo]).toEqual([0, 100_000]);
});

it("is for those who see repayments", async () => {
  const { token } = await world.customer();
  expect((await world.api.call(calls.today, { token })).status).toBe(403);
});
