/** What one person of a company sends is within what its administrators let them send. */
import { naira } from "@manilla/contract/formats";
import type { Tx } from "../../../db/database.ts";
import { InvalidFields } from "../../../errors.ts";
import { senderRefusal } from "../../companies/wallet-movements/index.ts";

/** The company's wallet is locked. @param asked_on where it was requested before: its day @throws InvalidFields at the amount */
export async function requireSender(
  tx: Tx,
  of: { company_id: string; user_id: string },
  total_kobo: bigint,
  on: string,
  asked_on?: string,
): Promise<void> {
  const why = await senderRefusal(tx, of, { total_kobo }, on, asked_on);
  if (why) throw new InvalidFields({ amount_kobo: [`with its charges this is ${naira(total_kobo)}; ${why}`] });
}
