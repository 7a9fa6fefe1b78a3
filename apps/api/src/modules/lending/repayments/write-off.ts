/** Loans that will not be paid. Charge-off takes them off the books while collection goes on; write-off ends them. A second person decides. */
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict, NotAllowed, NotFound } from "../../../errors.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { openCharges, postWriteOff } from "../../money/books/index.ts";
import { businessDate, changeState, changeWhere } from "../../platform/states/index.ts";
import { measureLoans, readRunningLoan } from "../schedules/index.ts";

type Action = "charge_off" | "write_off";
const FROM: Record<Action, readonly string[]> = { charge_off: ["past_due"], write_off: ["past_due", "charged_off"] };

/** The maker's half. @throws NotFound, NotAllowed, Conflict */
export async function requestLoss(
  tx: Tx,
  context: Context,
  loan_id: string,
  action: Action,
  reason: string,
): Promise<string> {
  const loan = await readRunningLoan(tx, loan_id, "lock");
  if (!loan) throw new NotFound("This loan");
  if (loan.user_id === context.session.user_id)
    throw new NotAllowed("Nobody decides about their own loan.", "own_loan");
  if (!FROM[action].includes(loan.status))
    throw new Conflict(
      `This loan is ${loan.status.replaceAll("_", " ")} and cannot become ${action === "charge_off" ? "charged off" : "written off"}.`,
      "illegal_transition",
    );
  return requestApproval(tx, context, {
    kind: action,
    title: `${action === "charge_off" ? "Charge off" : "Write off"} ${loan.reference}`,
    payload: { loan_id, reason },
    before: { status: loan.status, outstanding_principal_kobo: loan.outstanding_principal_kobo },
    amount_kobo: loan.outstanding_principal_kobo + loan.accrued_interest_kobo,
    reason,
  });
}

const lossApproval = (action: Action): ApprovalKind => ({
  permission: "provider:can_write_off_loans",
  measures: (tx, _, { payload }) => measureLoans(tx, sql`select ${(payload as { loan_id: string }).loan_id}::uuid`),
  async execute(tx, context, { payload }) {
    const { loan_id, reason } = payload as { loan_id: string; reason: string };
    const actor = actorOf(context);
    const on = await businessDate(tx);
    const loan = await readRunningLoan(tx, loan_id, "lock");
    if (!loan) throw new NotFound("This loan");
    await changeState(tx, { noun: "loan", id: loan.id, from: loan.status, action, actor, reason, business_date: on });
    // What was charged off before has left the books already.
    if (loan.status === "past_due") {
      await postWriteOff(tx, {
        loan_id,
        reference: loan.reference,
        principal_kobo: loan.outstanding_principal_kobo,
        interest_kobo: loan.accrued_interest_kobo,
        suspended_kobo: loan.suspended_interest_kobo,
        ...(await openCharges(tx, loan_id)),
        on,
        actor: actor.name,
      });
    }
    await changeWhere(tx, {
      noun: "repayment",
      action: "write_off",
      where: sql`loan_id = ${loan_id}`,
      actor,
      reason,
      business_date: on,
    });
    await changeRows(tx, "loans", loan_id, {
      outstanding_principal_kobo: 0n,
      accrued_interest_kobo: 0n,
      suspended_interest_kobo: 0n,
      overdue_kobo: 0n,
      next_due_on: null,
      updated_at: clock.now(),
    });
    await recordAudit(tx, actor, `loan_${action}`, ["loan", loan_id], {
      before: { status: loan.status, outstanding_principal_kobo: loan.outstanding_principal_kobo },
      after: { status: action === "charge_off" ? "charged_off" : "written_off" },
      reason,
    });
    return undefined;
  },
});

export const chargeOff = lossApproval("charge_off");
export const writeOff = lossApproval("write_off");
