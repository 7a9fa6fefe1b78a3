/** Loans that will not be paid. Charge-off takes them off the books while collection goes on; write-off ends them. A second person decides. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict, NotAllowed, NotFound } from "../../../errors.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { accrualEntry, creditOf, openCharges, postWriteOff } from "../../money/books/index.ts";
import { lockPerson, receive } from "../../money/receipts/index.ts";
import { requireSlip, slipShown } from "../../money/slips/index.ts";
import { businessDate, changeState, changeWhere } from "../../platform/states/index.ts";
import {
  LIVE_STATES,
  type RunningLoan,
  claimLeft,
  measureLoans,
  readRunningLoan,
  readSchedule,
  settlementOf,
  suspendedPart,
  unpaidInterest,
  vatInFees,
} from "../schedules/index.ts";
import { postAll } from "./close/post-all.ts";
import { allowanceFor } from "./close/provide.ts";

type Action = "charge_off" | "write_off";
const WORDS = { charge_off: "Charge-off", write_off: "Write-off" } as const;
const FROM: Record<Action, readonly string[]> = { charge_off: ["past_due"], write_off: ["past_due", "charged_off"] };

/** What a loan claims once it is lost: what is left of its claim, or what leaves the books today. In kobo. */
async function claimOf(tx: Tx, loan: RunningLoan): Promise<bigint> {
  if (loan.status === "charged_off") return claimLeft(loan);
  const { fees_kobo, penalty_kobo } = await openCharges(tx, loan.id);
  const interest_kobo = await unpaidInterest(tx, loan, await businessDate(tx));
  return loan.outstanding_principal_kobo + interest_kobo + fees_kobo + penalty_kobo;
}

/** The maker's half. @throws NotFound, NotAllowed, Conflict, InvalidFields without a paper */
export async function requestLoss(
  tx: Tx,
  context: Context,
  loan_id: string,
  action: Action,
  { reason, slip_id }: { reason: string; slip_id?: string | undefined },
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
  const paper = await requireSlip(tx, context, { slip_id });
  const amount_kobo = await claimOf(tx, loan);
  return requestApproval(tx, context, {
    kind: action,
    title: `${WORDS[action].replace("-", " ")} ${naira(amount_kobo)} of {person}`,
    whose: loan.user_id,
    payload: { loan_id, reason, slip_id: paper },
    once: ["loan_id"],
    beside: ["charge_off", "write_off"],
    before: { status: loan.status, outstanding_principal_kobo: loan.outstanding_principal_kobo },
    amount_kobo,
    reason,
  });
}

/** A credit balance pays what it can before the loan leaves the books; it is locked before the loan, as everywhere. */
async function useCredit(tx: Tx, context: Context, loan_id: string, on: string): Promise<void> {
  const found = await readRunningLoan(tx, loan_id, "read");
  if (!found || !LIVE_STATES.includes(found.status)) return;
  await lockPerson(tx, found.user_id);
  const loan = await readRunningLoan(tx, loan_id, "lock");
  const credit = await creditOf(tx, found.user_id);
  const whole = loan ? settlementOf(loan, await readSchedule(tx, loan_id), on).total_kobo : 0n;
  const amount_kobo = credit < whole ? credit : whole;
  if (amount_kobo <= 0n) return;
  await receive(tx, context, {
    user_id: found.user_id,
    purpose: "loan_repayment",
    subject_id: loan_id,
    amount_kobo,
    channel: "credit_balance",
    source: "customer_credit",
    reference: `CREDIT-LOSS-${loan_id}`,
    on,
    actor: actorOf(context),
  });
}

/** The close accrues in the night; a loss claims the interest of its own day too. @returns the loan with it booked */
async function accruedToday(tx: Tx, loan: RunningLoan, on: string): Promise<RunningLoan> {
  const earned_kobo = await unpaidInterest(tx, loan, on);
  const amount_kobo = earned_kobo - loan.accrued_interest_kobo;
  if (amount_kobo === 0n) return loan;
  const suspended_kobo = suspendedPart(loan, amount_kobo);
  const entry = accrualEntry({ loan_id: loan.id, amount_kobo, suspended_kobo, on, because: "loss" });
  await postAll(tx, [{ loan_id: loan.id, entry }]);
  const suspended_interest_kobo = loan.suspended_interest_kobo + suspended_kobo;
  return { ...loan, accrued_interest_kobo: earned_kobo, suspended_interest_kobo };
}

/** Posts the loss. @returns what the loan claims from now on, in kobo: suspended interest too */
async function leaveBooks(
  tx: Tx,
  loan: RunningLoan,
  { on, actor, action }: { on: string; actor: string; action: Action },
): Promise<bigint> {
  const charges = await openCharges(tx, loan.id);
  const { outstanding_principal_kobo: principal_kobo, accrued_interest_kobo: interest_kobo } = loan;
  await postWriteOff(tx, {
    loan_id: loan.id,
    reference: loan.reference,
    words: WORDS[action],
    principal_kobo,
    interest_kobo,
    suspended_kobo: loan.suspended_interest_kobo,
    ...charges,
    fees_vat_kobo: vatInFees(loan.terms, charges.fees_kobo),
    allowance_kobo: await allowanceFor(tx, loan.id, on),
    on,
    actor,
  });
  return principal_kobo + interest_kobo + charges.fees_kobo + charges.penalty_kobo;
}

const lossApproval = (action: Action): ApprovalKind<{ loan_id: string; reason: string; slip_id?: string }> => ({
  permission: "provider:can_write_off_loans",
  over: unlessIn("loans", "loan_id", action),
  measures: (tx, _, { payload }) => measureLoans(tx, sql`select ${payload.loan_id}::uuid`),
  shows: ({ db }, { id, payload }) => slipShown(db, payload.slip_id, id),
  async execute(tx, context, { payload }) {
    const { loan_id, reason } = payload;
    const actor = actorOf(context);
    const on = await businessDate(tx);
    await useCredit(tx, context, loan_id, on);
    const loan = await readRunningLoan(tx, loan_id, "lock");
    if (!loan) throw new NotFound("This loan");
    // What was charged off before has left the books already, and keeps its claim.
    const claim =
      loan.status === "charged_off"
        ? {}
        : { claim_kobo: await leaveBooks(tx, await accruedToday(tx, loan, on), { on, actor: actor.name, action }) };
    await changeState(tx, { noun: "loan", id: loan.id, from: loan.status, action, actor, reason, business_date: on });
    await changeWhere(tx, {
      noun: "repayment",
      action: "write_off",
      where: sql`loan_id = ${loan_id}`,
      actor,
      reason,
      business_date: on,
    });
    await changeRows(tx, "loans", loan_id, {
      ...claim,
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
