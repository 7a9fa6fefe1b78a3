/** Published rates of exchange, and typed ones beside them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { besideRate, rateOf } from "./rate-rules.ts";
import { readRates } from "./rates.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;

const put = (path: string, body: object) =>
  fetch(`${world.sandbox.url}${path}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("the published list", () => {
  it("is read once, again when hours have passed, and not at all while it is away: what was read stays", async () => {
    expect(await readRates(api.app)).toBe(2);
    expect(await readRates(api.app), "lately read").toBe(0);
    const kept = () => db.selectFrom("exchange_rates").select(["currency", "mid_e4"]).orderBy("currency").execute();
    const before = await kept();
    expect(before.map(({ currency }) => currency)).toEqual(["GBP", "USD"]);
    expect(before[1]).toEqual({ currency: "USD", mid_e4: 15_342_055n });
    await db
      .updateTable("exchange_rates")
      .set({ read_at: new Date(0) })
      .execute();
    await put("/faults/rates", { mode: "outage", times: 10 });
    expect(await readRates(api.app)).toBe(0);
    await put("/faults/rates", { mode: "ok" });
    expect(await kept()).toEqual(before);
    await put("/rates-of-the-day", { central: "1600.5000" });
    expect(await readRates(api.app)).toBe(2);
    expect((await kept())[1]).toEqual({ currency: "USD", mid_e4: 16_005_000n });
  });
});

describe("a typed rate", () => {
  const typed = (rate: string, more: object = {}) => ({
    currency: "USD",
    rate,
    rated_on: "2026-01-14",
    spent_on: "2026-01-14",
    ...more,
  });

  it("is compared exactly, on either side, and its day with that of the spending", () => {
    const published = { mid_e4: 15_000_000n, rated_on: "2026-01-14" };
    expect(besideRate(typed("1650"), published, 10)).toEqual([]);
    expect(besideRate(typed("1650.000001"), published, 10)).toHaveLength(1);
    expect(besideRate(typed("1350"), published, 10)).toEqual([]);
    expect(besideRate(typed("1349.999999"), published, 10)).toHaveLength(1);
    expect(besideRate(typed("1500", { spent_on: "2026-01-01" }), published, 10)).toEqual([
      "The rate is of 14 Jan 2026, 13 days from the spending",
    ]);
    expect(besideRate(typed("1"), undefined, 10)).toEqual(["No published rate of USD to compare 1 with"]);
  });

  it("is never flagged where it is the published one, and always where it is twice as much", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }), (e4, tolerance) => {
        const published = { mid_e4: BigInt(e4), rated_on: "2026-01-14" };
        const written = (times: number) => rateOf(BigInt(e4 * times)).replaceAll(",", "");
        expect(besideRate(typed(written(1)), published, tolerance)).toEqual([]);
        expect(besideRate(typed(written(2)), published, tolerance)).toHaveLength(1);
      }),
    );
  });
});
