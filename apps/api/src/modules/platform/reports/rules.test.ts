import type { ReportSchedule } from "@manilla/contract/platform/report-rules";
import { scheduleInWords } from "@manilla/contract/platform/report-rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultsOf, nextDue, plainSchedule } from "./rules.ts";

const schedule = (more: Partial<ReportSchedule>): ReportSchedule => ({
  repeat: "day",
  weekdays: [],
  month_day: null,
  hour: 7,
  ...more,
});
/** The next moments, as days and hours of Lagos. */
const from = (more: Partial<ReportSchedule>, after: string, times = 1): string[] => {
  const found: string[] = [];
  for (let at = new Date(after); found.length < times;) {
    at = nextDue(schedule(more), at);
    found.push(new Date(at.getTime() + 3_600_000).toISOString().slice(0, 13));
  }
  return found;
};

describe("the moments of a schedule", () => {
  it("are hours of Lagos, each once: the very moment is not its own next one", () => {
    expect(from({}, "2026-11-28T05:59:59Z", 2)).toEqual(["2026-11-28T07", "2026-11-29T07"]);
    expect(from({}, "2026-11-28T06:00:00Z")).toEqual(["2026-11-29T07"]);
    // Half past midnight in Lagos is the evening before in London.
    expect(from({ hour: 0 }, "2026-11-27T22:30:00Z")).toEqual(["2026-11-28T00"]);
    expect(from({ hour: 0 }, "2026-11-27T23:30:00Z")).toEqual(["2026-11-29T00"]);
  });
  it("are on the chosen days of the week", () => {
    expect(from({ repeat: "week", weekdays: [1, 4] }, "2026-11-28T00:00:00Z", 3)).toEqual([
      "2026-11-30T07",
      "2026-12-03T07",
      "2026-12-07T07",
    ]);
  });
  it("are on the last day of a month that is too short, in February too", () => {
    expect(from({ repeat: "month", month_day: 31 }, "2027-01-30T00:00:00Z", 4)).toEqual([
      "2027-01-31T07",
      "2027-02-28T07",
      "2027-03-31T07",
      "2027-04-30T07",
    ]);
    expect(from({ repeat: "month", month_day: 30 }, "2028-02-01T00:00:00Z", 2)).toEqual([
      "2028-02-29T07",
      "2028-03-30T07",
    ]);
    expect(from({ repeat: "last_day" }, "2026-11-30T07:00:00Z", 3)).toEqual([
      "2026-12-31T07",
      "2027-01-31T07",
      "2027-02-28T07",
    ]);
  });
  it("go on for ever, always later, within a month and a day", () => {
    const any = fc.record({
      repeat: fc.constantFrom("day", "week", "month", "last_day"),
      weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      month_day: fc.integer({ min: 1, max: 31 }),
      hour: fc.integer({ min: 0, max: 23 }),
    });
    const moment = fc.date({ min: new Date("2020-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(any, moment, (one, after) => {
        const next = nextDue(one as ReportSchedule, after);
        expect(next > after).toBe(true);
        expect(next.getTime() - after.getTime()).toBeLessThanOrEqual(32 * 86_400_000);
        expect(nextDue(one as ReportSchedule, new Date(next.getTime() - 1))).toEqual(next);
      }),
    );
  });
});

it("a schedule that lacks something is refused at its field; it keeps only what it uses, and has words", () => {
  expect(Object.keys(faultsOf(schedule({ repeat: "week" })))).toEqual(["weekdays"]);
  expect(Object.keys(faultsOf(schedule({ repeat: "month" })))).toEqual(["month_day"]);
  expect(faultsOf(schedule({ repeat: "last_day" }))).toEqual({});
  expect(plainSchedule(schedule({ repeat: "week", weekdays: [5, 1, 5], month_day: 3 }))).toEqual(
    schedule({ repeat: "week", weekdays: [1, 5] }),
  );
  expect(scheduleInWords(schedule({ repeat: "week", weekdays: [1, 2, 3, 4, 5] }))).toBe("On Monday to Friday at 07:00");
});
