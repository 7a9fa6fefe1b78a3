import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { type Change, businessDate, changeWhere } from "../../platform/states/index.ts";
import type { LockedLoan } from "./decisions.ts";
import { openCharges, postReimbursement } from "../../money/books/index.ts";

/** The loan was paid back outside its schedule: what is outstanding is received, every open repayment is closed. */
export async function reimburse(tx: Tx, context: Context, loan: LockedLoan, reason: string): Promise<Change> {
  const actor = actorOf(context);
  const today = await businessDate(tx);
  const charges = await openCharges(tx, loan.id);
  await postReimbursement(tx, {
    loan_id: loan.id,
    reference: loan.reference,
    principal_kobo: loan.outstanding_principal_kobo,
    interest_kobo: loan.accrued_interest_kobo,
    suspended_kobo: loan.suspended_interest_kobo,
    ...charges,
    on: today,
    actor: actor.name,
  });
  await changeWhere(tx, {
    noun: "repayment",
    action: "supersede",
    where: sql`loan_id = ${loan.id}`,
    actor,
    reason,
    business_date: today,
  });
  await changeRows(tx, "loans", loan.id, {
    outstanding_principal_kobo: 0n,
    accrued_interest_kobo: 0n,
    suspended_interest_kobo: 0n,
    overdue_kobo: 0n,
    days_past_due: 0,
    arrears_bucket: "current",
    next_due_on: null,
    settled_on: today,
    updated_at: clock.now(),
  });
  return { before: { status: loan.status, outstanding_principal_kobo: loan.outstanding_principal_kobo } };
}
