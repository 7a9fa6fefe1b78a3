import { closeSteps } from "@manilla/contract/platform/business-day";
import { describe, expect, it } from "vitest";
import { type BusinessDay, countsInWords, doneCount, isRunning, steps } from "./steps.ts";

const day = (change: Partial<BusinessDay>): BusinessDay => ({
  business_date: "2026-01-15",
  opened_at: "2026-01-15T00:00:00Z",
  closed_at: null,
  steps: [],
  failure: null,
  ...change,
});

describe("a step of the close in words", () => {
  it("shows amounts as money and leaves out what it did none of", () => {
    expect(countsInWords({ loans: 1200, failed: 0, interest_kobo: 375_643 })).toBe("1,200 loans, ₦3,756.43 interest");
  });
  it("says so when there was nothing to do", () => {
    expect(countsInWords({ fees: 0 })).toBe("Nothing to do");
  });
});

describe("how far a close is", () => {
  it("is shown by all of its steps, in their order", () => {
    expect(steps.map(({ step }) => step)).toEqual([...closeSteps]);
  });
  it("counts the steps that are done, and all of them once the day is closed", () => {
    expect(
      doneCount(
        day({
          steps: [
            { step: "accrue", done_at: "2026-01-15T23:00:00Z", counts: {} },
            { step: "fall_due", done_at: null, counts: {} },
          ],
        }),
      ),
    ).toBe(1);
    expect(doneCount(day({ closed_at: "2026-01-15T23:00:00Z" }))).toBe(steps.length);
  });
  it("runs from its first step until it is closed or has failed", () => {
    const steps = [{ step: "accrue", done_at: "2026-01-15T23:00:00Z", counts: {} }];
    expect(isRunning(day({}))).toBe(false);
    expect(isRunning(day({ steps }))).toBe(true);
    expect(isRunning(day({ steps, failure: "The bank does not answer." }))).toBe(false);
  });
});
