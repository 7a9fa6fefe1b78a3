/** Posting templates: what companies pay for. */
import { type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import type { MoneySource } from "../../../../house/purposes.ts";
import { credit, debit, entry } from "./entry.ts";

interface PlanFact {
  charge_id: string;
  reference: string;
  amount_kobo: bigint;
  on: string;
  actor: string;
}

/** A company pays for a month of its plan: due from the payment provider ↑, plans that have not begun ↑. */
export const postPlanPayment = (tx: Tx, fact: PlanFact & { id: string; source: MoneySource }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `plan:${fact.charge_id}`,
        kind: "plan_payment",
        description: `Company plan ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit(fact.source, fact.amount_kobo), credit("plans_prepaid", fact.amount_kobo)],
    ),
  );

/** The month begins: plans that have not begun ↓, plan income ↑. */
export const postPlanBegins = (tx: Tx, fact: PlanFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `plan-begins:${fact.charge_id}`,
        kind: "begin_plan",
        description: `Company plan ${fact.reference} begins`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit("plans_prepaid", fact.amount_kobo), credit("plan_income", fact.amount_kobo)],
    ),
  );

/** A payment whose month had begun is taken back, before its receipt's own mirror image: plan income ↓, plans that have not begun ↑. */
export const postPlanEnds = (tx: Tx, fact: PlanFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `plan-ends:${fact.charge_id}`,
        kind: "end_plan",
        description: `Company plan ${fact.reference} taken back`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit("plan_income", fact.amount_kobo), credit("plans_prepaid", fact.amount_kobo)],
    ),
  );
