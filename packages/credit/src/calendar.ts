/** Business dates as `yyyy-mm-dd`. Pure: nothing here knows what day it is. */

/** How often instalments fall due. */
export type Frequency = "monthly" | "weekly" | "biweekly";
/** How days are counted for daily interest; actual/365 has 365 also in leap years. */
export type DayCount = "actual/365" | "actual/360" | "30/360" | "actual/actual";

const MILLISECONDS_A_DAY = 86_400_000;

interface Parts {
  year: number;
  month: number;
  day: number;
}

/** Whether this is a day of the calendar: `2026-02-30` is not. */
export function isBusinessDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text.split("-").map(Number) : [];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Year, month (1–12) and day. @throws RangeError when it is not a day of the calendar */
export function partsOf(date: string): Parts {
  if (!isBusinessDate(date)) throw new RangeError(`not a date: ${date}`);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

const serialOf = (date: string): number => {
  const { year, month, day } = partsOf(date);
  return Date.UTC(year, month - 1, day) / MILLISECONDS_A_DAY;
};
const fromSerial = (serial: number): string => new Date(serial * MILLISECONDS_A_DAY).toISOString().slice(0, 10);

/** Days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => serialOf(to) - serialOf(from);

/** The date a number of days later (or earlier). */
export const addDays = (date: string, days: number): string => fromSerial(serialOf(date) + days);

/** The month of a date: `yyyy-mm`. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** The first day of the calendar that a database has. */
const FIRST_DAY = "0001-01-01";

/** As many days before a period as it has: what it is compared with. One day where the period ends before it begins. */
export function periodBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const days = Math.max(1, daysBetween(from, to) + 1);
  const within = (day: string): string => (day < FIRST_DAY ? FIRST_DAY : day);
  return { from: within(addDays(from, -days)), to: within(addDays(from, -1)) };
}

/** How many days a month has; months outside 1–12 carry into other years. */
export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The day of the month a number of months later; a day that the month does not have becomes its last. */
export function dayInMonth(date: string, months: number, day: number): string {
  const { year, month } = partsOf(date);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const [inYear, inMonth] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  return fromSerial(Date.UTC(inYear, inMonth - 1, Math.min(day, daysInMonth(inYear, inMonth))) / MILLISECONDS_A_DAY);
}

/** Days of years of 365 and of 366, in parts of which both have a whole number. */
const PARTS_A_YEAR = 365 * 366;
/** A day of a leap year is a 366th of it, of another year a 365th (ISDA: the first day counts, the last does not). */
function actualParts(from: string, to: string): number {
  let [parts, start] = [0, from];
  while (start < to) {
    const { year } = partsOf(start);
    const next = `${String(year + 1).padStart(4, "0")}-01-01`;
    const end = next < to ? next : to;
    parts += daysBetween(start, end) * (daysInMonth(year, 2) === 29 ? 365 : 366);
    start = end;
  }
  return parts;
}

/** Days of interest between two dates under a day-count convention, of {@link daysAYear}; 30/360 in the US bond form. */
export function interestDays(from: string, to: string, dayCount: DayCount): number {
  if (dayCount === "actual/actual") return from <= to ? actualParts(from, to) : -actualParts(to, from);
  if (dayCount !== "30/360") return daysBetween(from, to);
  const [start, end] = [partsOf(from), partsOf(to)];
  const startDay = Math.min(start.day, 30);
  const endDay = end.day === 31 && startDay === 30 ? 30 : end.day;
  return 360 * (end.year - start.year) + 30 * (end.month - start.month) + (endDay - startDay);
}

/** Periods a year, for the interest of one period. */
export const periodsAYear = (frequency: Frequency): bigint =>
  frequency === "monthly" ? 12n : frequency === "weekly" ? 52n : 26n;

/** The denominator of daily interest. */
export const daysAYear = (dayCount: DayCount): bigint =>
  dayCount === "actual/actual" ? BigInt(PARTS_A_YEAR) : dayCount === "actual/365" ? 365n : 360n;

/**
 * The day of the month that monthly due dates keep. A first due date that was cut to the end of a short month (31 January → 28 February)
 * keeps the day of the disbursement, so that later dates return to it; `due_day` says it outright where it is known (a salary day).
 */
export function anchorDay(disbursed_on: string, first_due_on: string, due_day?: number): number {
  if (due_day !== undefined) return due_day;
  const [start, first] = [partsOf(disbursed_on), partsOf(first_due_on)];
  const isLastDay = first.day === daysInMonth(first.year, first.month);
  return isLastDay && start.day > first.day ? start.day : first.day;
}

/** Due dates from the first on: months keep their day where the month has it (business-rules §2). */
export function dueDates(first_due_on: string, count: number, frequency: Frequency, anchor: number): string[] {
  const step = frequency === "weekly" ? 7 : 14;
  return Array.from({ length: count }, (_, index) =>
    index === 0
      ? first_due_on
      : frequency === "monthly"
        ? dayInMonth(first_due_on, index, anchor)
        : addDays(first_due_on, step * index),
  );
}
