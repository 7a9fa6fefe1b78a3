/** Money that came on an earlier day: its receipt carries that day, and the loan is worked out again as if it had been recorded then. A second person decides. */
import type * as calls from "@manilla/contract/lending/repayments";
import { day } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { naira } from "../../../documents/letter.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { isReceived, receive } from "../../money/receipts/index.ts";
import { receivedDay, whyTooEarly, requireSlip, slipShown } from "../../money/slips/index.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { LIVE_STATES, measureLoans } from "../schedules/index.ts";
import { type RepaymentInLoan, lockRepayment } from "./locked.ts";

type Body = z.output<typeof calls.backDate.body>;

/** @throws Conflict, InvalidFields */
function refuse({ loan, on }: RepaymentInLoan, { received_on }: Pick<Body, "received_on">): void {
  if (!LIVE_STATES.includes(loan.status))
    throw new Conflict(`This loan is ${loan.status.replaceAll("_", " ")} and takes no payments.`, "not_running");
  if (received_on >= on) throw new InvalidFields({ received_on: ["this field must be a day before today"] });
  const tooEarly = whyTooEarly(loan, received_on);
  if (tooEarly) throw new InvalidFields({ received_on: [tooEarly] });
}

/** The maker's half. @throws NotFound, NotAllowed, Conflict, InvalidFields */
export async function requestBackDating(tx: Tx, context: Context, id: string, body: Body): Promise<string> {
  const found = await lockRepayment(tx, context, id);
  refuse(found, body);
  receivedDay(body, found.on);
  await requireSlip(tx, context, body);
  if (await findRow(tx, "receipts", { reference: body.reference }, ["id"]))
    throw new Conflict(`The reference ${body.reference} was already received.`, "reference_used");
  return requestApproval(tx, context, {
    kind: "back_date_receipt",
    title: `Record ${naira(body.amount_kobo)} of {person} as received on ${day(body.received_on)}`,
    whose: found.loan.user_id,
    payload: { ...body, repayment_id: found.row.id, loan_id: found.loan.id, amount_kobo: String(body.amount_kobo) },
    once: ["reference"],
    beside: ["record_receipt"],
    amount_kobo: body.amount_kobo,
    reason: body.reason,
  });
}

/** Records money with the day on which it came, and works the loan out again from there. @throws Conflict, InvalidFields */
export async function recordOnItsDay(
  tx: Tx,
  context: Context,
  found: RepaymentInLoan,
  { amount_kobo, reason, ...given }: Body,
  maker_id: string,
): Promise<void> {
  refuse(found, given);
  const { loan } = found;
  const [loan_id, actor] = [loan.id, actorOf(context)];
  const { is_replay } = await receive(
    tx,
    context,
    {
      user_id: loan.user_id,
      purpose: "loan_repayment",
      subject_id: loan_id,
      amount_kobo,
      channel: "staff",
      source: "receipts_awaiting_bank",
      reference: given.reference,
      on: given.received_on,
      actor: { ...actor, user_id: maker_id },
      note: reason,
      confirmed_by: context.session.user_id,
      excess: given.excess,
      slip_id: given.slip_id,
    },
    found,
  );
  if (is_replay) throw new Conflict(`The reference ${given.reference} was already received.`, "reference_used");
  await recordAudit(tx, actor, "receipt_back_dated", ["loan", loan_id], {
    before: { outstanding_principal_kobo: loan.outstanding_principal_kobo },
    after: { amount_kobo, reference: given.reference, received_on: given.received_on },
    reason,
  });
}

/** The checker's half. */
export const backDateReceipt: ApprovalKind<
  Omit<Body, "amount_kobo"> & { loan_id: string; repayment_id: string; amount_kobo: string }
> = {
  permission: "provider:can_settle_repayment",
  over: sql`${isReceived} or ${unlessIn("loans", "loan_id", LIVE_STATES)}`,
  measures: (tx, _, { payload }) => measureLoans(tx, sql`select ${payload.loan_id}::uuid`),
  async shows({ db }, { id, payload }) {
    const { reference, received_on, slip_id } = payload;
    const { papers, facts } = await slipShown(db, slip_id, id);
    const known = [
      { label: "Reference", value: reference },
      { label: "Received on", value: day(received_on) },
    ];
    return { papers, facts: [...known, ...facts] };
  },
  async execute(tx, context, { payload, maker_id }) {
    const { repayment_id, amount_kobo, ...given } = payload;
    const found = await lockRepayment(tx, context, repayment_id);
    await recordOnItsDay(tx, context, found, { ...given, amount_kobo: BigInt(amount_kobo) }, maker_id);
    return undefined;
  },
};
