/** What counts as spent, as the list of expenses filters it. */
const SPENT = "f.status=recorded,flagged,approved";

/** The list of what was spent from one day to another. */
export const spentOn = (from: string, to: string): string =>
  `/corporate/expenses?${SPENT}&rangeKey=spent_on&rangeStart=${from}&rangeEnd=${to}`;
