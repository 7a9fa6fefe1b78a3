/** A loan that was paid back outside its schedule: what was owed on the day on which the money came is received, and the loan ends. A second person decides. */
import { day, naira } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/lending/loans";
import { sql } from "kysely";
import type { z } from "zod";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { Conflict, IllegalTransition, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { lockPerson, receive } from "../../money/receipts/index.ts";
import { receivedDay, requireSlip, slipShown } from "../../money/slips/index.ts";
import {
  LIVE_STATES,
  measureLoans,
  onItsDay,
  readRunningLoan,
  readSchedule,
  settlementOf,
} from "../schedules/index.ts";
import { type LockedLoan, lockJudged } from "./decisions.ts";

type Body = z.output<typeof calls.markAsReimbursed.body>;
interface Payload {
  loan_id: string;
  /** Of the day; absent from requests of before it was kept. */
  amount_kobo?: string;
  reference: string;
  reason: string;
  slip_id?: string;
  received_on?: string;
}

/** What ended the loan on the day on which the money came, in kobo: what settling it asks, without the person's credit. */
async function owedOn(tx: Tx, loan: LockedLoan, received_on: string, today: string): Promise<bigint> {
  const running = (await readRunningLoan(tx, loan.id, "lock"))!;
  const { total_kobo } =
    received_on < today
      ? await onItsDay(tx, running, received_on)
      : settlementOf(running, await readSchedule(tx, loan.id), today);
  return total_kobo;
}

/** The maker's half. @throws Conflict for a reference that was received before, or another figure than was shown; InvalidFields */
export async function requestReimbursement(
  tx: Tx,
  context: Context,
  loan: LockedLoan,
  { reason, reference, amount_kobo: shown_kobo, ...evidence }: Body,
): Promise<string> {
  const slip_id = await requireSlip(tx, context, evidence);
  const today = await businessDate(tx);
  const received_on = receivedDay(evidence, today, loan);
  if (await findRow(tx, "receipts", { reference }, ["id"]))
    throw new Conflict(`The reference ${reference} was already received.`, "reference_used");
  const total = await owedOn(tx, loan, received_on, today);
  if (total === 0n) throw new InvalidFields({ received_on: ["nothing was owed on this loan on that day"] });
  if (shown_kobo !== undefined && shown_kobo !== total)
    throw new Conflict("The figure has changed since you looked. Please look again.", "figure_changed");
  const { full_name } = await getRow(tx, "users", loan.user_id, ["full_name"]);
  return requestApproval(tx, context, {
    kind: "reimburse_loan",
    title: `Record ${naira(total)} received for all of ${loan.reference} of ${full_name}`,
    payload: {
      loan_id: loan.id,
      user_id: loan.user_id,
      amount_kobo: String(total),
      reference,
      reason,
      slip_id,
      received_on,
    },
    once: ["loan_id"],
    amount_kobo: total,
    reason,
  });
}

/** The checker's half: what was owed on the day on which the money came, however late somebody agrees. */
export const reimburseLoan: ApprovalKind<Payload> = {
  permission: "provider:can_mark_loans_reimbursed",
  over: unlessIn("loans", "loan_id", LIVE_STATES),
  measures: (tx, _, { payload }) => measureLoans(tx, sql`select ${payload.loan_id}::uuid`),
  async shows({ db }, { id, payload }) {
    const { reference, received_on, slip_id } = payload;
    const { papers, facts } = await slipShown(db, slip_id, id);
    const when = received_on ? [{ label: "Received on", value: day(received_on) }] : [];
    return { papers, facts: [{ label: "Reference", value: reference }, ...when, ...facts] };
  },
  async execute(tx, context, { payload, maker_id }) {
    const { loan_id, ...asked } = payload;
    // A credit balance is locked before its loans, as everywhere.
    const { user_id } = (await findRow(tx, "loans", loan_id, ["user_id"])) ?? {};
    if (user_id) await lockPerson(tx, user_id);
    const loan = await lockJudged(tx, loan_id);
    if (!loan) throw new NotFound("This loan");
    if (loan.user_id === context.session.user_id)
      throw new NotAllowed("Nobody decides about their own loan.", "own_loan");
    await reimburse(tx, context, loan, { ...asked, maker_id });
    return undefined;
  },
};

/** The receipt of all that was owed ends the loan; what it paid is worked out like that of any other. @throws Conflict */
async function reimburse(
  tx: Tx,
  context: Context,
  loan: LockedLoan,
  { reference, reason, maker_id, slip_id, ...asked }: Omit<Payload, "loan_id"> & { maker_id: string },
): Promise<void> {
  const [actor, today] = [actorOf(context), await businessDate(tx)];
  if (!LIVE_STATES.includes(loan.status)) throw new IllegalTransition("loan", loan.status, "mark_reimbursed");
  const on = asked.received_on ?? today;
  const amount_kobo = await owedOn(tx, loan, on, today);
  if (asked.amount_kobo !== undefined && BigInt(asked.amount_kobo) !== amount_kobo)
    throw new Conflict(
      `What was owed on ${day(on)} is ${naira(amount_kobo)} now: decline this and ask again.`,
      "figure_changed",
    );
  const { is_replay } = await receive(tx, context, {
    user_id: loan.user_id,
    purpose: "loan_repayment",
    subject_id: loan.id,
    amount_kobo,
    channel: "staff",
    source: "receipts_awaiting_bank",
    reference,
    slip_id,
    on,
    actor: { ...actor, user_id: maker_id },
    note: reason,
    confirmed_by: context.session.user_id,
    is_reimbursement: true,
  });
  if (is_replay) throw new Conflict(`The reference ${reference} was already received.`, "reference_used");
  await recordAudit(tx, actor, "loan_marked_reimbursed", ["loan", loan.id], {
    before: { status: loan.status, outstanding_principal_kobo: loan.outstanding_principal_kobo },
    after: { status: "reimbursed", amount_kobo, reference, received_on: on },
    reason,
  });
}
