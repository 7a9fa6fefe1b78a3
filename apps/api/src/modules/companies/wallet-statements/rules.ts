/** A wallet month by month. Pure; amounts in kobo. */

/** What moved in a month. */
export interface Moved {
  /** `yyyy-mm` */
  month: string;
  in_kobo: bigint;
  out_kobo: bigint;
  movements: number;
}

export interface Month extends Moved {
  opening_kobo: bigint;
  closing_kobo: bigint;
}

const after = (month: string): string => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
};

/**
 * Every month from the first that moved to the last, those without a movement too; each opens with what the one before closed.
 * @param moved by month, ascending
 * @param last the month that runs
 */
export function monthsOf(moved: readonly Moved[], last: string): Month[] {
  const [first] = moved;
  const months: Month[] = [];
  let balance = 0n;
  for (let month = first?.month; month !== undefined && month <= last; month = after(month)) {
    const found = moved.find((each) => each.month === month) ?? { month, in_kobo: 0n, out_kobo: 0n, movements: 0 };
    const closing_kobo = balance + found.in_kobo - found.out_kobo;
    months.push({ ...found, opening_kobo: balance, closing_kobo });
    balance = closing_kobo;
  }
  return months;
}
