import { describe, expect, it } from "vitest";
import { daysOfPeriod, periodNames, queryAt } from "./periods.ts";

describe("a period", () => {
  it.each([
    ["today", "2026-03-01", "2026-03-01", "2026-03-01"],
    ["yesterday", "2026-03-01", "2026-02-28", "2026-02-28"],
    ["last_7_days", "2026-01-03", "2025-12-28", "2026-01-03"],
    ["last_30_days", "2026-03-01", "2026-01-31", "2026-03-01"],
    ["next_7_days", "2026-12-28", "2026-12-28", "2027-01-03"],
    ["this_month", "2024-02-29", "2024-02-01", "2024-02-29"],
    ["this_month", "2026-12-05", "2026-12-01", "2026-12-31"],
    ["last_month", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["last_month", "2026-01-31", "2025-12-01", "2025-12-31"],
    ["this_year", "2026-03-31", "2026-01-01", "2026-12-31"],
    ["last_year", "2024-02-29", "2023-01-01", "2023-12-31"],
  ] as const)("%s on %s is %s to %s", (period, today, from, to) => {
    expect(daysOfPeriod(period, today)).toEqual({ from, to });
  });

  it("of last month ends the day before this month begins, on each day of four years", () => {
    for (
      const day = new Date("2023-01-01T00:00:00Z");
      day.getUTCFullYear() < 2027;
      day.setUTCDate(day.getUTCDate() + 1)
    ) {
      const today = day.toISOString().slice(0, 10);
      const [last, present] = [daysOfPeriod("last_month", today), daysOfPeriod("this_month", today)];
      expect(Date.parse(present.from) - Date.parse(last.to), today).toBe(86_400_000);
      expect([last.from.slice(8), present.from, present.to.slice(0, 7)], today).toEqual([
        "01",
        `${today.slice(0, 7)}-01`,
        today.slice(0, 7),
      ]);
    }
  });
});

describe("a query with periods", () => {
  const kinds = { due_on: { kind: "date" }, created_at: { kind: "moment" }, title: { kind: "text" } };

  it("is asked with the days of the day on which it is asked, and nothing else of it changes", () => {
    const filter = JSON.stringify({ due_on: "yesterday", created_at: { from: "2026-01-01" }, title: "today" });
    expect(queryAt({ filter, rangePeriod: "last_month", rangeKey: "due_on", limit: 20 }, kinds, "2026-03-31")).toEqual({
      filter: JSON.stringify({
        due_on: { from: "2026-03-30", to: "2026-03-30" },
        created_at: { from: "2026-01-01" },
        title: "today",
      }),
      rangeStart: "2026-02-01",
      rangeEnd: "2026-02-28",
      rangeKey: "due_on",
      limit: 20,
    });
  });

  it("leaves what is no filter to the list, which refuses it", () => {
    for (const filter of ["{", "null", "3", '["due_on"]'])
      expect(queryAt({ filter }, kinds, "2026-03-31"), filter).toMatchObject({});
    expect(queryAt({ filter: "{" }, kinds, "2026-03-31")).toEqual({ filter: "{" });
    expect(periodNames).toHaveLength(9);
  });
});
