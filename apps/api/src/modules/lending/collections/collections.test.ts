import * as calls from "@manilla/contract/lending/collections";
import * as loans from "@manilla/contract/lending/loans";
import * as repayments from "@manilla/contract/lending/repayments";
import * as assignments from "@manilla/contract/people/assignments";
import { expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { collectionsToday } from "./queries.ts";

const world = await useLendingWorld("without bank statements");
const today = async () =>
  (await world.api.call(calls.today, { token: world.maker.token })).body.data as unknown as {
    business_date: string;
    calls_due: number;
    due: { count: number; amount_kobo: number };
    received: { count: number; amount_kobo: number };
    trend: { day: string; due_kobo: number; received_kobo: number }[];
    received_before_kobo: number;
    arrears: { became_late: number; cured: number; since: string; passed: { days_past_due: number; count: number }[] };
  };

const after = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** How many rows the list of loans has that a figure opens. */
const lateFor = async (min: number, max: number): Promise<number> => {
  const filter = JSON.stringify({ status: ["running", "past_due", "stop_requested"], days_past_due: { min, max } });
  const { body } = await world.api.call(loans.listAll, { token: world.maker.token, query: { filter } });
  return (body.datatable as { total_count: number }).total_count;
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
  const expectListed = async (day: number): Promise<void> => {
    await catchUp(world.api.app, after(String(first?.due_on), day), { onDay: () => world.syncClock() });
    const { arrears } = await today();
    expect(arrears.became_late, `${day}`).toEqual(day <= 2 ? 1 : 0);
    expect(await lateFor(1, 2), `${day}`).toEqual(day <= 2 ? 1 : 0);
    const passed = await lateFor(31, 31);
    expect(arrears.passed, `${day}`).toEqual(passed === 0 ? [] : [{ days_past_due: 30, count: passed }]);
    expect(passed, `${day}`).toEqual(day === 31 ? 1 : 0);
  };
  for (const day of [1, 2, 3]) await expectListed(day);
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
  for (const day of [30, 31, 32]) await expectListed(day);
});

it("counts a loan that is late no more, as the list that it opens does", async () => {
  const late = await world.running();
  const [due] = await world.rows(late.id);
  await catchUp(world.api.app, after(String(due!.due_on), 5), { onDay: () => world.syncClock() });
  const cured = async () => {
    // Past what the call keeps for some seconds.
    const { business_date, arrears } = await collectionsToday(world.api.app.db);
    const query = { rangeKey: "cured_on", rangeStart: arrears.since, rangeEnd: business_date };
    const { body } = await world.api.call(loans.listAll, { token: world.maker.token, query });
    return [arrears.cured, (body.datatable as { items: { id: string }[] }).items.map((row) => row.id)];
  };
  expect([(await world.loanRow(late.id)).status, await cured()]).toEqual(["past_due", [0, []]]);
  const settled = await world.api.call(repayments.settle, {
    token: world.maker.token,
    params: { id: due!.id },
    body: { scope: "due", reference: "CURED-1" },
  });
  expect([settled.status, await cured()]).toEqual([200, [1, [late.id]]]);
});

it("says whom to call as was agreed, as the list that it opens does, until they were called again", async () => {
  const { id, customer } = await world.running();
  const [first] = await world.rows(id);
  await catchUp(world.api.app, after(String(first?.due_on), 3), { onDay: () => world.syncClock() });
  const { token } = await world.api.person("super_risk");
  const log = (body: object) =>
    world.api.call(assignments.markAsContacted, {
      token,
      body: { user_id: customer.user_id, channel: "phone", outcome: "call_back", ...body },
    });
  const due = async () => {
    const { business_date, calls_due } = await today();
    const filter = JSON.stringify({ call_again_on: { to: business_date } });
    const { body } = await world.api.call(repayments.defaults, { token: world.maker.token, query: { filter } });
    const { items } = body.datatable as { items: { id: string; is_call_due: boolean }[] };
    return [calls_due, items.map((row) => [row.id, row.is_call_due])];
  };
  const { business_date } = await today();
  expect((await log({ call_again_on: after(business_date, 2) })).status).toBe(200);
  expect(await due()).toEqual([0, []]);
  await catchUp(world.api.app, after(business_date, 2), { onDay: () => world.syncClock() });
  expect(await due()).toEqual([1, [[id, true]]]);
  expect((await log({ outcome: "no_answer" })).status).toBe(200);
  expect(await due(), "called again").toEqual([0, []]);
});

it("is for those who see repayments", async () => {
  const { token } = await world.customer();
  expect((await world.api.call(calls.today, { token })).status).toBe(403);
});
