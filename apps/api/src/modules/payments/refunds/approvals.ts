/** The second person's half of refunds, and of saying that a payment without an answer arrived. */
import { badge } from "@manilla/contract/badges";
import { type PaymentKind, type RefundFault, refundFaults } from "@manilla/contract/payments/refund-words";
import { sql } from "kysely";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";
import type { ApprovalKind, Context, Measured } from "../../../house/app.ts";
import { slipShown } from "../../money/slips/index.ts";
import { unless, unlessIn } from "../../platform/approvals/index.ts";
import { note, tell } from "../../platform/notifications/index.ts";
import { carryOut, lockCase } from "./deciding.ts";
import * as messages from "./messages.ts";
import { DESK, lockPayment, refundables } from "./payments.ts";
import { factsShown } from "./queries.ts";

interface Asked {
  case_id: string;
  payment: PaymentKind;
  user_id: string;
  reason: string;
}

/** The case as it was asked about, no longer held. */
async function lockAsked(
  tx: Tx,
  context: Context,
  id: string,
  { case_id, payment: kind }: Asked,
  act: "refund" | "process" | "credit",
) {
  const found = await lockCase(tx, context, { kind, id: case_id }, act, id);
  await changeRows(tx, "refund_cases", case_id, { approval_id: null });
  await refundables[kind].hold(tx, found.payment_id, null);
  return found;
}

/** Declined or withdrawn: the payment is worked again. */
async function release(tx: Tx, _: unknown, { payload: { case_id, payment } }: { payload: Asked }): Promise<void> {
  const found = await findRow(tx, "refund_cases", case_id, ["bill_id", "transfer_id"]);
  const payment_id = found?.bill_id ?? found?.transfer_id;
  if (!payment_id) return;
  await lockPayment[payment](tx, payment_id);
  await changeRows(tx, "refund_cases", case_id, { approval_id: null });
  await refundables[payment].hold(tx, payment_id, null);
}

/** What the decision changes of the payment and of its case. */
async function paymentMeasures(
  tx: Tx,
  _: Context,
  { payload: { case_id, payment } }: { payload: Asked },
): Promise<Measured[]> {
  const found = await getRow(tx, "refund_cases", case_id, ["bill_id", "transfer_id", "status"]);
  const columns = ["status", "refunded_kobo"] as const;
  const { status, refunded_kobo } =
    payment === "bill"
      ? await getRow(tx, "bills", found.bill_id!, columns)
      : await getRow(tx, "transfers", found.transfer_id!, columns);
  const credit = await tx
    .selectFrom("claim_credits")
    .select("amount_kobo")
    .where("case_id", "=", case_id)
    .where("turned_at", "is", null)
    .executeTakeFirst();
  return [
    { label: "Given for now", value: credit?.amount_kobo ?? 0n },
    { label: payment === "bill" ? "State of the bill" : "State of the transfer", value: badge(payment, status).label },
    { label: "Refunded", value: refunded_kobo },
    { label: "State of the case", value: badge("refund_case", found.status).label },
  ];
}

export const refundPayment: ApprovalKind<Asked & { amount_kobo: string; fault: RefundFault | null }> = {
  permission: DESK,
  over: unlessIn("refund_cases", "case_id", ["open"]),
  release,
  shows: async ({ db }, { payload: { case_id, fault } }) => ({
    facts: [...(fault ? [{ label: "Borne by", value: refundFaults[fault] }] : []), ...(await factsShown(db, case_id))],
  }),
  measures: paymentMeasures,
  async execute(tx, context, { id, payload }) {
    const found = await lockAsked(tx, context, id, payload, "refund");
    const { fault, reason } = payload;
    const amount_kobo = BigInt(payload.amount_kobo);
    const { total_kobo, refunded_kobo } = found.payment;
    if (amount_kobo > total_kobo - refunded_kobo)
      throw new Conflict("Less is left of it by now. Decline it.", "already_decided");
    await carryOut(tx, context, found, { amount_kobo, fault, reason });
    await changeRows(tx, "refund_cases", payload.case_id, { decided_by: context.session.user_id });
    return undefined;
  },
};

export const creditClaim: ApprovalKind<Asked & { amount_kobo: string }> = {
  permission: DESK,
  over: unlessIn("refund_cases", "case_id", ["open"], unless(sql`claim_credits c where c.case_id = s.id`)),
  release,
  shows: async ({ db }, { payload: { case_id } }) => ({
    facts: [
      ...(await factsShown(db, case_id)),
      { label: "What follows", value: "It is taken back when the claim is lost, or when the money itself comes back." },
    ],
  }),
  measures: paymentMeasures,
  async execute(tx, context, { id, payload }) {
    const { kind, payment_id, payment } = await lockAsked(tx, context, id, payload, "credit");
    const amount_kobo = BigInt(payload.amount_kobo);
    if (amount_kobo !== payment.total_kobo - payment.refunded_kobo)
      throw new Conflict("Less is left of it by now. Decline it.", "already_decided");
    await refundables[kind].credit!(tx, context, payment_id, { case_id: payload.case_id, amount_kobo });
    const { user_id, company_id = null, what, is_confidential } = payment;
    const message = messages.credited({ kind, payment_id, company_id, what, amount_kobo });
    if (is_confidential) await note(tx, user_id, messages.creditedOfSalary(message));
    else await tell(tx, context, user_id, message);
    return undefined;
  },
};

export const processPayment: ApprovalKind<Asked & { slip_id: string; token: string | null }> = {
  permission: DESK,
  over: unlessIn("refund_cases", "case_id", ["open"]),
  release,
  async shows({ db }, { id, payload: { case_id, slip_id } }) {
    const { papers, facts } = await slipShown(db, slip_id, id);
    return { papers, facts: [...facts, ...(await factsShown(db, case_id))] };
  },
  measures: paymentMeasures,
  async execute(tx, context, { id, payload }) {
    const { kind, payment_id } = await lockAsked(tx, context, id, payload, "process");
    const { reason, token, slip_id, case_id } = payload;
    await refundables[kind].deliver(tx, context, payment_id, { reason, token });
    await changeRows(tx, "refund_cases", case_id, { slip_id, decided_by: context.session.user_id });
    return undefined;
  },
};
