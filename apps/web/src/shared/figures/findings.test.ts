import { describe, expect, it } from "vitest";
import { againstFinding, changeFinding, largestFinding, moreOutFinding, shareFinding } from "./findings.ts";

const row = (key: string, ...values: number[]) => ({ key, name: key.slice(5), values });

describe("what a chart says", () => {
  it("compares the last two periods that are over, never the one that runs", () => {
    const rows = [row("2026-09", 100_000_000), row("2026-10", 220_000_000), row("2026-11", 5_000_000)];
    expect(changeFinding("Paid out", rows, "2026-11")).toBe("Paid out rose to ₦2.2m in 10, from ₦1m in 09");
    expect(changeFinding("Paid out", rows, "2026-12")).toBe("Paid out fell to ₦50k in 11, from ₦2.2m in 10");
    expect(changeFinding("Loans", [row("2026-09", 4), row("2026-10", 4)], "2026-11", "count")).toBe(
      "Loans stayed at 4 in 10, as in 09",
    );
  });
  it("says nothing of too few figures", () => {
    expect(changeFinding("Paid out", [row("2026-10", 5)], "2026-11")).toBeUndefined();
    expect(changeFinding("Paid out", [row("2026-09", 0), row("2026-10", 5)], "2026-11")).toBeUndefined();
    expect(largestFinding("paid out", [row("2026-01-01", 5), row("2026-01-02", 7)])).toBeUndefined();
    expect(
      largestFinding("paid out", [row("2026-01-01", 7), row("2026-01-02", 7), row("2026-01-03", 1)]),
    ).toBeUndefined();
    expect(shareFinding(2, 4, "of those decided were activated")).toBeUndefined();
    expect(moreOutFinding([row("2026-01", 1, 2), row("2026-02", 1, 2)])).toBeUndefined();
    expect(againstFinding([row("2026-01", 0, 0)], () => "")).toBeUndefined();
  });
  it("names the largest, shares, and what came against what was asked", () => {
    const days = [row("2026-01-01", 10_000), row("2026-01-02", 70_000), row("2026-01-03", 20_000)];
    expect(largestFinding("paid out", days)).toBe("Most was paid out on 01-02: ₦700 of ₦1k in all");
    expect(shareFinding(3, 5, "of those decided were activated")).toBe("60% of those decided were activated");
    expect(againstFinding([row("1", 10_000, 20_000)], (got, asked) => `${got} of ${asked}`)).toBe("₦100 of ₦200");
    const months = [row("2026-01", 1, 2), row("2026-02", 3, 2), row("2026-03", 3, 2)];
    expect(moreOutFinding(months)).toBe("More went out than came in, in 1 of 3 months");
    expect(moreOutFinding(months.slice(1).concat(row("2026-04", 2, 1)))).toBe(
      "More came in than went out, in all 3 months",
    );
  });
});
