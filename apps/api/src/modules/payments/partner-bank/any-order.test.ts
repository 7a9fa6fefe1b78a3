/** Whatever the order of notifications, statement lines, tiers and looks at what is held: each naira ends in one place, once. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import fc from "fast-check";
import { expect, it } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { accountOf, deliver, newSession, notification } from "../../../../../../test/partner-bank.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { balancesOf, personalBalances } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { matchAll } from "../../money/reconciliation/index.ts";
import { releaseHeld } from "./releasing.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;

const natural = async (code: string) => (await balancesOf(queryable(db), [code]))[0]?.natural_kobo ?? 0n;
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant("notify" as const), which: fc.nat(5), times: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("lines" as const), which: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("tier" as const), plan: fc.constantFrom("tier_2", "tier_3") }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("look" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("match" as const) }) },
);

it("ends with each naira once", async () => {
  await world.syncClock();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 20_000_000 }), { minLength: 6, maxLength: 6 }),
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (amounts, steps) => {
        const person = await world.customer();
        const account_no = await accountOf(api, person);
        const transfers = amounts.map((kobo, at) => {
          const [session_id, amount] = [
            newSession(),
            `${Math.floor(kobo / 100)}.${String(kobo % 100).padStart(2, "0")}`,
          ];
          // One of the six is for a number of nobody.
          const account = at === 5 ? "8219999990" : account_no;
          return { kobo, session_id, body: notification({ account_no: account, amount, session_id }) };
        });
        const before = { bank: await natural("bank_operating"), nobodys: await natural("unidentified_receipts") };
        const told = new Set<number>();
        const listed = new Set<number>();
        const notify = async (which: number, times = 1) => {
          told.add(which);
          const answers = await Promise.all(Array.from({ length: times }, () => deliver(api, transfers[which]!.body)));
          expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        };
        const match = () => db.transaction().execute(async (tx) => matchAll(tx, await businessDate(tx)));
        for (const each of steps) {
          if (each.does === "notify") await notify(each.which, each.times + 1);
          else if (each.does === "tier")
            await db
              .insertInto("user_plans")
              .values({ id: uuidv7(), user_id: person.user_id, plan: each.plan })
              .execute();
          else if (each.does === "look") await Promise.all([releaseHeld(api.app), releaseHeld(api.app)]);
          else if (each.does === "match") await match();
          else if (!listed.has(each.which)) {
            listed.add(each.which);
            await takeToday(world, [[transfers[each.which]!.kobo, transfers[each.which]!.session_id]]);
          }
        }
        const mine = [...told].filter((at) => at !== 5);
        const sum = (of: Iterable<number>) => [...of].reduce((total, at) => total + BigInt(transfers[at]!.kobo), 0n);
        const { rows } = await sql<{ status: string; kobo: bigint }>`
          select status, sum(amount_kobo)::bigint as kobo
          from inbound_credits
          where session_id = any(${transfers.map(({ session_id }) => session_id)}::text[])
          group by 1
        `.execute(db);
        const of = (status: string) => rows.find((row) => row.status === status)?.kobo ?? 0n;
        expect((await natural("bank_operating")) - before.bank).toBe(sum(told));
        expect((await personalBalances(db, person.user_id)).cash_kobo).toBe(of("received"));
        expect(of("received") + of("held")).toBe(sum(mine));
        expect((await natural("unidentified_receipts")) - before.nobodys).toBe(of("unidentified"));
        // The highest tier has no limit: nothing stays held, and the statement's lines belong to what was told.
        await db.insertInto("user_plans").values({ id: uuidv7(), user_id: person.user_id, plan: "tier_3" }).execute();
        for (const at of listed) if (!told.has(at)) await notify(at);
        await releaseHeld(api.app);
        await match();
        expect((await personalBalances(db, person.user_id)).cash_kobo).toBe(sum([...told].filter((at) => at !== 5)));
        const open = await sql<{ reference: string }>`
          select reference
          from reconciliation_items
          where reference = any(${[...listed].filter((at) => at !== 5).map((at) => transfers[at]!.session_id)}::text[])
            and subject_type = 'receipt'
            and status <> 'matched_auto'
        `.execute(db);
        expect(open.rows).toEqual([]);
      },
    ),
    { numRuns: 12 },
  );
  expect(await natural("held_receipts")).toBe(0n);
  await world.prove();
});
