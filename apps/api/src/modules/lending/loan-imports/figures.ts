/** What is kept of a row beside its verdict. */
import type { ReadyLoan } from "./judging.ts";

/** The figures of one row, kept for lists. */
export const figuresOfRow = ({ loan, brought }: ReadyLoan) => ({
  reference: loan.reference,
  principal_kobo: loan.principal_kobo,
  outstanding_principal_kobo: loan.outstanding_principal_kobo,
  accrued_interest_kobo: brought.accrued_interest_kobo,
  overdue_kobo: brought.figures.overdue_kobo,
  days_past_due: brought.figures.days_past_due,
});

/** Amounts as JSON has them: numbers of kobo. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item));
