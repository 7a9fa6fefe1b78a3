/** When a report is made by itself, and what its owner may do to it. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import { isoDay } from "@manilla/contract/formats";
import type { ReportSchedule } from "@manilla/contract/platform/report-rules";
import type * as calls from "@manilla/contract/platform/reports";
import { weekdayOf } from "@manilla/contract/weekdays";
import { addDays, dayInMonth } from "@manilla/credit";

const LAST = 31;

function isOn({ repeat, weekdays, month_day }: ReportSchedule, day: string): boolean {
  if (repeat === "day") return true;
  if (repeat === "week") return weekdays.includes(weekdayOf(day));
  return day === dayInMonth(day, 0, repeat === "last_day" ? LAST : (month_day ?? LAST));
}

/** The first moment of a schedule after another one. Lagos keeps one time all the year round; a shorter month has its last day. */
export function nextDue(schedule: ReportSchedule, after: Date): Date {
  const hour = String(schedule.hour).padStart(2, "0");
  for (let day = isoDay(after); ; day = addDays(day, 1)) {
    const at = new Date(`${day}T${hour}:00:00+01:00`);
    if (at > after && isOn(schedule, day)) return at;
  }
}

/** What is wrong with a schedule, by field; empty where nothing is. */
export function faultsOf(schedule: ReportSchedule): Record<string, string[]> {
  if (schedule.repeat === "week" && schedule.weekdays.length === 0)
    return { weekdays: ["choose at least one day of the week"] };
  if (schedule.repeat === "month" && schedule.month_day === null) return { month_day: ["this field is required"] };
  return {};
}

/** A schedule without what it does not use. */
export const plainSchedule = ({ repeat, weekdays, month_day, hour }: ReportSchedule): ReportSchedule => ({
  repeat,
  weekdays: repeat === "week" ? [...new Set(weekdays)].toSorted((one, other) => one - other) : [],
  month_day: repeat === "month" ? month_day : null,
  hour,
});

/** A report is found by its owner alone, who may do all of it. */
export const reportRules: RulesOf<typeof calls, { status: string }> = {
  change: {},
  runNow: {},
  pause: {},
  resume: {},
  remove: {},
};
