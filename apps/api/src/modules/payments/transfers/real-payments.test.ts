import { describe, expect, it } from "vitest";
import {
  isStandingOrder,
  ordersOf,
  realPayments,
  recognisedOf,
  recurringIn,
  replayPayments,
  runningOrders,
} from "../../../../../../test/real-payments.ts";
import { accountsOf, hasTransfers } from "../../../../../../test/real-transfers.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const isThere = hasTransfers();
const world = isThere ? await useLendingWorld("without bank statements") : undefined;
const ACCOUNTS = accountsOf(5);

describe.runIf(isThere)("real transfers between banks", () => {
  it("leave the balances that were published, to the kobo of the rows, and the bank's", async () => {
    const all = realPayments();
    expect([all.filter(({ to }) => to).length, all.filter(({ from }) => from).length]).toEqual([6_343, 3_772]);
    // With one that was overdrawn.
    const first = new Set([...new Set(all.map(({ account }) => account))].slice(0, ACCOUNTS)).add("10266");
    const moved = all.filter(({ account }) => first.has(account));
    const { sent, received, rows, exact, overdrawn, people } = await replayPayments(world!, moved);
    expect(sent).toBeGreaterThan(50);
    expect(received).toBeGreaterThan(10);
    expect(overdrawn.has("10266")).toBe(true);
    if (ACCOUNTS === Infinity) expect([sent, received]).toEqual([6_343, 3_772]);
    expect(exact / rows).toBeGreaterThan(0.9);
    const recognised = await recognisedOf(world!, people);
    expect(recognised).toEqual(runningOrders(moved));
    expect(recognised.length).toBeGreaterThan(ACCOUNTS === Infinity ? 800 : 3);
  });

  it("are standing orders of ours where the same amount goes to the same account each month", () => {
    const monthly = ordersOf(realPayments()).filter((days) => days.length >= 3);
    expect(monthly.length).toBe(922);
    expect(monthly.filter((days) => !isStandingOrder(days))).toEqual([]);
    // Of the 6,343: the others were paid once or twice.
    expect(monthly.reduce((sum, days) => sum + days.length, 0)).toBe(5_997);
    const [longest] = monthly.toSorted((one, other) => other.length - one.length);
    expect(isStandingOrder(longest!.filter((_, at) => at !== 1)), "a month that is left out").toBe(false);
  });

  it("are recognised as recurring where they still go on at the end of the file", () => {
    const all = realPayments();
    const running = runningOrders(all);
    expect(running.length).toBeGreaterThan(800);
    expect(recurringIn(all)).toEqual(running);
  });
});
