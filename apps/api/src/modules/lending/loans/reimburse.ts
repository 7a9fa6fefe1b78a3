/** A loan that was paid back outside its schedule: what is outstanding is received, every open repayment is closed. A second person decides. */
import { day, naira } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/lending/loans";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, NotAllowed, NotFound } from "../../../errors.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState, changeWhere } from "../../platform/states/index.ts";
import { insertReceipts } from "../../money/receipts/index.ts";
import { openCharges, postReimbursement } from "../../money/books/index.ts";
import { receivedDay, requireSlip, slipShown } from "../../money/slips/index.ts";
import { measureLoans, readRunningLoan, readSchedule, settlementOf } from "../schedules/index.ts";
import { type LockedLoan, lockJudged } from "./decisions.ts";

type Body = z.output<typeof calls.markAsReimbursed.body>;
interface Payload {
  loan_id: string;
  reference: string;
  reason: string;
  slip_id?: string;
  received_on?: string;
}

/** What ends the loan on a day, with its parts, in kobo; `earned_kobo` of the interest is not booked yet. It is what settling it asks. */
async function owedOn(tx: Tx, loan: LockedLoan, on: string) {
  const charges = await openCharges(tx, loan.id);
  const running = (await readRunningLoan(tx, loan.id, "lock"))!;
  const { interest_kobo } = settlementOf(running, await readSchedule(tx, loan.id), on);
  const { fees_kobo, penalty_kobo } = charges;
  const total = loan.outstanding_principal_kobo + interest_kobo + fees_kobo + penalty_kobo;
  return { charges, earned_kobo: interest_kobo - loan.accrued_interest_kobo, total };
}

/** The maker's half. @throws Conflict for a reference that was received before */
export async function requestReimbursement(
  tx: Tx,
  context: Context,
  loan: LockedLoan,
  { reason, reference, ...evidence }: Body,
): Promise<string> {
  const slip_id = await requireSlip(tx, context, evidence);
  const today = await businessDate(tx);
  const received_on = receivedDay(evidence, today, loan);
  if (await findRow(tx, "receipts", { reference }, ["id"]))
    throw new Conflict(`The reference ${reference} was already received.`, "reference_used");
  const { total } = await owedOn(tx, loan, today);
  const { full_name } = await getRow(tx, "users", loan.user_id, ["full_name"]);
  return requestApproval(tx, context, {
    kind: "reimburse_loan",
    title: `Record ${naira(total)} received for all of ${loan.reference} of ${full_name}`,
    payload: { loan_id: loan.id, user_id: loan.user_id, reference, reason, slip_id, received_on },
    once: ["loan_id"],
    amount_kobo: total,
    reason,
  });
}

/** The checker's half: the sum as it is on the day of the decision. */
export const reimburseLoan: ApprovalKind<Payload> = {
  permission: "provider:can_mark_loans_reimbursed",
  measures: (tx, _, { payload }) => measureLoans(tx, sql`select ${payload.loan_id}::uuid`),
  async shows({ db }, { id, payload }) {
    const { reference, received_on, slip_id } = payload;
    const { papers, facts } = await slipShown(db, slip_id, id);
    const when = received_on ? [{ label: "Received on", value: day(received_on) }] : [];
    return { papers, facts: [{ label: "Reference", value: reference }, ...when, ...facts] };
  },
  async execute(tx, context, { payload, maker_id }) {
    const { loan_id, ...asked } = payload;
    const loan = await lockJudged(tx, loan_id);
    if (!loan) throw new NotFound("This loan");
    if (loan.user_id === context.session.user_id)
      throw new NotAllowed("Nobody decides about their own loan.", "own_loan");
    await reimburse(tx, context, loan, { ...asked, maker_id });
    return undefined;
  },
};

async function reimburse(
  tx: Tx,
  context: Context,
  loan: LockedLoan,
  { reference, reason, maker_id, slip_id, received_on }: Omit<Payload, "loan_id"> & { maker_id: string },
): Promise<void> {
  const [actor, today] = [actorOf(context), await businessDate(tx)];
  const { charges, earned_kobo, total } = await owedOn(tx, loan, today);
  await changeState(tx, {
    noun: "loan",
    id: loan.id,
    from: loan.status,
    action: "mark_reimbursed",
    actor,
    reason,
    business_date: today,
  });
  const { transaction_id } = await postReimbursement(tx, {
    loan_id: loan.id,
    reference: loan.reference,
    principal_kobo: loan.outstanding_principal_kobo,
    interest_kobo: loan.accrued_interest_kobo,
    earned_kobo,
    suspended_kobo: loan.suspended_interest_kobo,
    ...charges,
    on: today,
    actor: actor.name,
  });
  const subject = { purpose: "loan_repayment" as const, subject_id: loan.id };
  const money = {
    ...subject,
    user_id: loan.user_id,
    amount_kobo: total,
    channel: "staff" as const,
    source: "receipts_awaiting_bank" as const,
    reference,
    slip_id,
    // The sum is that of the day of the decision; the receipt says when the money came.
    on: received_on ?? today,
    actor: { ...actor, user_id: maker_id },
    note: reason,
    confirmed_by: context.session.user_id,
  };
  const released_kobo = loan.suspended_interest_kobo;
  const booked = { ledger_transaction_id: transaction_id, credit_kobo: 0n, released_kobo };
  if ((await insertReceipts(tx, [{ money, subject, id: uuidv7(), booked }])).size === 0)
    throw new Conflict(`The reference ${reference} was already received.`, "reference_used");
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
  await recordAudit(tx, actor, "loan_marked_reimbursed", ["loan", loan.id], {
    before: { status: loan.status, outstanding_principal_kobo: loan.outstanding_principal_kobo },
    after: { status: "reimbursed", amount_kobo: total, reference },
    reason,
  });
}
