/** What a charge for a loan does to its repayment. The money itself is received by the engine. */
import type { Tx } from "../../../db/database.ts";
import type { Charge, ChargePurpose } from "../../../house/purposes.ts";
import { notify } from "../../platform/notifications/index.ts";
import { cardNotDebited } from "./messages.ts";

async function keepFailure(tx: Tx, { repayment_id }: Charge, last_failure: string | null): Promise<void> {
  if (repayment_id) await tx.updateTable("repayments").set({ last_failure }).where("id", "=", repayment_id).execute();
}

export const cardPayment: ChargePurpose = {
  prefix: "CH",
  channel: "card",
  is_hosted: false,
  takes_part: false,
  receipt: "loan_repayment",
  succeed: (tx, charge) => keepFailure(tx, charge, null),
  fail: keepFailure,
};

/** Staff try what the card gives. */
export const partialDebit: ChargePurpose = { ...cardPayment, takes_part: true };

export const automaticDebit: ChargePurpose = {
  ...cardPayment,
  channel: "direct_debit",
  async fail(tx, charge, failure) {
    await keepFailure(tx, charge, failure);
    await notify(tx, { user_id: charge.user_id, ...cardNotDebited({ charge, failure }) });
  },
};
