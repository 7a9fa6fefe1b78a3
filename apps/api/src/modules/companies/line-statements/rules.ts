/** What is due of a line. Pure; amounts in kobo. */

export interface Owed {
  penalty_kobo: bigint;
  interest_kobo: bigint;
  drawn_kobo: bigint;
}
export const fullOf = ({ penalty_kobo, interest_kobo, drawn_kobo }: Owed): bigint =>
  penalty_kobo + interest_kobo + drawn_kobo;

const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);
const atLeastNothing = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/**
 * What a payment pays of a line: penalty first, then interest, then principal (business-rules §3).
 * @returns null where it is more than is owed
 */
export function repaymentOf(
  amount_kobo: bigint,
  owed: Owed,
): { penalty_kobo: bigint; interest_kobo: bigint; principal_kobo: bigint } | null {
  if (amount_kobo > fullOf(owed)) return null;
  const penalty_kobo = least(amount_kobo, owed.penalty_kobo);
  const interest_kobo = least(amount_kobo - penalty_kobo, owed.interest_kobo);
  return { penalty_kobo, interest_kobo, principal_kobo: amount_kobo - penalty_kobo - interest_kobo };
}

export interface MinimumTerms {
  /** Of the principal that is not overdue. */
  percent: number;
  least_kobo: bigint;
}

/**
 * The least that is due with a statement: all penalties and interest, what is overdue of the principal, and a share of the rest in whole naira,
 * rounded up; no less than the least, no more than is owed.
 */
export function minimumOf(owed: Owed, overdue_principal_kobo: bigint, { percent, least_kobo }: MinimumTerms): bigint {
  const rest = owed.drawn_kobo - overdue_principal_kobo;
  // Kobo times hundredths of a percent: 1,000,000 of them are a naira.
  const share = ((rest * BigInt(Math.round(percent * 100)) + 999_999n) / 1_000_000n) * 100n;
  const sum = owed.penalty_kobo + owed.interest_kobo + overdue_principal_kobo + share;
  return least(sum > least_kobo ? sum : least_kobo, fullOf(owed));
}

export interface Statement {
  status: string;
  full_kobo: bigint;
  minimum_kobo: bigint;
  paid_kobo: bigint;
  owed_interest_kobo: bigint;
  owed_penalty_kobo: bigint;
}

/** Of its minimum, unpaid; nothing where another statement has taken over. */
export const leftOf = ({ status, minimum_kobo, paid_kobo }: Pick<Statement, "status" | "minimum_kobo" | "paid_kobo">) =>
  status === "carried" ? 0n : atLeastNothing(minimum_kobo - paid_kobo);

/** Of what is left of a minimum, the principal: penalties and interest are paid before it. */
export const principalLeft = (statement: Statement): bigint =>
  least(
    atLeastNothing(statement.minimum_kobo - statement.paid_kobo),
    atLeastNothing(statement.minimum_kobo - statement.owed_interest_kobo - statement.owed_penalty_kobo),
  );

/** What is overdue without its penalties, so that no penalty is charged on penalties. */
export const overdueWithoutPenalty = (statement: Statement): bigint =>
  least(
    atLeastNothing(statement.minimum_kobo - statement.paid_kobo),
    statement.minimum_kobo - least(statement.minimum_kobo, statement.owed_penalty_kobo),
  );

/** What a payment makes of a statement; null where it stays as it is. */
export function afterPayment({ status, paid_kobo, minimum_kobo, full_kobo }: Statement): "meet" | "settle" | null {
  if (paid_kobo >= full_kobo) return ["issued", "overdue", "met"].includes(status) ? "settle" : null;
  return paid_kobo >= minimum_kobo && ["issued", "overdue"].includes(status) ? "meet" : null;
}

/** What is taken from the wallet on a day: all on the due day where its owner wants it, else the minimum, or nothing; never more than is there or owed. */
export const automaticOf = (
  statement: Statement,
  asked: { automatic: string; is_due_day: boolean; available_kobo: bigint; owed_kobo: bigint },
): bigint => {
  if (asked.automatic === "none") return 0n;
  const all = asked.automatic === "full" && asked.is_due_day;
  const target = all ? atLeastNothing(statement.full_kobo - statement.paid_kobo) : leftOf(statement);
  return atLeastNothing(least(least(target, asked.available_kobo), asked.owed_kobo));
};
