/** What a person owes, when, in words: pure, from the repayments as the server gives them and the business date. */
import { counted, day } from "@manilla/contract/formats";
import type { Answer } from "../api/call.ts";
import type { calls } from "../api/calls.gen.ts";

type Own = Answer<typeof calls.repayments.listOwn>;
export type Repayment = Own["repayments"][number];
export type Receipt = Own["receipts"][number];

export interface Owing {
  loan: Repayment["loan"];
  /** Fallen due and not paid, kobo. */
  due_kobo: number;
  overdue_kobo: number;
  /** Days since the oldest unpaid due date; 0 when nothing is late. */
  days_late: number;
  /** Penalties among what has fallen due, kobo. */
  late_charge_kobo: number;
  /** The first instalment that has not fallen due. */
  next: Repayment | undefined;
  /** Unpaid instalments, the oldest first. */
  open: Repayment[];
  paid: Repayment[];
  /** All that is scheduled and not paid, kobo. */
  left_kobo: number;
}

const CLOSED: readonly Repayment["status"][] = ["paid", "waived", "deferred", "superseded", "written_off"];
const sum = (rows: readonly Repayment[]): number => rows.reduce((total, row) => total + row.outstanding_kobo, 0);

/** What is owed on each loan, the most urgent first. @param today business date, `yyyy-mm-dd` */
export function owingOf(repayments: readonly Repayment[], today: string): Owing[] {
  const loans = Map.groupBy(repayments, (row) => row.loan.id);
  const all = [...loans.values()].map((rows): Owing => {
    const sorted = rows.toSorted(
      (left, right) => left.due_on.localeCompare(right.due_on) || left.number - right.number,
    );
    const open = sorted.filter((row) => !CLOSED.includes(row.status) && row.outstanding_kobo > 0);
    // A page that was open over midnight still has yesterday's date: what the server calls late is due whatever the page thinks.
    const isDue = (row: Repayment): boolean => row.due_on <= today || row.days_past_due > 0;
    const due = open.filter(isDue);
    const late = open.filter((row) => row.days_past_due > 0);
    return {
      loan: (rows[0] as Repayment).loan,
      due_kobo: sum(due),
      overdue_kobo: sum(late),
      days_late: Math.max(0, ...late.map((row) => row.days_past_due)),
      late_charge_kobo: due.reduce((total, row) => total + Math.min(row.penalty_kobo, row.outstanding_kobo), 0),
      next: open.find((row) => !isDue(row)),
      open,
      paid: sorted.filter((row) => row.status === "paid"),
      left_kobo: sum(open),
    };
  });
  return all.toSorted(
    (left, right) =>
      right.days_late - left.days_late ||
      right.due_kobo - left.due_kobo ||
      (left.next?.due_on ?? "9").localeCompare(right.next?.due_on ?? "9"),
  );
}

const DAY_MS = 86_400_000;
/** Whole days between two business dates. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** When something falls due, as people say it: `today`, `tomorrow`, `in 12 days, on 25 Oct 2026`, `since 05 Sep 2026`. */
export function dueWords(due_on: string, today: string): string {
  const days = today === "" ? Number.NaN : daysBetween(today, due_on);
  if (Number.isNaN(days)) return `on ${day(due_on)}`;
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  // Not counted as late: the remainder is too small.
  if (days < 0) return `since ${day(due_on)}`;
  return `${days <= 31 ? `in ${days} days, ` : ""}on ${day(due_on)}`;
}

/** When what is owed now or next falls due: `Due today`, `Due since 05 Sep 2026`; nothing where nothing is owed. */
export function owedWords({ due_kobo, next, open }: Pick<Owing, "due_kobo" | "next" | "open">, today: string): string {
  const row = due_kobo > 0 ? open[0] : next;
  return row ? `Due ${dueWords(row.due_on, today)}` : "";
}

/** How late something is: `1 day late`. */
export const lateWords = (days: number): string => `${counted(days, "day")} late`;
