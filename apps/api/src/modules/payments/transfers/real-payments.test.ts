import { describe, expect, it } from "vitest";
import { isStandingOrder, ordersOf, realPayments, replayPayments } from "../../../../../../test/real-payments.ts";
import { SENDS_ALL, hasTransfers } from "../../../../../../test/real-transfers.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const isThere = hasTransfers();
const world = isThere ? await useLendingWorld("without bank statements") : undefined;
/** `npm run chaos -- transfers` sends all of them. */
const ACCOUNTS = SENDS_ALL ? Infinity : 10;

describe.runIf(isThere)("real transfers to other banks", () => {
  it("leave the balances that were published, to the kobo of the rows", async () => {
    const all = realPayments();
    expect(all.filter(({ to }) => to).length).toBe(6_343);
    // With one that was overdrawn.
    const first = new Set([...new Set(all.map(({ account }) => account))].slice(0, ACCOUNTS)).add("10266");
    const { sent, rows, exact, overdrawn } = await replayPayments(
      world!,
      all.filter(({ account }) => first.has(account)),
    );
    expect(sent).toBeGreaterThan(200);
    expect(overdrawn.has("10266")).toBe(true);
    if (ACCOUNTS === Infinity) expect(sent).toBe(6_343);
    expect(exact / rows).toBeGreaterThan(0.9);
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
});
