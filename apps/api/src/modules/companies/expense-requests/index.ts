/** The door of expense requests: what is approved is paid by the noun that moves the money. */
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";

/**
 * An approved request, locked, for the noun that pays it; with its payment its expenses can no longer be deleted.
 * @param reference of the payment: a request is paid once
 * @throws Conflict where it is not approved, or paid already
 */
export async function payRequest(
  tx: Tx,
  { id, company_id }: { id: string; company_id: string },
  reference: string,
): Promise<{ user_id: string; amount_kobo: bigint }> {
  const request = await findRow(tx, "expense_requests", { id, company_id }, ["user_id", "amount_kobo", "status"], {
    lock: true,
  });
  if (request?.status !== "approved") throw new Conflict("This request is not approved.", "not_approved");
  const paid = await findRow(tx, "expenses", { request_id: id }, ["money_reference"]);
  if (paid?.money_reference) throw new Conflict("This request is paid already.", "already_paid");
  await changeRows(tx, "expenses", { request_id: id }, { money_reference: reference });
  return { user_id: request.user_id, amount_kobo: request.amount_kobo };
}
