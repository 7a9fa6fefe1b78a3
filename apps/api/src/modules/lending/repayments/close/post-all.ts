import { type Tx, queryable } from "../../../../db/database.ts";
import { UnknownAccount, openLoanAccounts, postMany } from "../../../money/books/index.ts";

/** What is posted on a loan, and the loan whose accounts it wants. */
export interface LoanEntry {
  loan_id: string;
  entry: Parameters<typeof postMany>[1][number];
}

/** Posts entries of many loans at once. A loan that was booked elsewhere gets its accounts when the first of them wants one. */
export async function postAll(tx: Tx, items: readonly LoanEntry[]): Promise<void> {
  const verdicts = await postMany(
    queryable(tx),
    items.map(({ entry }) => entry),
  );
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict.verdict !== "rejected") continue;
    const item = items[index];
    if (!item || !(verdict.error instanceof UnknownAccount)) throw verdict.error;
    await openLoanAccounts(queryable(tx), item.loan_id);
    const [again] = await postMany(queryable(tx), [item.entry]);
    if (again?.verdict === "rejected") throw again.error;
  }
}
