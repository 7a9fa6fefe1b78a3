/** The allowance for loan losses follows the buckets (business-rules §4): once a day, posts the difference to the books. */
import { type Bucket, type ProvisionTable, provision } from "@manilla/credit";
import { sql } from "kysely";
import type { Progress, Step } from "../../../../house/app.ts";
import { type Tx, queryable } from "../../../../db/database.ts";
import { balancesOf, postProvision } from "../../../money/books/index.ts";

/** What has to be set aside on a day, in kobo: principal and interest receivable of every running loan by its bucket; suspended interest was never income. */
async function requiredOn(tx: Tx, on: string): Promise<bigint> {
  const tables = await tx.selectFrom("provision_tables").select(["valid_from", "percents"]).execute();
  const { rows } = await sql<{ bucket: Bucket; owed_kobo: bigint }>`
    select arrears_bucket as bucket,
      sum(outstanding_principal_kobo + accrued_interest_kobo - suspended_interest_kobo)::bigint as owed_kobo
    from loans
    where status in ('running', 'past_due', 'stop_requested') and disbursed_on is not null
    group by 1
  `.execute(tx);
  return rows.reduce(
    (sum, { bucket, owed_kobo }) =>
      sum + (owed_kobo > 0n ? provision(owed_kobo, bucket, on, tables as ProvisionTable[]) : 0n),
    0n,
  );
}

/** What the last run set aside for one loan, by its bucket and what it owes, in kobo. */
export async function allowanceFor(tx: Tx, loan_id: string, on: string): Promise<bigint> {
  const tables = await tx.selectFrom("provision_tables").select(["valid_from", "percents"]).execute();
  const { rows } = await sql<{ bucket: Bucket; owed_kobo: bigint }>`
    select arrears_bucket as bucket,
      outstanding_principal_kobo + accrued_interest_kobo - suspended_interest_kobo as owed_kobo
    from loans
    where id = ${loan_id}
  `.execute(tx);
  const [loan] = rows;
  return loan && loan.owed_kobo > 0n ? provision(loan.owed_kobo, loan.bucket, on, tables as ProvisionTable[]) : 0n;
}

export const provide: Step = {
  name: "provide",
  at: 60,
  async batch(_, tx, { opening }): Promise<Progress> {
    const required_kobo = await requiredOn(tx, opening);
    // The allowance is kept under the assets with a credit balance: its natural balance is negative.
    const [allowance] = await balancesOf(queryable(tx), ["loss_allowance"]);
    const difference_kobo = required_kobo + (allowance?.natural_kobo ?? 0n);
    if (difference_kobo !== 0n) await postProvision(tx, { required_kobo, difference_kobo, on: opening });
    return { cursor: null, counts: { allowance_kobo: Number(required_kobo), moved_kobo: Number(difference_kobo) } };
  },
};
