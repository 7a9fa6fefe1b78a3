/** Which expense a receipt belongs to. Pure; amounts in kobo, days `yyyy-mm-dd`. */

/** A receipt and its expense are no further apart: a bank books later than a shop sells. */
export const MAX_DAYS_APART = 7;

export interface Facts {
  merchant: string | null;
  amount_kobo: bigint | null;
  /** Of a receipt: as its sender says, else the day of arrival. */
  spent_on: string;
}

const DAY = 86_400_000;
const daysApart = (left: string, right: string): number => Math.abs(Date.parse(left) - Date.parse(right)) / DAY;
/** The words of a name without what companies add to theirs, letters and digits only. */
const NOISE = new Set(["ltd", "limited", "plc", "nigeria", "nig", "the", "and", "of"]);
const wordsOf = (name: string): string[] =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !NOISE.has(word));

/** Two names of one place share a word; where one says nothing, nothing speaks against it. */
export function isSamePlace(left: string | null, right: string | null): boolean {
  const [first, second] = [wordsOf(left ?? ""), new Set(wordsOf(right ?? ""))];
  return first.length === 0 || second.size === 0 || first.some((word) => second.has(word));
}

/** Whether a receipt may be of an expense: the same amount to the kobo, at most seven days apart, a place that agrees. */
export const belongs = (receipt: Facts, expense: Facts): boolean =>
  receipt.amount_kobo !== null &&
  receipt.amount_kobo === expense.amount_kobo &&
  daysApart(receipt.spent_on, expense.spent_on) <= MAX_DAYS_APART &&
  isSamePlace(receipt.merchant, expense.merchant);

/** Whether it is certainly of it, where it may be of no other: both name the place, so that a word of one is a word of the other. */
export const isCertain = (receipt: Facts, expense: Facts): boolean =>
  belongs(receipt, expense) && wordsOf(receipt.merchant ?? "").length > 0 && wordsOf(expense.merchant ?? "").length > 0;

/** Those expenses that a receipt may be of, the nearest day first. */
export const matchesOf = <E extends Facts>(receipt: Facts, expenses: readonly E[]): E[] =>
  expenses
    .filter((expense) => belongs(receipt, expense))
    .toSorted(
      (left, right) => daysApart(left.spent_on, receipt.spent_on) - daysApart(right.spent_on, receipt.spent_on),
    );
