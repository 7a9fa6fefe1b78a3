import { describe, expect, it } from "vitest";
import { addDays, daysBetween, dueDates, interestDays, isBusinessDate } from "./calendar.ts";

describe("calendar", () => {
  it("knows leap years and refuses days that do not exist", () => {
    expect(["2028-02-29", "2000-02-29"].every(isBusinessDate)).toBe(true);
    expect(["2026-02-29", "2100-02-29", "2026-13-01", "2026-1-1", "today"].some(isBusinessDate)).toBe(false);
  });
  it("adds and counts days over years", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(daysBetween("2027-01-01", "2026-12-31")).toBe(-1);
  });
  it("30/360 takes the 31st for the 30th", () => {
    expect(interestDays("2026-01-31", "2026-03-31", "30/360")).toBe(60);
    expect(interestDays("2026-01-31", "2026-03-31", "actual/360")).toBe(59);
  });
  it("due dates keep the anchor day that the first month lacks", () => {
    expect(dueDates("2026-02-28", 3, "monthly", 31)).toEqual(["2026-02-28", "2026-03-31", "2026-04-30"]);
  });
});
