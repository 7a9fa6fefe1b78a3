/** What a chart says, in one sentence made of its own figures; undefined where they are too few to say anything, and then its plain name is the title. */
import { count, counted } from "@manilla/contract/formats";
import { type ChartRow, shortText, type Unit } from "./chart-values.ts";

/** Of fewer than these a share says nothing. */
const ENOUGH = 5;

const sumOf = (rows: readonly ChartRow[], series: number): number =>
  rows.reduce((sum, { values }) => sum + (values[series] ?? 0), 0);

/**
 * "Paid out fell to ₦1.2m in Nov 26, from ₦1.4m in Oct 26": the last two periods that are over.
 * @param running the key of the period that is not over yet: it would always seem to have fallen
 */
export function changeFinding(
  what: string,
  rows: readonly ChartRow[],
  running: string,
  unit?: Unit,
): string | undefined {
  const [before, last] = rows.filter(({ key }) => key < running).slice(-2);
  if (!before || !last) return undefined;
  const [from = 0, to = 0] = [before.values[0], last.values[0]];
  if (from === 0) return undefined;
  if (shortText(from, unit) === shortText(to, unit))
    return `${what} stayed at ${shortText(to, unit)} in ${last.name}, as in ${before.name}`;
  return `${what} ${to > from ? "rose" : "fell"} to ${shortText(to, unit)} in ${last.name}, from ${shortText(from, unit)} in ${before.name}`;
}

/** "Most was paid out on 07/10: ₦1.2m of ₦4.1m in all". */
export function largestFinding(what: string, rows: readonly ChartRow[], unit?: Unit): string | undefined {
  const filled = rows.filter(({ values: [value = 0] }) => value > 0);
  const [largest, second] = filled.toSorted((left, right) => (right.values[0] ?? 0) - (left.values[0] ?? 0));
  // Days on which more came back than was spent count in the whole, too.
  const whole = sumOf(rows, 0);
  if (filled.length < 3 || !largest || largest.values[0] === second?.values[0] || whole <= 0) return undefined;
  return `Most was ${what} on ${largest.name}: ${shortText(largest.values[0] ?? 0, unit)} of ${shortText(whole, unit)} in all`;
}

/** "60% of those decided were activated": the first series as a share of a whole that is counted. */
export function shareFinding(part: number, whole: number, says: string): string | undefined {
  return whole < ENOUGH ? undefined : `${Math.round((part / whole) * 100)}% ${says}`;
}

/** "₦1.2m was received of ₦1.5m that fell due". */
export function againstFinding(
  rows: readonly ChartRow[],
  says: (got: string, asked: string) => string,
): string | undefined {
  const [got, asked] = [sumOf(rows, 0), sumOf(rows, 1)];
  return asked === 0 ? undefined : says(shortText(got), shortText(asked));
}

/** "More went out than came in, in 4 of 6 months". */
export function moreOutFinding(rows: readonly ChartRow[]): string | undefined {
  if (rows.length < 3) return undefined;
  const short = rows.filter(({ values: [came = 0, went = 0] }) => went > came).length;
  const months = counted(rows.length, "month");
  return short === 0
    ? `More came in than went out, in all ${months}`
    : `More went out than came in, in ${count(short)} of ${months}`;
}
