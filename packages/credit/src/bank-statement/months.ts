/** Cash flow and balances, month by month. */
import { addDays, monthOf } from "../calendar.ts";
import { divideRounded } from "../decimal.ts";
import type { StatementTransaction } from "./types.ts";

export interface MonthPicture {
  /** `yyyy-mm`. */
  month: string;
  in_kobo: bigint;
  out_kobo: bigint;
  net_kobo: bigint;
  /** Mean of the balances at the end of the days that the statement covers; null without balances. */
  average_balance_kobo: bigint | null;
  lowest_balance_kobo: bigint | null;
  /** The row that left the lowest balance, which may be in an earlier month; the first row where it is the opening balance. */
  lowest_balance_row: number | null;
  closing_balance_kobo: bigint | null;
  rows: number[];
}

interface Point {
  row: number;
  balance_kobo: bigint;
}

const emptyMonth = (month: string): MonthPicture => ({
  month,
  in_kobo: 0n,
  out_kobo: 0n,
  net_kobo: 0n,
  average_balance_kobo: null,
  lowest_balance_kobo: null,
  lowest_balance_row: null,
  closing_balance_kobo: null,
  rows: [],
});

function lower(picture: MonthPicture, point: Point): void {
  if (picture.lowest_balance_kobo !== null && picture.lowest_balance_kobo <= point.balance_kobo) return;
  picture.lowest_balance_kobo = point.balance_kobo;
  picture.lowest_balance_row = point.row;
}

/** Movements by day, so that days without any are walked too. */
function byDay(transactions: readonly StatementTransaction[]): Map<string, StatementTransaction[]> {
  const days = new Map<string, StatementTransaction[]>();
  for (const transaction of transactions) {
    const day = days.get(transaction.booked_on);
    if (day) day.push(transaction);
    else days.set(transaction.booked_on, [transaction]);
  }
  return days;
}

/** Longest time that is walked day by day: the newest twenty years. A date that is wildly wrong must not keep the worker busy. */
const MAX_DAYS = 7_305;

/**
 * The months from the first movement to the last, at most the newest twenty years.
 * @param opening_kobo balance before the first movement, where the statement says it
 */
export function monthPictures(
  transactions: readonly StatementTransaction[],
  opening_kobo: bigint | null,
): MonthPicture[] {
  const dates = transactions.map(({ booked_on }) => booked_on).toSorted();
  const last = dates.at(-1);
  if (last === undefined) return [];
  const earliest = addDays(last, -MAX_DAYS);
  const first = dates.find((date) => date >= earliest) ?? last;
  const days = byDay(transactions);
  const pictures: MonthPicture[] = [];
  let point: Point | null =
    opening_kobo === null ? null : { row: transactions[0]?.row ?? 0, balance_kobo: opening_kobo };
  let [sum, counted] = [0n, 0n];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    let picture = pictures.at(-1);
    if (picture?.month !== monthOf(date)) {
      picture = emptyMonth(monthOf(date));
      pictures.push(picture);
      [sum, counted] = [0n, 0n];
      if (point) lower(picture, point);
    }
    for (const { row, amount_kobo, balance_kobo } of days.get(date) ?? []) {
      if (amount_kobo > 0n) picture.in_kobo += amount_kobo;
      else picture.out_kobo -= amount_kobo;
      picture.net_kobo += amount_kobo;
      picture.rows.push(row);
      const balance: bigint | null = balance_kobo ?? (point === null ? null : point.balance_kobo + amount_kobo);
      point = balance === null ? null : { row, balance_kobo: balance };
      if (point) lower(picture, point);
    }
    if (!point) continue;
    [sum, counted] = [sum + point.balance_kobo, counted + 1n];
    picture.average_balance_kobo = divideRounded(sum, counted, "half_even");
    picture.closing_balance_kobo = point.balance_kobo;
  }
  return pictures;
}
