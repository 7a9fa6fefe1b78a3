import { describe, expect, it } from "vitest";
import { chartOf, type Summary } from "./summary-chart.ts";

const month = { column: "created_at", label: "Requested", by: "month" } as const;
const status = { column: "status", label: "Status", by: null } as const;
const sum = { column: "principal_kobo", label: "Principal", of: "sum" } as const;
const line = (values: (string | null)[], count: number, ...amounts: (number | null)[]) => ({ values, count, amounts });
const summary = (more: Partial<Summary>): Summary => ({
  groups: [month],
  measures: [sum],
  lines: [],
  total: { count: 0, amounts: [] },
  is_cut: false,
  ...more,
});

describe("a summary as a chart", () => {
  it("has a column for each month from the first to the last, also for one without rows, across the year's end", () => {
    const lines = [line(["2025-11"], 2, 500), line(["2026-02"], 1, 70), line([null], 4, 9)];
    expect(chartOf(summary({ lines }))).toEqual({
      label: "Principal, sum",
      unit: "kobo",
      series: ["Principal, sum"],
      rows: [
        ["2025-11", 500],
        ["2025-12", 0],
        ["2026-01", 0],
        ["2026-02", 70],
      ].map(([key, value]) => ({ key, name: expect.any(String), values: [value] })),
    });
  });

  it("has a series for each value of the second group, and counts rows where no amount is asked for", () => {
    const by = { ...month, by: "day" } as const;
    const lines = [
      line(["2026-02-28", "Running"], 3),
      line(["2026-03-01", "Running"], 1),
      line(["2026-03-01", null], 2),
    ];
    expect(chartOf(summary({ groups: [by, status], measures: [], lines }))).toMatchObject({
      unit: "count",
      series: ["Running", "None"],
      rows: [
        { key: "2026-02-28", values: [3, 0] },
        { key: "2026-03-01", values: [1, 2] },
      ],
    });
  });

  it("is left out where it would be no picture", () => {
    const lines = [line(["2026-01"], 1, 5), line(["2026-02"], 1, 5)];
    expect(chartOf(summary({ lines }))).toBeDefined();
    expect(chartOf(summary({ lines, is_cut: true }))).toBeUndefined();
    expect(chartOf(summary({ lines: lines.slice(1) }))).toBeUndefined();
    expect(chartOf(summary({ lines: [line(["1920-01"], 1, 5), ...lines] }))).toBeUndefined();
    expect(chartOf(summary({ lines: [...lines, line(["2026-03"], 1, -5)] }))).toBeUndefined();
    expect(
      chartOf(summary({ groups: [status], lines: [line(["Running"], 1, 5), line([null], 1, 5)] })),
    ).toBeUndefined();
    expect(chartOf(summary({ groups: [], lines: [] }))).toBeUndefined();
    expect(chartOf(summary({ groups: [month, { ...month, by: "day" }], lines }))).toBeUndefined();
  });
});
