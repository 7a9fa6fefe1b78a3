/** Instalments whose day has come, and the fees that come with them. */
import type { Progress, Step } from "../../../../house/app.ts";
import { postMany } from "../../../money/books/index.ts";
import { sql } from "kysely";
import { queryable } from "../../../../db/database.ts";
import { SYSTEM } from "../../../platform/audit/index.ts";
import { feeEntry, openLoanAccounts } from "../../../money/books/index.ts";
import { changeStates } from "../../../platform/states/index.ts";
import { vatInFees } from "../../schedules/index.ts";

const ROWS_A_BATCH = 1_000;

interface Falling {
  id: string;
  loan_id: string;
  due_on: string;
  fees_kobo: bigint;
  terms: Record<string, unknown>;
}

export const fallDue: Step = {
  name: "fall_due",
  at: 20,
  async batch(_, tx, { opening }): Promise<Progress> {
    // Loans are locked before their rows and accounts, as everywhere: no two jobs and payments wait for each other in a circle. What falls due is found
    // first: in the order of loans the planner would walk through all of them and hope to meet a thousand soon.
    const { rows } = await sql<Falling>`
      with due as materialized (
        select id, loan_id, due_on, fees_kobo, number
        from repayments
        where status = 'scheduled' and due_on <= ${opening}::date
      )
      select r.id, r.loan_id, r.due_on, r.fees_kobo, l.terms
      from due r
      join loans l on l.id = r.loan_id
      where l.status in ('running', 'past_due', 'stop_requested') and l.disbursed_on is not null
      order by l.id, r.number
      limit ${ROWS_A_BATCH}
      for no key update of l
    `.execute(tx);
    const changed = new Set(
      await changeStates(tx, {
        noun: "repayment",
        ids: rows.map(({ id }) => id),
        from: "scheduled",
        action: "fall_due",
        actor: SYSTEM,
        business_date: opening,
      }),
    );
    const withFees = rows.filter((row) => changed.has(row.id) && row.fees_kobo > 0n);
    for (const loan_id of new Set(withFees.map((row) => row.loan_id))) await openLoanAccounts(queryable(tx), loan_id);
    const verdicts = await postMany(
      queryable(tx),
      withFees.map((row) =>
        feeEntry({
          repayment_id: row.id,
          loan_id: row.loan_id,
          amount_kobo: row.fees_kobo,
          vat_kobo: vatInFees(row.terms, row.fees_kobo),
          on: row.due_on,
        }),
      ),
    );
    for (const verdict of verdicts) if (verdict.verdict === "rejected") throw verdict.error;
    // What changed is no longer scheduled, so the next batch needs no cursor of its own.
    return {
      cursor: rows.length < ROWS_A_BATCH ? null : (rows.at(-1)?.id ?? null),
      counts: { fell_due: changed.size, fees: withFees.length },
    };
  },
};
