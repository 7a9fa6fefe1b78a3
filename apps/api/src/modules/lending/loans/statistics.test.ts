import { expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { loanStatistics } from "./statistics.ts";

const world = await useLendingWorld();

it("the portfolio at risk from x days on has the loans that are exactly x days late; the buckets have each loan once", async () => {
  const amounts = [
    [0, 6_000n],
    [1, 1_000n],
    [30, 1_000n],
    [60, 1_000n],
    [90, 999n],
    [91, 1n],
  ] as const;
  for (const [days, owed] of amounts) {
    const { id } = await world.running();
    await world.api.database.pool.query(
      "update loans set days_past_due = $2, outstanding_principal_kobo = $3 where id = $1",
      [id, days, owed],
    );
  }
  const { portfolio_at_risk_percent, by_bucket, outstanding_kobo, running } = await loanStatistics(world.api.app.db);
  expect([outstanding_kobo, running]).toEqual([10_000n, 6]);
  expect(portfolio_at_risk_percent).toEqual({ from_1: "40.00", from_30: "30.00", from_60: "20.00", from_90: "10.00" });
  expect(by_bucket).toEqual([
    { bucket: "current", count: 1, outstanding_kobo: 6_000n, share_percent: "60.00" },
    { bucket: "1-30", count: 2, outstanding_kobo: 2_000n, share_percent: "20.00" },
    { bucket: "31-60", count: 1, outstanding_kobo: 1_000n, share_percent: "10.00" },
    { bucket: "61-90", count: 1, outstanding_kobo: 999n, share_percent: "9.99" },
    { bucket: "91+", count: 1, outstanding_kobo: 1n, share_percent: "0.01" },
  ]);
});
