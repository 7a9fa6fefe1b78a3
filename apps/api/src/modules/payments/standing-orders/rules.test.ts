import { holidayOn, restOn } from "@manilla/contract/nigeria/holidays";
import { addDays, dayInMonth, daysBetween } from "@manilla/credit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Rule,
  dateAfter,
  dateFrom,
  datesFrom,
  faultsOf,
  isGivenUp,
  lastOf,
  monthlyOf,
  orderRules,
  paidOn,
  plainRule,
} from "./rules.ts";

const rule = (changed: Partial<Rule> = {}): Rule => ({
  repeat: "month",
  on_day: 31,
  first_on: "2027-01-31",
  ends: "never",
  ends_after: null,
  ends_on: null,
  ...changed,
});
const due = (of: Rule, most = 4, declared: string[] = []) =>
  datesFrom(of, of.first_on, of.ends_after, most, declared).map(({ due_on }) => due_on);

describe("public holidays", () => {
  it("are those of the Act, with Easter of the year and the days that were declared", () => {
    expect(holidayOn("2026-04-03")).toBe("Good Friday");
    expect(holidayOn("2027-03-29")).toBe("Easter Monday");
    expect(holidayOn("2026-10-01")).toBe("Independence Day");
    expect(holidayOn("2026-11-26")).toBeUndefined();
    expect(holidayOn("2027-05-17", ["2027-05-17"])).toBe("A declared public holiday");
    expect([restOn("2026-11-28"), restOn("2026-11-29"), restOn("2026-11-30")]).toEqual([
      "Saturday",
      "Sunday",
      undefined,
    ]);
  });
});

describe("the dates of a standing order", () => {
  it("fall on the day of the month, or on its last one where it is shorter", () => {
    expect(due(rule())).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]);
    expect(due(rule({ on_day: 25, first_on: "2027-01-26" }), 2)).toEqual(["2027-02-25", "2027-03-25"]);
  });
  it("fall on a weekday, on the last day, on the last working day", () => {
    expect(due(rule({ repeat: "week", on_day: 5, first_on: "2026-11-26" }), 2)).toEqual(["2026-11-27", "2026-12-04"]);
    expect(due(rule({ repeat: "last_day", on_day: null, first_on: "2028-02-01" }), 2)).toEqual([
      "2028-02-29",
      "2028-03-31",
    ]);
    const working = rule({ repeat: "last_working_day", on_day: null, first_on: "2027-01-01" });
    expect(due(working, 2)).toEqual(["2027-01-29", "2027-02-26"]);
    expect(due(working, 1, ["2027-01-29"])).toEqual(["2027-01-28"]);
  });
  it("are paid on the next working day where banks rest", () => {
    expect(paidOn("2026-12-25")).toEqual({ due_on: "2026-12-25", goes_on: "2026-12-28", rests_on: "Christmas Day" });
    expect(paidOn("2026-11-28").goes_on).toBe("2026-11-30");
    expect(paidOn("2026-11-30")).toEqual({ due_on: "2026-11-30", goes_on: "2026-11-30", rests_on: null });
  });
  it("end after a number of dates, or on a day, or never", () => {
    const three = rule({ ends: "after", ends_after: 3 });
    expect(due(three, 9)).toHaveLength(3);
    expect(lastOf(three)).toBe("2027-03-31");
    const until = rule({ ends: "on", ends_on: "2027-03-30" });
    expect(due(until, 9)).toEqual(["2027-01-31", "2027-02-28"]);
    expect(lastOf(until)).toBe("2027-03-01");
    expect(lastOf(rule())).toBeNull();
  });
  it("of a month are never two, though a day is declared between them", () => {
    const working = rule({ repeat: "last_working_day", on_day: null, first_on: "2027-01-01" });
    expect(dateAfter(working, "2027-01-28")).toBe("2027-02-26");
  });

  const day = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays("2026-11-26", days));
  const any = fc
    .record({
      repeat: fc.constantFrom("week", "month", "last_day", "last_working_day"),
      on_day: fc.integer({ min: 1, max: 31 }),
      first_on: day,
      ends: fc.constantFrom("never", "after", "on"),
      ends_after: fc.integer({ min: 1, max: 40 }),
      ends_on: day,
    })
    .map((typed) =>
      plainRule({ ...typed, on_day: typed.repeat === "week" ? ((typed.on_day - 1) % 7) + 1 : typed.on_day } as never),
    );
  const declared = fc.array(day, { maxLength: 6 });

  it("rise, begin with the first day, end with the last, and are paid on working days soon after", () => {
    fc.assert(
      fc.property(any, declared, (of, rests) => {
        const dates = datesFrom(of, of.first_on, of.ends_after, 30, rests);
        for (const [at, { due_on, goes_on, rests_on }] of dates.entries()) {
          expect(due_on >= of.first_on).toBe(true);
          if (of.ends_on) expect(due_on <= of.ends_on).toBe(true);
          expect(restOn(goes_on, rests)).toBeUndefined();
          expect(rests_on === null).toBe(goes_on === due_on);
          expect(daysBetween(due_on, goes_on)).toBeLessThan(14);
          const before = dates[at - 1];
          if (before) expect(before.due_on < due_on).toBe(true);
          if (before && of.repeat === "week") expect(daysBetween(before.due_on, due_on)).toBe(7);
          if (before && of.repeat !== "week") expect(before.due_on.slice(0, 7) < due_on.slice(0, 7)).toBe(true);
        }
        if (of.ends_after !== null) expect(dates.length).toBe(Math.min(30, of.ends_after));
      }),
    );
  });
  it("are the same from whichever day one looks", () => {
    fc.assert(
      fc.property(any, day, (of, from) => {
        const found = dateFrom(of, from);
        if (found === null) return;
        expect(found >= from).toBe(true);
        expect(dateFrom(of, found)).toBe(found);
      }),
    );
  });
});

