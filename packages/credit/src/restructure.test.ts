import { describe, expect, it } from "vitest";
import { quote } from "./quote.ts";
import { prepay, restructure, type Running } from "./restructure.ts";
import { type Instalment, QuoteError, type QuoteRequest } from "./types.ts";

const terms: QuoteRequest = {
  principal_kobo: 12_000_000n,
  annual_rate_percent: "24",
  instalments: 12,
  method: "declining",
  disbursed_on: "2026-01-31",
  first_due_on: "2026-02-28",
};
const running: Running = { terms, instalments: quote(terms).instalments };
const principal = (rows: readonly Instalment[]): bigint => rows.reduce((sum, row) => sum + row.principal_kobo, 0n);
const interest = (rows: readonly Instalment[]): bigint => rows.reduce((sum, row) => sum + row.interest_kobo, 0n);

describe("prepayment on a due date", () => {
  const ahead = { paid_on: "2026-04-30", amount_kobo: 3_000_000n };
  it("with smaller instalments keeps the dates and lowers every instalment", () => {
    const { kept, superseded, resolved } = prepay(running, { ...ahead, mode: "smaller_instalments" });
    expect(kept).toEqual(running.instalments.slice(0, 3));
    expect(resolved.map((row) => row.due_on)).toEqual(superseded.map((row) => row.due_on));
    expect(resolved.map((row) => row.number)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(principal(resolved)).toBe(principal(superseded) - 3_000_000n);
    expect(resolved.every((row, index) => row.total_kobo < (superseded[index]?.total_kobo ?? 0n))).toBe(true);
  });
  it("with fewer instalments keeps the instalment, ends earlier and saves more interest", () => {
    const fewer = prepay(running, { ...ahead, mode: "fewer_instalments" });
    const smaller = prepay(running, { ...ahead, mode: "smaller_instalments" });
    expect(fewer.resolved.length).toBeLessThan(fewer.superseded.length);
    expect(fewer.resolved.slice(0, -1).every((row) => row.total_kobo === running.instalments[0]?.total_kobo)).toBe(
      true,
    );
    expect(interest(fewer.resolved)).toBeLessThan(interest(smaller.resolved));
    expect(fewer.resolved.at(-1)?.balance_kobo).toBe(0n);
  });
  it("of everything leaves nothing to pay, and of more is refused", () => {
    const all = principal(running.instalments.slice(3));
    expect(prepay(running, { ...ahead, amount_kobo: all, mode: "smaller_instalments" }).resolved).toEqual([]);
    expect(() => prepay(running, { ...ahead, amount_kobo: all + 1n, mode: "smaller_instalments" })).toThrow(QuoteError);
  });
});

describe("restructuring", () => {
  it("that changes nothing on a due date gives the same remaining schedule, but for rounding in the last instalment", () => {
    const { resolved, superseded } = restructure(running, { effective_on: "2026-04-30" });
    expect(resolved.map((row) => row.due_on)).toEqual(superseded.map((row) => row.due_on));
    expect(
      resolved.every((row, index) => {
        const difference = row.total_kobo - (superseded[index]?.total_kobo ?? 0n);
        return difference <= 20n && difference >= -20n;
      }),
    ).toBe(true);
  });
  it("with more instalments and a lower rate makes each smaller, and dates return to the 31st", () => {
    const { resolved } = restructure(running, {
      effective_on: "2026-04-30",
      remaining_instalments: 18,
      annual_rate_percent: "12",
    });
    expect(resolved).toHaveLength(18);
    expect(resolved.at(0)?.due_on).toBe("2026-05-31");
    expect(resolved.at(-1)?.due_on).toBe("2027-10-31");
    expect(resolved.at(0)?.total_kobo).toBeLessThan(running.instalments[0]?.total_kobo ?? 0n);
  });
  it("with a holiday skips due dates and asks for the interest afterwards, or waives it", () => {
    const due = restructure(running, { effective_on: "2026-04-30", holiday_instalments: 2 }).resolved;
    const waived = restructure(running, {
      effective_on: "2026-04-30",
      holiday_instalments: 2,
      holiday_interest: "waived",
    }).resolved;
    expect([due[0]?.due_on, waived[0]?.due_on]).toEqual(["2026-07-31", "2026-07-31"]);
    const month = ((running.instalments[2]?.balance_kobo ?? 0n) * 2n) / 100n;
    expect(due[0]?.interest_kobo).toBeGreaterThanOrEqual(month * 3n);
    expect(waived[0]?.interest_kobo).toBeLessThanOrEqual(month + 1n);
    expect(principal(due)).toBe(principal(waived));
  });
  it("with a top-up adds to the principal", () => {
    const { resolved, superseded } = restructure(running, { effective_on: "2026-04-30", top_up_kobo: 5_000_000n });
    expect(principal(resolved)).toBe(principal(superseded) + 5_000_000n);
  });
  it("within a period charges the old balance until the day and the new one after it", () => {
    const { resolved } = restructure(running, { effective_on: "2026-05-15", top_up_kobo: 3_100_000n });
    const balance = running.instalments[2]?.balance_kobo ?? 0n;
    const expected = (balance * 2n) / 100n + (3_100_000n * 2n * 16n) / 3_100n;
    const difference = (resolved[0]?.interest_kobo ?? 0n) - expected;
    expect(difference <= 1n && difference >= -1n).toBe(true);
  });
  it("keeps the instalment of the paying periods when it is done in the time of grace", () => {
    const grace: QuoteRequest = { ...terms, principal_grace: 3 };
    const { resolved } = prepay(
      { terms: grace, instalments: quote(grace).instalments },
      { paid_on: "2026-02-28", amount_kobo: 2_000_000n, mode: "fewer_instalments" },
    );
    expect(resolved[0]?.principal_kobo).toBe(0n);
    expect(resolved[3]?.total_kobo).toBe(quote(grace).instalments[5]?.total_kobo);
    expect(resolved.length).toBeLessThan(11);
  });
  it("is refused before the start and after the end", () => {
    expect(() => restructure(running, { effective_on: "2026-01-30" })).toThrow(QuoteError);
    expect(() => restructure(running, { effective_on: "2027-02-01" })).toThrow(QuoteError);
  });
});
