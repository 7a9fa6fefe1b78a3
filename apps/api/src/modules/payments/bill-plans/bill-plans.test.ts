/** Favourites, and what is bought by itself: one purchase for each plan and day, within the buyer's own maximum and limits. */
import { weekdayOf } from "@manilla/contract/cards/card-limits";
import * as calls from "@manilla/contract/payments/bill-plans";
import * as bills from "@manilla/contract/payments/bills";
import { addDays } from "@manilla/credit";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { putInCash, richCustomer } from "../../../../../../test/bills.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { balancesOf } from "../../money/books/index.ts";
import { queryable } from "../../../db/database.ts";
import { businessDate } from "../../platform/states/index.ts";
import { readProviders } from "../bills/index.ts";
import type { Step } from "../../../house/app.ts";
import { buyPlanned } from "./buying.ts";
import { nextOn } from "./rules.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
await readProviders(api.app);
type Person = Awaited<ReturnType<typeof world.customer>>;
interface Plan {
  id: string;
  next_on: string;
  status: string;
  last_bill_id: string | null;
  last_failure: string | null;
  version: number;
}
const rich = (kobo = 1_000_000n) => richCustomer(world, kobo);
async function bought({ token }: Person, amount_kobo = 100_000): Promise<string> {
  const body = { service: "mtn", phone: "08031239001", amount_kobo };
  const { id } = (await api.call(bills.buyAirtime, { token, body })).body.data as { id: string };
  await world.runJobs("send-bill");
  return id;
}
const create = ({ token }: Person, bill_id: string, body: object = {}) =>
  api.call(calls.create, { token, body: { bill_id, every: "week", on_day: 3, maximum_kobo: 100_000, ...body } });
const plansOf = async ({ token }: Person) =>
  ((await api.call(calls.listPlans, { token })).body.data as { plans: Plan[] }).plans;
const cashOf = async ({ user_id }: Person) =>
  (await balancesOf(queryable(db), [`cash_wallet:${user_id}`]))[0]?.natural_kobo ?? 0n;
const { batch } = buyPlanned as Extract<Step, { batch: unknown }>;
/** The step of the close for a day that begins, as often as it takes. */
async function live(opening: string): Promise<void> {
  let cursor: string | null = null;
  do {
    const at: string | null = cursor;
    const day = { closing: addDays(opening, -1), opening };
    cursor = (await db.transaction().execute((tx) => batch(api.app, tx, day, at))).cursor;
  } while (cursor);
}
const purchases = async (plan_id: string) =>
  (await sql<{ due_on: string }>`select due_on::text from bill_plan_days where plan_id = ${plan_id}`.execute(db)).rows;
beforeEach(async () => {
  // Only the plans of one test are due at a time.
  await sql`update bill_plans set next_on = '2099-01-01'`.execute(db);
});

describe("the next day", () => {
  it("is after the day, on its day of the week or the month, and never further than one period", () => {
    expect(nextOn("week", 3, "2026-11-26")).toBe("2026-12-02");
    expect(nextOn("week", 4, "2026-11-26")).toBe("2026-12-03");
    expect(nextOn("month", 31, "2026-02-01")).toBe("2026-02-28");
    expect(nextOn("month", 31, "2026-02-28")).toBe("2026-03-31");
    expect(nextOn("month", 29, "2028-02-03")).toBe("2028-02-29");
    expect(nextOn("month", 1, "2026-12-01")).toBe("2027-01-01");
    const day = fc.integer({ min: 0, max: 4_000 }).map((ahead) => addDays("2024-01-01", ahead));
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 1, max: 31 }),
        fc.constantFrom("week" as const, "month" as const),
        (after, on, every) => {
          const on_day = every === "week" ? ((on - 1) % 7) + 1 : on;
          const next = nextOn(every, on_day, after);
          expect(next > after).toBe(true);
          expect(next <= addDays(after, every === "week" ? 7 : 62)).toBe(true);
          if (every === "week") expect(weekdayOf(next)).toBe(on_day);
          else expect(Number(next.slice(8)) === on_day || addDays(next, 1).endsWith("-01")).toBe(true);
        },
      ),
    );
  });
});