describe("payments that are made each month", () => {
  const months = ["2026-08-25", "2026-09-25", "2026-10-26", "2026-11-25"];
  it("are known by three in a row, some days early or late, and have a next day", () => {
    expect(monthlyOf(months, "2026-11-26")).toEqual([
      { on_day: 25, times: 4, last_on: "2026-11-25", next_on: "2026-12-25" },
    ]);
    expect(monthlyOf(months.slice(2), "2026-11-26")).toEqual([]);
  });
  it("are two where there are two a month", () => {
    const other = ["2026-09-03", "2026-10-03", "2026-11-03"];
    expect(monthlyOf([...months, ...other], "2026-11-26").map(({ on_day, times }) => [on_day, times])).toEqual([
      [25, 4],
      [3, 3],
    ]);
  });
  it("are none where a month was left out, or where they have ended", () => {
    expect(monthlyOf(["2026-07-25", "2026-08-25", "2026-10-25", "2026-11-25"], "2026-11-26")).toEqual([]);
    expect(monthlyOf(months, "2026-12-29")).toHaveLength(1);
    expect(monthlyOf(months, "2026-12-30")).toEqual([]);
  });
  it("are the same at the end of short months, and the next one is after today", () => {
    expect(monthlyOf(["2027-01-31", "2027-02-28", "2027-03-31"], "2027-04-30")).toEqual([
      { on_day: 31, times: 3, last_on: "2027-03-31", next_on: "2027-05-31" },
    ]);
  });
  it("are next due in the month after that of the last one, though it was sent early or late across the end of a month", () => {
    // 1 November is a Sunday.
    expect(monthlyOf(["2026-08-01", "2026-09-01", "2026-10-01", "2026-10-30"], "2026-10-31")).toEqual([
      { on_day: 1, times: 4, last_on: "2026-10-30", next_on: "2026-12-01" },
    ]);
    const late = ["2026-08-30", "2026-09-30", "2026-10-30", "2026-12-02"];
    expect(monthlyOf(late, "2026-12-03")).toEqual([
      { on_day: 30, times: 4, last_on: "2026-12-02", next_on: "2026-12-30" },
    ]);
    // Late again, then over.
    expect(monthlyOf(late, "2027-01-03").map(({ next_on }) => next_on)).toEqual(["2027-01-30"]);
    expect(monthlyOf(late, "2027-01-04")).toEqual([]);
  });
  it("are none where there are more than two a month: they are weekly or daily", () => {
    const each = (days: number, times: number) =>
      Array.from({ length: times }, (_, at) => addDays("2026-11-25", -days * at));
    expect(monthlyOf(each(7, 57), "2026-11-26")).toEqual([]);
    expect(monthlyOf(each(7, 10), "2026-11-26")).toEqual([]);
    expect(monthlyOf(each(1, 400), "2026-11-26")).toEqual([]);
    // Two a month for a year, the first of them late and the last one early.
    const year = Array.from({ length: 12 }, (_, at) => dayInMonth("2026-01-01", at, 1).slice(0, 8));
    const two = year.flatMap((month) => [`${month}03`, `${month}25`]);
    const off = ["2026-01-07", ...two.slice(1, -1), "2026-12-21"];
    expect(monthlyOf(off, "2026-12-22").map(({ on_day, times }) => [on_day, times])).toEqual([
      [25, 12],
      [3, 12],
    ]);
  });
  /** The first date of a day of the month after the one nearest to another day, and after today: by looking at each day. */
  const next = (on_day: number, last_on: string, today: string): string => {
    const dates = Array.from({ length: 160 }, (_, at) => addDays(last_on, at - 40)).filter(
      (one) => dayInMonth(one, 0, on_day) === one,
    );
    const off = (one: string): number => Math.abs(daysBetween(one, last_on));
    const nearest = dates.reduce((best, one) => (off(one) < off(best) ? one : best));
    return dates.find((one) => one > nearest && one > today)!;
  };
  /** Each month on a day, often at one end of it, some days early or late. */
  const monthly = fc
    .record({
      on_day: fc.oneof(fc.constantFrom(1, 2, 29, 30, 31), fc.integer({ min: 1, max: 31 })),
      off: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 3, maxLength: 12 }),
    })
    .map(({ on_day, off }) => off.map((days, at) => addDays(dayInMonth("2026-12-15", -at, on_day), days)));
  const some = fc.array(day, { maxLength: 12 });
  it("count each payment once, in any order; no month is paid twice or left out", () => {
    fc.assert(
      fc.property(monthly, some, fc.integer({ min: 0, max: 40 }), (regular, others, later) => {
        const days = [...regular, ...others];
        const today = addDays(days.toSorted().at(-1)!, later);
        const found = monthlyOf(days, today);
        expect(found.reduce((sum, { times }) => sum + times, 0)).toBeLessThanOrEqual(days.length);
        expect(monthlyOf(days.toReversed(), today)).toEqual(found);
        for (const { times, next_on, on_day, last_on } of found) {
          expect(times).toBeGreaterThan(2);
          expect(next_on).toBe(next(on_day, last_on, today));
        }
      }),
    );
  });
  it("are found where only the last one was a day early or late, with the date after its own", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: -1, max: 1 }),
        fc.nat(11),
        (on_day, off, month) => {
          const due_on = dayInMonth("2026-01-15", month, on_day);
          const last_on = addDays(due_on, off);
          const days = [-3, -2, -1].map((months) => dayInMonth(due_on, months, on_day));
          const [one] = monthlyOf([...days, last_on], last_on);
          expect(one).toEqual({ on_day, times: 4, last_on, next_on: dayInMonth(due_on, 1, on_day) });
        },
      ),
    );
  });
});

