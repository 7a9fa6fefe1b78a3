/** What the desk decides about one case: refunded, put right, or closed without a refund. */
import { naira } from "@manilla/contract/formats";
import type { PaymentClaim, PaymentKind, RefundCause, RefundFault } from "@manilla/contract/payments/refund-words";
import { sql } from "kysely";
import { clock, startOfAlone } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { requireSlip } from "../../money/slips/index.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note, refuseForeignLinks, tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import type { RefundableFacts } from "../refund-cases/index.ts";
import * as messages from "./messages.ts";
import { lockPayment, refundables } from "./payments.ts";
import { type DeskAct, REFUSALS, goesAlone, refundOf, whyNot } from "./rules.ts";

interface Case {
  id: string;
  kind: PaymentKind;
  payment_id: string;
  cause: RefundCause;
  payment: RefundableFacts;
}

/**
 * A case, locked after its payment and the payer.
 * @param asked the request that is carried out, which waits no longer
 * @throws NotFound, NotAllowed, Conflict
 */
export async function lockCase(
  tx: Tx,
  context: Context,
  { kind, id }: { kind: PaymentKind; id: string },
  act: DeskAct,
  asked?: string,
): Promise<Case> {
  const found = await findRow(tx, "refund_cases", id, ["bill_id", "transfer_id"]);
  const payment_id = kind === "bill" ? found?.bill_id : found?.transfer_id;
  const payment = payment_id && (await lockPayment[kind](tx, payment_id));
  if (!payment) throw new NotFound("This case");
  const columns = ["status", "cause", "claim", "user_id", "approval_id"] as const;
  const row = (await findRow(tx, "refund_cases", id, columns, { lock: true }))!;
  const is_waiting = asked ? row.approval_id !== asked : row.approval_id !== null || payment.is_waiting;
  const cause = row.cause as RefundCause;
  // Nor does who received it.
  if (payment.to_user_id === context.session.user_id) throw new NotAllowed(REFUSALS.own_money, "own_money");
  const has_credit = (await findRow(tx, "claim_credits", { case_id: id }, ["id"])) !== undefined;
  const claim = row.claim as PaymentClaim | null;
  const code = whyNot(act, { ...row, kind, cause, claim, is_waiting, has_credit }, context.session.user_id);
  if (code) throw new (code === "own_money" ? NotAllowed : Conflict)(REFUSALS[code], code);
  const isOver = payment.stage === "ended" || payment.stage === "moving";
  if (isOver || (cause === "claimed") !== (payment.stage === "delivered"))
    throw new Conflict("This payment has changed since. Look at it again.", "already_decided");
  return { id, kind, payment_id: payment.id, cause, payment };
}

