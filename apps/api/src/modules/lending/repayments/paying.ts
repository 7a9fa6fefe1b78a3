/** Paying with a card: a customer now (C301), or staff trying what the card gives (C107). */
import type * as calls from "@manilla/contract/lending/repayments";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { naira } from "../../../documents/letter.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import {
  type Charge,
  askCharge,
  createCharge,
  findCharge,
  findDebitableCard,
  sendCharge,
} from "../../money/charges/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { askedNow, settlementOf, readRunningLoan, readSchedule, takesMoney } from "../schedules/index.ts";
import { lockRepayment } from "./locked.ts";

/** Sent, or about to be, and without an answer. */
const OPEN_CHARGES = ["created", "sent", "unknown"];

type Answer = z.output<typeof calls.chargeAnswer>;

function answerOf(charge: Charge): Answer {
  const facts = {
    charge_id: charge.id,
    reference: charge.reference,
    requested_kobo: charge.amount_kobo,
    received_kobo: charge.received_kobo,
    receipt_id: charge.receipt_id,
  };
  if (charge.status === "success")
    return {
      ...facts,
      status: "success",
      message: `${naira(charge.received_kobo ?? charge.amount_kobo)} was received.`,
    };
  if (["failed", "abandoned"].includes(charge.status))
    return { ...facts, status: "failed", message: charge.failure ?? "The card was declined." };
  return {
    ...facts,
    status: "unknown",
    message: "The bank has not answered yet. We keep asking; please do not pay again until you hear from us.",
  };
}

/** Sends a charge once: a retried request asks for the outcome of the first. */
async function carryOut(context: Context, { charge, isNew }: { charge: Charge; isNew: boolean }): Promise<Answer> {
  if (isNew) return answerOf(await sendCharge(context, charge));
  return answerOf((await askCharge(context, charge.id)) ?? charge);
}

/** C301. @throws NotFound, Conflict, InvalidFields */
export async function payByCard(context: Context, body: z.output<typeof calls.instantTransfer.body>): Promise<Answer> {
  const { user_id } = context.session;
  const created = await context.db.transaction().execute(async (tx) => {
    const loan = await readRunningLoan(tx, body.loan_id, "lock");
    if (!loan || loan.user_id !== user_id) throw new NotFound("This loan");
    if (!takesMoney(loan))
      throw new Conflict(`This loan is ${loan.status.replaceAll("_", " ")} and takes no payments.`, "not_running");
    const whole = settlementOf(loan, await readSchedule(tx, loan.id), await businessDate(tx)).total_kobo;
    if (body.amount_kobo > whole)
      throw new InvalidFields({ amount_kobo: [`this is more than the whole loan takes today (${naira(whole)})`] });
    const card = await findDebitableCard(tx, context, user_id, body.card_id);
    if (!card) throw new InvalidFields({ card_id: ["add a repayment card first"] });
    const request_key = `card-payment:${user_id}:${context.idempotency_key ?? ""}`;
    const open = await tx
      .selectFrom("charges")
      .select("id")
      .where("loan_id", "=", loan.id)
      .where("status", "in", OPEN_CHARGES)
      .where("request_key", "is distinct from", request_key)
      .executeTakeFirst();
    if (open)
      throw new Conflict(
        "Your bank has not said yet whether the last payment succeeded. We keep asking; paying again now could pay twice.",
        "charge_open",
      );
    return createCharge(context, tx, {
      user_id,
      kind: "card_payment",
      amount_kobo: body.amount_kobo,
      loan_id: loan.id,
      card_id: card.id,
      requested_by: user_id,
      excess: body.excess,
      request_key,
    });
  });
  return carryOut(context, created);
}

/** @throws NotFound for a charge that is not a payment of this person */
export async function askPayment(context: Context, charge_id: string): Promise<Answer> {
  const charge = await findCharge(context.db, charge_id);
  if (!charge || charge.user_id !== context.session.user_id || charge.kind === "card_setup")
    throw new NotFound("This payment");
  return answerOf((await askCharge(context, charge.id)) ?? charge);
}

/** C107. @throws NotFound, Conflict, InvalidFields */
export async function debitPartially(context: Context, repayment_id: string, amount?: bigint): Promise<Answer> {
  const created = await context.db.transaction().execute(async (tx) => {
    const { loan, rows, row } = await lockRepayment(tx, context, repayment_id);
    const due = askedNow(loan, rows, await businessDate(tx));
    if (due === 0n) throw new InvalidFields({ amount_kobo: ["nothing is due on this loan today"] });
    if (amount !== undefined && amount > due)
      throw new InvalidFields({ amount_kobo: [`this is more than what is due (${naira(due)})`] });
    const card = await findDebitableCard(tx, context, loan.user_id);
    if (!card) throw new Conflict("This person has no repayment card.", "no_card");
    const open = await tx
      .selectFrom("charges")
      .select("id")
      .where("loan_id", "=", loan.id)
      .where("status", "in", OPEN_CHARGES)
      .executeTakeFirst();
    if (open)
      throw new Conflict(
        "A charge of this loan is still being asked about. Taking more now could take it twice.",
        "charge_open",
      );
    await recordAudit(tx, context, "partial_debit_attempted", ["loan", loan.id], {
      after: { amount_kobo: amount ?? due },
    });
    return createCharge(context, tx, {
      user_id: loan.user_id,
      kind: "partial_debit",
      amount_kobo: amount ?? due,
      loan_id: loan.id,
      repayment_id: row.id,
      card_id: card.id,
      requested_by: context.session.user_id,
      request_key: `partial-debit:${context.session.user_id}:${context.idempotency_key ?? ""}`,
    });
  });
  return carryOut(context, created);
}