const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays("2026-06-01", days));

describe("a rule", () => {
  const faults = (changed: Partial<Rule>) => Object.keys(faultsOf(rule(changed), "2026-11-26", 366));
  it("is refused at its fields", () => {
    expect(faults({})).toEqual([]);
    expect(faults({ on_day: null })).toEqual(["on_day"]);
    expect(faults({ repeat: "week", on_day: 8 })).toEqual(["on_day"]);
    expect(faults({ first_on: "2026-11-26" })).toEqual(["first_on"]);
    expect(faults({ first_on: "2028-11-26" })).toEqual(["first_on"]);
    expect(faults({ ends: "after" })).toEqual(["ends_after"]);
    expect(faults({ ends: "on" })).toEqual(["ends_on"]);
    expect(faults({ ends: "on", ends_on: "2027-01-30" })).toEqual(["ends_on"]);
  });
  it("is given up when its last day of attempts has come", () => {
    const on = (today: string) => isGivenUp("2026-11-26", today, 2);
    expect([on("2026-11-26"), on("2026-11-27"), on("2026-11-28"), on("2026-11-30")]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
  it("is changed by who sends: a person their own, of a company who may ask for its transfers", () => {
    const facts = { status: "active", user_id: "one", company_id: null, change_waits: false };
    const caller = (user_id: string, ...permissions: string[]) =>
      ({ user_id, permissions: new Set(permissions) }) as never;
    expect(orderRules.end.not_yours(facts, caller("one"))).toBe(false);
    expect(orderRules.end.not_yours(facts, caller("two"))).toBe(true);
    const companys = { ...facts, company_id: "company" };
    expect(orderRules.end.not_yours(companys, caller("one", "personal:can_use_wallets"))).toBe(true);
    expect(orderRules.end.not_yours(companys, caller("two", "company:can_request_transfers"))).toBe(false);
    expect(orderRules.change.change_waits({ ...facts, change_waits: true }, caller("one"))).toBe(true);
  });
});
