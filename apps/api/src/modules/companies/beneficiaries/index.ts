/** The door of beneficiaries: whether one may be paid. */

import { date, naira } from "@manilla/contract/formats";
import type { Selectable } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { coolingOf } from "./queries.ts";
import { refusesToPay } from "./rules.ts";

export { enquire, nameOf } from "./enquiry.ts";
export { coolingOf } from "./queries.ts";
export { type Cooling, bankCodeOf, coolingUntil, refusesToPay } from "./rules.ts";

/**
 * Refuses a payment to a beneficiary that is not active, or whose account is too new for the amount. Locks it, so that two payments at
 * once count each other.
 * @param paid_kobo what it was sent since its account began, by the asking noun
 * @param columns of it that the caller needs
 * @returns them
 * @throws NotFound, Conflict
 */
export async function requireMayPay<const C extends keyof Selectable<DB["beneficiaries"]> = never>(
  tx: Tx,
  { id, company_id }: { id: string; company_id: string },
  amount_kobo: bigint,
  paid_kobo: bigint,
  columns: readonly C[] = [],
): Promise<Pick<Selectable<DB["beneficiaries"]>, C>> {
  const read = ["status", "account_since", ...columns] as const;
  const found = await findRow(tx, "beneficiaries", { id, company_id }, read, { lock: true });
  if (!found) throw new NotFound("This beneficiary");
  if (found.status !== "active" || !found.account_since)
    throw new Conflict("This beneficiary may not be paid: the company's chain has not agreed to it.", "not_active");
  const refused = refusesToPay(amount_kobo, paid_kobo, found.account_since, await coolingOf(tx), clock.now());
  if (refused)
    throw new Conflict(
      `This account is new: until ${date(refused.until)} it may be paid ${naira(refused.left_kobo)} more.`,
      "account_is_new",
    );
  return found as never;
}
