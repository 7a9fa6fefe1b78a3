import { describe, expect, it } from "vitest";
import { CHART_GROUPS, chartGroupOf, groupDays, groupEnd, groupName, groupTitle, type Point } from "./chart-groups.ts";

const days = (from: string, count: number, every = 1): Point[] =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.parse(`${from}T00:00:00Z`) + index * every * 86_400_000).toISOString().slice(0, 10),
    values: [1, index],
  }));

describe("the groups of a chart", () => {
  it("are the four of the constants table (K017 to K020)", () =>
    expect(Object.values(CHART_GROUPS).map(({ every, unit }) => `${every} ${unit}`)).toEqual([
      "12 hours",
      "6 days",
      "12 days",
      "11 months",
    ]));
  it.each([
    ["2026-01-01", "2026-01-31", "By day"],
    ["2026-01-01", "2026-02-01", "By 6 days"],
    ["2026-01-01", "2026-07-05", "By 6 days"],
    ["2026-01-01", "2026-07-06", "By 12 days"],
    ["2025-01-01", "2026-02-04", "By 12 days"],
    ["2025-01-01", "2026-02-05", "By 11 months"],
  ])("from %s to %s are %s", (from, to, title) => expect(groupTitle(chartGroupOf(from, to))).toBe(title));
  it("leave a month as it is", () =>
    expect(groupDays(days("2026-01-01", 31), CHART_GROUPS.short)).toEqual(days("2026-01-01", 31)));
  it("lose nothing, and count an empty group as nothing", () => {
    const rows = [...days("2026-01-01", 6), ...days("2026-01-15", 2)];
    expect(groupDays(rows, CHART_GROUPS.season)).toEqual([
      { day: "2026-01-01", values: [6, 15] },
      { day: "2026-01-07", values: [0, 0] },
      { day: "2026-01-13", values: [2, 1] },
    ]);
    expect(
      groupDays(days("2026-01-01", 365), CHART_GROUPS.year).reduce((sum, { values }) => sum + (values[0] ?? 0), 0),
    ).toBe(365);
  });
  it("of months begin with a month, over the turn of the year", () =>
    expect(groupDays(days("2024-03-15", 30, 30), CHART_GROUPS.longer).map(({ day }) => day)).toEqual([
      "2024-03-01",
      "2025-02-01",
      "2026-01-01",
    ]));
  it("are named by their first day, with the year where months are grouped", () =>
    expect([groupName("2026-01-05", CHART_GROUPS.season), groupName("2026-01-01", CHART_GROUPS.longer)]).toEqual([
      "05/01",
      "Jan 2026",
    ]));
  it("end the day before the next one begins, and never after their series", () => {
    const { short, season, longer } = CHART_GROUPS;
    expect(groupEnd("2026-01-05", short, "2026-01-31")).toBe("2026-01-05");
    expect(groupEnd("2026-01-05", season, "2026-03-31")).toBe("2026-01-10");
    expect(groupEnd("2026-03-29", season, "2026-03-31")).toBe("2026-03-31");
    expect(groupEnd("2024-03-01", longer, "2026-03-31")).toBe("2025-01-31");
    expect(groupEnd("2026-01-01", longer, "2026-03-31")).toBe("2026-03-31");
  });
  it("of nothing are nothing", () => expect(groupDays([], CHART_GROUPS.season)).toEqual([]));
});