describe("an automatic purchase", () => {
  it("buys once on its day, however often the close runs, and is paused, goes on and ends", async () => {
    const person = await rich();
    const { token } = person;
    const bill_id = await bought(person);
    const clicked = await Promise.all([create(person, bill_id), create(person, bill_id)]);
    expect(clicked.map(({ status }) => status).toSorted(), "two clicks").toEqual([200, 409]);
    const made = clicked.find(({ status }) => status === 200)!;
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { id, next_on } = made.body.data as Plan;
    expect(next_on > (await businessDate(db))).toBe(true);
    await Promise.all([live(next_on), live(next_on)]);
    await live(next_on);
    expect(await purchases(id)).toEqual([{ due_on: next_on }]);
    expect(await cashOf(person)).toBe(800_000n);
    await world.runJobs("send-bill", "query-bill");
    const [plan] = await plansOf(person);
    expect(plan).toMatchObject({ last_failure: null, next_on: addDays(next_on, 7) });
    const bill = await api.call(bills.find, { token, params: { id: plan!.last_bill_id! } });
    expect(bill.body.data).toMatchObject({ status: "delivered", total_kobo: 100_000 });
    const act = (call: typeof calls.pause | typeof calls.resume | typeof calls.end) =>
      api.call(call, { token, params: { id } });
    expect((await act(calls.pause)).body.data).toMatchObject({ status: "paused" });
    await live(addDays(next_on, 7));
    expect(await purchases(id)).toHaveLength(1);
    expect((await act(calls.resume)).body.data).toMatchObject({ status: "active" });
    expect((await act(calls.end)).body.data).toMatchObject({ status: "ended" });
    expect((await act(calls.resume)).status).toBe(409);
    await world.prove();
  });

  it("tells who cannot pay, buys nothing above its maximum, and goes on to its next day", async () => {
    const person = await rich(150_000n);
    const { id, next_on } = (await create(person, await bought(person))).body.data as Plan;
    await live(next_on);
    const [plan] = await plansOf(person);
    expect(plan).toMatchObject({ last_bill_id: null, last_failure: expect.stringMatching(/holds ₦500/) });
    expect(plan!.next_on).toBe(addDays(next_on, 7));
    expect(await cashOf(person)).toBe(50_000n);
    const { rows } = await sql`
      select 1 from notifications where user_id = ${person.user_id} and title like '%was not bought today'
    `.execute(db);
    expect(rows).toHaveLength(1);
    await putInCash(api, person, 1_000_000n);
    // With the cashback of the first.
    const before = await cashOf(person);
    await sql`update bill_plans set amount_kobo = 100001 where id = ${id}`.execute(db);
    await live(plan!.next_on);
    expect((await plansOf(person))[0]).toMatchObject({ last_failure: expect.stringMatching(/more than the ₦1,000/) });
    expect(await cashOf(person)).toBe(before);
    // No money leaves an account that is stopped.
    await sql`update bill_plans set amount_kobo = 100000 where id = ${id}`.execute(db);
    await sql`update users set is_post_no_debit = true where id = ${person.user_id}`.execute(db);
    await live(addDays(plan!.next_on, 7));
    expect(await cashOf(person)).toBe(before);
    await world.prove();
  });

  it("ends by itself after its last day, and is only of the caller's own delivered bills", async () => {
    const [person, other] = [await rich(), await rich()];
    const bill_id = await bought(person);
    expect((await create(other, bill_id)).status).toBe(404);
    expect((await create(person, bill_id, { every: "week", on_day: 8 })).body.errors).toHaveProperty("on_day");
    expect((await create(person, bill_id, { maximum_kobo: 99_999 })).body.errors).toHaveProperty("maximum_kobo");
    const early = { ends_on: await businessDate(db) };
    expect((await create(person, bill_id, early)).body.errors).toHaveProperty("ends_on");
    const today = await businessDate(db);
    const { id, next_on } = (await create(person, bill_id, { ends_on: addDays(today, 8) })).body.data as Plan;
    expect((await api.call(calls.end, { token: other.token, params: { id } })).status).toBe(404);
    await live(next_on);
    expect((await plansOf(person))[0]).toMatchObject({ status: "ended" });
    expect(await plansOf(other)).toEqual([]);
    await world.prove();
  });
});

it("a favourite is kept once for a number, and is nobody else's", async () => {
  const [person, other] = [await rich(), await rich()];
  const bill_id = await bought(person);
  const keep = ({ token }: Person, name: string) => api.call(calls.keep, { token, body: { bill_id, name } });
  const all = async ({ token }: Person) =>
    ((await api.call(calls.favourites, { token })).body.data as { favourites: { id: string; name: string }[] })
      .favourites;
  expect((await keep(other, "Theirs")).status).toBe(404);
  await keep(person, "Mother");
  expect((await keep(person, "Mum")).status).toBe(200);
  const [kept, ...more] = await all(person);
  expect(kept).toMatchObject({ name: "Mum", customer_no: "08031239001", amount_kobo: 100_000 });
  expect(more).toEqual([]);
  expect(await all(other)).toEqual([]);
  const params = { id: kept!.id };
  expect((await api.call(calls.forget, { token: other.token, params })).status).toBe(404);
  expect((await api.call(calls.forget, { token: person.token, params })).status).toBe(200);
  expect(await all(person)).toEqual([]);
});
