import { postMany } from "@manilla/ledger";
import { type Tx, queryable } from "../../../db/database.ts";
import { openOwned } from "./chart.ts";
import { importedLoanEntry } from "./postings/lending.ts";

/**
 * Books the principal and the unpaid interest of loans that were running elsewhere before, many in one round trip. A loan's other accounts are opened when it first earns.
 * @throws the ledger's error when one of them cannot be posted
 */
export async function postImportedLoans(
  tx: Tx,
  loans: readonly Parameters<typeof importedLoanEntry>[0][],
): Promise<void> {
  for (const { loan_id, interest_kobo } of loans) {
    await openOwned(queryable(tx), "loan_principal", loan_id);
    if (interest_kobo > 0n) await openOwned(queryable(tx), "loan_interest", loan_id);
  }
  for (const verdict of await postMany(queryable(tx), loans.map(importedLoanEntry)))
    if (verdict.verdict === "rejected") throw verdict.error;
}
