/** When a report is made by itself, and how its columns are grouped. No zod: the browser reads it. */
import { weekdaysInWords } from "../weekdays.ts";

export const reportRepeats = {
  day: "Every day",
  week: "On days of the week",
  month: "On a day of the month",
  last_day: "On the last day of the month",
} as const;
export type ReportRepeat = keyof typeof reportRepeats;
export const reportRepeatNames = Object.keys(reportRepeats) as [ReportRepeat, ...ReportRepeat[]];

export interface ReportSchedule {
  repeat: ReportRepeat;
  /** 1 is Monday. */
  weekdays: readonly number[];
  /** 1 to 31; where the month is shorter, its last day. */
  month_day: number | null;
  /** Of the day in Lagos, 0 to 23. */
  hour: number;
}

export const hourInWords = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** "On Monday, Thursday at 07:00". */
export function scheduleInWords({ repeat, weekdays, month_day, hour }: ReportSchedule): string {
  const on =
    repeat === "week"
      ? `On ${weekdaysInWords(weekdays)}`
      : repeat === "month"
        ? `Every month on day ${month_day}`
        : reportRepeats[repeat];
  return `${on} at ${hourInWords(hour)}`;
}

/** What a summary makes of an amount. */
export const measureKinds = { sum: "Sum", average: "Average" } as const;
export type MeasureKind = keyof typeof measureKinds;
/** How a date is grouped. */
export const datePeriods = { day: "by day", month: "by month" } as const;
export type DatePeriod = keyof typeof datePeriods;
/** Groups that a summary shows at most. */
export const MAX_GROUPS = 1_000;
/** Rows that a file made by itself has at most: it is kept, and an export on the spot is not. */
export const MAX_KEPT_ROWS = 100_000;
/** Days for which a file is kept. */
export const RETENTION_DAYS = 30;
