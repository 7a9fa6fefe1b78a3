/** Posting templates: what companies pay for. */
import { type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import { credit, debit, entry } from "./entry.ts";

/** A company pays its plan: due from the payment provider ↑, plan income ↑. */
export const postPlanPayment = (
  tx: Tx,
  fact: { charge_id: string; reference: string; amount_kobo: bigint; on: string; actor: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `plan:${fact.charge_id}`,
        kind: "plan_payment",
        description: `Company plan ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit("card_settlement", fact.amount_kobo), credit("plan_income", fact.amount_kobo)],
    ),
  );
