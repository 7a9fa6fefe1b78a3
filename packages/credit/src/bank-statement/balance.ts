/** Does the running balance add up, row by row? */
import type { BankStatement, StatementFlag, StatementTransaction } from "./types.ts";

const naira = (kobo: bigint): string => {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, "0");
  return `${kobo < 0n ? "-" : ""}${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",")}.${digits.slice(-2)}`;
};

/** A balance that is not what the rows before it make. */
export const mismatch = (
  row: number,
  expected: bigint,
  found: bigint,
  kind: StatementFlag["kind"] = "balance_mismatch",
): StatementFlag => ({
  row,
  kind,
  expected_kobo: expected,
  found_kobo: found,
  message: `Row ${row}: the balance is ${naira(found)}, but the rows before it make ${naira(expected)}.`,
});

/**
 * Flags every row whose printed balance is not the balance before plus its movement. After a flag the check goes on from the printed
 * balance, so that one changed row is flagged once.
 */
export function checkRunningBalance(
  transactions: readonly StatementTransaction[],
  opening_kobo: bigint | null,
  closing_kobo: bigint | null,
): StatementFlag[] {
  const flags: StatementFlag[] = [];
  let balance = opening_kobo;
  for (const { row, amount_kobo, balance_kobo } of transactions) {
    if (balance !== null) balance += amount_kobo;
    if (balance_kobo === null) continue;
    if (balance !== null && balance !== balance_kobo) flags.push(mismatch(row, balance, balance_kobo));
    balance = balance_kobo;
  }
  const last = transactions.at(-1);
  if (closing_kobo !== null && balance !== null && closing_kobo !== balance)
    flags.push(mismatch(last?.row ?? 0, balance, closing_kobo, "total_mismatch"));
  return flags;
}

/** The totals that a statement prints under its rows, in kobo, both positive. */
export interface Totals {
  row: number;
  out: bigint;
  into: bigint;
}

/** Flags totals that are not the sums of the rows. */
export function checkTotals(
  transactions: readonly StatementTransaction[],
  { row, out, into }: Totals,
): StatementFlag[] {
  const sum = (isIn: boolean): bigint =>
    transactions.reduce(
      (total, { amount_kobo }) => (amount_kobo > 0n === isIn ? total + (isIn ? amount_kobo : -amount_kobo) : total),
      0n,
    );
  const [wentOut, cameIn] = [sum(false), sum(true)];
  // Money that was taken back may be counted on either side.
  if (out - into === wentOut - cameIn) return [];
  return [
    {
      row,
      kind: "total_mismatch",
      expected_kobo: cameIn - wentOut,
      found_kobo: into - out,
      message: `Row ${row}: the totals are ${naira(out)} out and ${naira(into)} in, but the rows make ${naira(wentOut)} and ${naira(cameIn)}.`,
    },
  ];
}

/** How many steps of the running balance hold; tells which way round a file runs when its dates do not. */
function stepsThatHold(transactions: readonly StatementTransaction[]): number {
  return transactions.filter((row, index) => {
    const before = transactions[index - 1]?.balance_kobo ?? null;
    return before !== null && row.balance_kobo !== null && before + row.amount_kobo === row.balance_kobo;
  }).length;
}

/** In order of time: some banks print the newest row first. */
export function inOrderOfTime(transactions: StatementTransaction[]): StatementTransaction[] {
  const [first, last] = [transactions[0], transactions.at(-1)];
  if (!first || !last) return transactions;
  const reversed = transactions.toReversed();
  if (first.booked_on !== last.booked_on) return first.booked_on > last.booked_on ? reversed : transactions;
  return stepsThatHold(reversed) > stepsThatHold(transactions) ? reversed : transactions;
}

/** Flags each statement that does not open with the balance on which the one before it closed. */
export function checkChain(statements: readonly BankStatement[]): StatementFlag[] {
  return statements.flatMap((statement, index) => {
    const closed = statements[index - 1]?.closing_kobo ?? null;
    if (closed === null || statement.opening_kobo === null || closed === statement.opening_kobo) return [];
    return [mismatch(index + 1, closed, statement.opening_kobo)];
  });
}
