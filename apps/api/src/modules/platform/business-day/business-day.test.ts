import * as calls from "@manilla/contract/platform/business-day";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import type { Step } from "../../../house/app.ts";
import { businessDate } from "../states/index.ts";
import { closeOneDay } from "./calendar.ts";
import { catchUp, closeBusinessDay } from "./index.ts";

const api = await useTestApi();
const { app } = api;
const [ITEMS, EVERY] = [Array.from({ length: 5 }, () => uuidv7()), 2];

/** What the steps of a night did, in order: a step of two batches of which the second may fail, and one that finds nothing. */
let done: string[] = [];
let failsAt: string | null = null;
const steps: Step[] = [
  {
    name: "fall_due",
    at: 1,
    async batch(_, tx, { closing }, cursor) {
      const from = cursor === null ? 0 : ITEMS.indexOf(cursor) + 1;
      const batch = ITEMS.slice(from, from + EVERY);
      // Locked, as what a step works on is.
      await sql`select 1 from business_days where business_date = ${closing}::date for update`.execute(tx);
      for (const item of batch) {
        if (item === failsAt) throw new Error("a broken row");
        done.push(item);
      }
      return { cursor: from + EVERY < ITEMS.length ? batch.at(-1)! : null, counts: { rows: batch.length } };
    },
  },
  {
    name: "reminders",
    at: 2,
    outside: async () => {
      done.push("reminders");
      return { cursor: null, counts: { sent: 0 } };
    },
  },
];
app.house = { ...app.house, close: steps };
beforeEach(() => {
  done = [];
  failsAt = null;
});

const runsOf = async (on: string) =>
  (
    await sql<{ outcome: string; failure: string | null }>`
      select outcome, failure from job_runs where business_date = ${on}::date order by started_at, id
    `.execute(app.db)
  ).rows;

describe("the close of a business day", () => {
  it("goes on after a failure from the last batch that was kept, does nothing twice, and counts both runs", async () => {
    const on = await businessDate(app.db);
    failsAt = ITEMS[3]!;
    await expect(closeBusinessDay(app)).rejects.toThrow("fall_due: a broken row");
    expect(await businessDate(app.db), "the day stays open").toBe(on);
    failsAt = null;
    const kept = ITEMS.slice(0, EVERY);
    done = [...kept];
    const opened = await closeBusinessDay(app);
    expect([opened, await businessDate(app.db)]).toEqual(["2026-01-16", "2026-01-16"]);
    expect(done).toEqual([...ITEMS, "reminders"]);
    expect(await runsOf(on)).toMatchObject([
      { outcome: "failed", failure: "fall_due: a broken row" },
      { outcome: "success", failure: null },
    ]);
    const operations = await api.person("super_admin");
    const { body } = await api.call(calls.listAll, { token: operations.token });
    const [day] = (
      body.datatable as { items: { business_date: string; steps: object[]; failure: null }[] }
    ).items.filter(({ business_date }) => business_date === on);
    expect(day?.steps).toMatchObject([
      { step: "fall_due", counts: { rows: ITEMS.length } },
      { step: "reminders", counts: { sent: 0 } },
      { step: "open" },
    ]);
    expect(day?.failure).toBeNull();
  });

  it("is one process's: a second one is refused while it goes on, and may close the next day after", async () => {
    const on = await businessDate(app.db);
    const results = await Promise.allSettled([closeBusinessDay(app), closeBusinessDay(app)]);
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "closing" } }]);
    expect(await runsOf(on)).toMatchObject([{ outcome: "success" }]);
    expect(done).toEqual([...ITEMS, "reminders"]);
    await expect(closeBusinessDay(app)).resolves.toBe("2026-01-18");
  });

  it("of several days is one after the other, and none where the day is reached", async () => {
    const seen: string[] = [];
    const onDay = (day: string): Promise<void> => Promise.resolve(void seen.push(day));
    expect(await catchUp(app, "2026-01-20", { onDay })).toBe(2);
    expect(seen).toEqual(["2026-01-18", "2026-01-19"]);
    expect(await catchUp(app, "2026-01-20", { onDay })).toBe(0);
  });

  it("that was asked for closes that day once, however late or often its job runs", async () => {
    const on = await businessDate(app.db);
    await closeOneDay(app, on);
    await closeOneDay(app, on);
    expect(await businessDate(app.db)).toBe("2026-01-21");
  });
});

describe("the click that closes", () => {
  const run = async (token: string, key = uuidv7()) => api.call(calls.run, { token, key });
  const queued = async (): Promise<number> =>
    (await api.database.pool.query("select 1 from pgboss.job where name = 'close-of-business'")).rows.length;

  it("puts one job into the queue for one key, and a record beside it", async () => {
    const { token, user_id } = await api.person("super_admin");
    const [key, before] = [uuidv7(), await queued()];
    const first = await run(token, key);
    expect(first.body.data).toEqual({ business_date: await businessDate(app.db), is_queued: true });
    expect((await run(token, key)).body.data).toEqual(first.body.data);
    expect((await queued()) - before).toBe(1);
    const { rows } = await api.database.pool.query(
      "select actor_id from audit_records where action = 'close_of_business_requested'",
    );
    expect(rows).toEqual([{ actor_id: user_id }]);
  });

  it("is refused to who may not, and on a day that is not over yet", async () => {
    expect((await run((await api.person("super_support")).token)).status).toBe(403);
    const { rows } = await sql<{ on: string }>`
      update business_calendar set business_date = '2199-01-01' returning business_date::text as "on"
    `.execute(app.db);
    expect(rows).toHaveLength(1);
    const refused = await run((await api.person("super_admin")).token);
    expect([refused.status, refused.body.code]).toEqual([409, "day_not_over"]);
  });
});
