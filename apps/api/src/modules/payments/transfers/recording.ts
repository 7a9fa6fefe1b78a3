/** The row of a transfer in the list of the wallet that paid. */
import type { Selectable } from "kysely";
import type { Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { Actor } from "../../../request.ts";
import { findWallet, recordMovement } from "../../companies/wallet-movements/index.ts";
import { recordPersonal } from "../../people/personal-wallets/index.ts";

export type Transfer = Selectable<DB["transfers"]>;

/** What of a transfer its beginning needs, and what is shown of it. Named, for what is prepared has columns that do not change under it. */
export const BEGUN = [
  "id",
  "user_id",
  "company_id",
  "to_user_id",
  "kind",
  "reference",
  "payee",
  "bank_code",
  "bank_name",
  "account_no_last4",
  "narration",
  "amount_kobo",
  "fee_kobo",
  "vat_kobo",
  "stamp_duty_kobo",
  "total_kobo",
  "status",
  "due_on",
  "settled_at",
  "payout_id",
  "is_confidential",
  "version",
  "created_at",
] as const;
export type Begun = Pick<Transfer, (typeof BEGUN)[number]>;

interface Moved {
  id: string;
  amount_kobo: bigint;
  kind: "sent" | "came_back";
  on: string;
  actor: Actor;
}
/** The row in the list of the wallet that paid. */
export async function record(tx: Tx, transfer: Begun, moved: Moved): Promise<void> {
  const { company_id, user_id, reference, payout_id } = transfer;
  // Those who may see salaries learn whose came back, nobody else.
  const payee = transfer.is_confidential ? "Salary" : transfer.payee;
  const { id, amount_kobo, on, actor } = moved;
  if (company_id) {
    const wallet = (await findWallet(tx, company_id, true))!;
    const kind = moved.kind === "sent" ? "transfer_sent" : "transfer_returned";
    await recordMovement(tx, wallet, { id, company_id, kind, amount_kobo, reference, note: payee, actor, on });
    return;
  }
  await recordPersonal(tx, "cash", {
    user_id,
    kind: moved.kind,
    amount_kobo,
    reference,
    note: payee,
    ...(payout_id && { payout_id }),
    ledger_transaction_id: id,
    actor,
    on,
  });
}
