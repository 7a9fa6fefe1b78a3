/** A journal's lines. Pure; amounts in kobo. */

export interface Part {
  expense_id: string;
  /** Of the expense: 0 where it is all of it. Null in journals from before parts were numbered. */
  part: number | null;
  spent_on: string;
  ledger_code: string;
  account: string;
  description: string;
  department: string | null;
  reference: string;
  amount_kobo: bigint;
}

export interface Entry {
  date: string;
  ledger_code: string;
  account: string;
  description: string;
  department: string | null;
  reference: string;
  debit_kobo: bigint;
  credit_kobo: bigint;
}

/** An amount on its side: debits positive, credits negative. */
const sidesOf = (kobo: bigint) => ({ debit_kobo: kobo > 0n ? kobo : 0n, credit_kobo: kobo < 0n ? -kobo : 0n });

/**
 * Each part on the debit side, or where it came back on the credit side, and what all of them come to on the wallet's other side: both sides are equal.
 * @param on the day of the wallet's line, which is left out where it has nothing
 */
export function entriesOf(
  parts: readonly Omit<Part, "part">[],
  wallet_code: string,
  on: string,
  number: number,
): Entry[] {
  const total = parts.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n);
  return [
    ...parts.map(({ expense_id: _, spent_on, amount_kobo, ...part }) => ({
      ...part,
      date: spent_on,
      ...sidesOf(amount_kobo),
    })),
    ...(total === 0n
      ? []
      : [
          {
            date: on,
            ledger_code: wallet_code,
            account: "Wallet",
            description: `Expenses of journal ${number}`,
            department: null,
            reference: `J${number}`,
            ...sidesOf(-total),
          },
        ]),
  ];
}