/** The larger of what a colleague has refunded in thirty days without a second person, and of what the payer got so from anybody, in kobo. */
export async function refundedAlone(db: Database | Tx, colleague_id: string, payer_id: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select greatest(
      coalesce(sum(refunded_kobo) filter (where decided_by = ${colleague_id}), 0),
      coalesce(sum(refunded_kobo) filter (where user_id = ${payer_id}), 0)
    )::bigint as kobo
    from refund_cases
    where (decided_by = ${colleague_id} or user_id = ${payer_id}) and is_alone and decided_at >= ${startOfAlone()}
  `.execute(db);
  return rows[0]!.kobo;
}

/** One colleague's refunds go one after the other, so that two at once do not both fit into what is left; the payer is locked with the case. */
const inTurn = (tx: Tx, user_id: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`refunds alone ${user_id}`}))`.execute(tx);

export interface Wanted {
  amount_kobo?: bigint | null | undefined;
  fault?: RefundFault | null | undefined;
  reason: string;
}

/** Moves the money, and ends the case with it. */
export async function carryOut(
  tx: Tx,
  context: Context,
  { kind, payment_id, payment }: Case,
  { amount_kobo, fault, reason }: { amount_kobo: bigint; fault: RefundFault | null; reason: string },
): Promise<void> {
  const of = refundables[kind];
  if (payment.stage === "delivered") await of.refund(tx, context, payment_id, { amount_kobo, fault: fault!, reason });
  else await of.payBack(tx, context, payment_id, reason);
}

/** Puts an act before a second person; the payment is held at every desk in the meantime. */
async function ask(
  tx: Tx,
  context: Context,
  { id, kind, payment_id, payment }: Case,
  request: {
    kind: "refund_payment" | "process_payment" | "credit_claim";
    title: string;
    reason: string;
    amount_kobo: bigint;
    payload: object;
  },
): Promise<string> {
  const approval_id = await requestApproval(tx, context, {
    ...request,
    whose: payment.user_id,
    payload: { case_id: id, payment: kind, ...request.payload, reason: request.reason },
    once: ["case_id"],
    beside: ["refund_payment", "process_payment", "credit_claim"],
  });
  await changeRows(tx, "refund_cases", id, { approval_id });
  await refundables[kind].hold(tx, payment_id, approval_id);
  return approval_id;
}

/** C188, C189 for one case. @returns the request to a second person; null where it is done @throws NotFound, NotAllowed, Conflict, InvalidFields */
export async function refundOne(
  tx: Tx,
  context: Context,
  of: { kind: PaymentKind; id: string },
  { reason, ...wanted }: Wanted,
): Promise<string | null> {
  const { user_id } = context.session;
  await inTurn(tx, user_id);
  const found = await lockCase(tx, context, of, "refund");
  // The payer reads the reason, of a salary nothing.
  if (!found.payment.is_confidential) refuseForeignLinks(context, { title: "", body: reason }, { reason });
  const refund = refundOf(found.payment, wanted);
  if ("field" in refund) throw new InvalidFields({ [refund.field]: [refund.words] });
  const { amount_kobo, fault } = refund;
  const limit = BigInt(await readSetting(tx, "refund_alone_kobo"));
  // What the bank says it still has, two people pay back: it may arrive all the same.
  const bankHasIt = found.payment.stage === "open" && !found.payment.may_deliver;
  if (!bankHasIt && goesAlone(amount_kobo, await refundedAlone(tx, user_id, found.payment.user_id), limit)) {
    await carryOut(tx, context, found, { ...refund, reason });
    await changeRows(tx, "refund_cases", found.id, { is_alone: true, decided_by: user_id });
    return null;
  }
  const title = `Refund ${naira(amount_kobo)} of ${found.payment.reference} to {person}`;
  const payload = { amount_kobo: String(amount_kobo), fault };
  return ask(tx, context, found, { kind: "refund_payment", title, reason, amount_kobo, payload });
}

/** C186, C187 for one case: a claim that was put right ends at once; what had no answer is a second person's decision too. */
export async function processOne(
  tx: Tx,
  context: Context,
  of: { kind: PaymentKind; id: string },
  { reason, slip_id, token }: { reason: string; slip_id: string; token?: string | null | undefined },
): Promise<string | null> {
  const found = await lockCase(tx, context, of, "process");
  await requireSlip(tx, context, { slip_id });
  const { payment, cause } = found;
  if (cause === "claimed") {
    await close(tx, context, found, "process", reason, slip_id);
    return null;
  }
  if (!payment.may_deliver) throw new Conflict("The bank still has it: its answer is waited for.", "still_asking");
  const { is_pin } = payment;
  const typed = token?.replaceAll(is_pin ? /\s/g : /[\s-]/g, "") ?? "";
  if (payment.brings_token && !(is_pin ? /^(?=.*\d)[\dA-Z-]{6,40}$/i : /^\d{20}$/).test(typed))
    throw new InvalidFields({
      token: [`delivered without it is not delivered: type ${is_pin ? "the PIN" : "its 20 digits"}`],
    });
  const title = `The payment ${payment.reference} of {person}, ${naira(payment.total_kobo)}, was delivered`;
  const payload = { slip_id, token: payment.brings_token ? typed : null };
  const amount_kobo = payment.total_kobo;
  return ask(tx, context, found, { kind: "process_payment", title, reason, amount_kobo, payload });
}

/** Puts the money that a transfer's payer did not send before a second person, to be theirs until the claim is decided: always two, whatever the amount. */
export async function creditOne(tx: Tx, context: Context, id: string, { reason }: { reason: string }): Promise<string> {
  const found = await lockCase(tx, context, { kind: "transfer", id }, "credit");
  const { payment } = found;
  const amount_kobo = payment.total_kobo - payment.refunded_kobo;
  const title = `Give {person} ${naira(amount_kobo)} of ${payment.reference} for now`;
  const payload = { amount_kobo: String(amount_kobo) };
  return ask(tx, context, found, { kind: "credit_claim", title, reason, amount_kobo, payload });
}

/** Ends a claim without money; its payer reads why. */
async function close(
  tx: Tx,
  context: Context,
  { id, kind, payment_id, payment }: Case,
  action: "process" | "cancel",
  reason: string,
  slip_id: string | null,
): Promise<void> {
  const [business_date, actor] = [await businessDate(tx), actorOf(context)];
  await changeState(tx, { noun: "refundCase", id, from: "open", action, actor, reason, business_date });
  const decided = { decided_by: context.session.user_id, decided_at: clock.now(), decision_reason: reason };
  await changeRows(tx, "refund_cases", id, { ...decided, slip_id });
  await refundables[kind].takeCreditBack?.(tx, context, payment_id);
  const audit = action === "process" ? "claim_put_right" : "claim_closed";
  await recordAudit(tx, context, audit, ["refund", id], { after: { reference: payment.reference }, reason });
  const { company_id = null, what, total_kobo: amount_kobo } = payment;
  const facts = { kind, payment_id, company_id, what, amount_kobo };
  const message = action === "process" ? messages.putRight(facts, reason) : messages.noRefund(facts, reason);
  refuseForeignLinks(context, message, { reason });
  if (payment.is_confidential) await note(tx, payment.user_id, messages.ofSalary(message, reason));
  else await tell(tx, context, payment.user_id, message);
}

/** C184, C185 for one case. */
export async function cancelOne(
  tx: Tx,
  context: Context,
  of: { kind: PaymentKind; id: string },
  { reason }: { reason: string },
): Promise<null> {
  await close(tx, context, await lockCase(tx, context, of, "cancel"), "cancel", reason, null);
  return null;
}
