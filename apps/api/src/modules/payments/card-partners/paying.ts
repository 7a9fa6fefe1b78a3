/** C125, C126. What holders repaid is passed on to the partner: requested by one person, sent when another one approves. */
import { naira } from "@manilla/contract/formats";
import { bankName } from "@manilla/contract/nigeria/banks";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Payout, PayoutPurpose } from "../../../house/purposes.ts";
import {
  type PassedOn,
  newReference,
  postPartnerPaid,
  postPartnerUnpaid,
  postPassedOn,
} from "../../money/books/index.ts";
import { PAYOUT_FIELD, followPayouts } from "../../money/payouts/index.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { paidToFacts } from "./paid-to.ts";
import { booksOf, requireCards, requirePartner } from "./partners.ts";

interface Asked {
  card_ids: readonly string[] | undefined;
  reason: string | undefined;
}

/** The maker's half. @throws NotFound, Conflict where nothing is due or it is not known where the partner is paid */
export async function askToPay(tx: Tx, context: Context, slug: string, { card_ids, reason }: Asked) {
  const partner = await requirePartner(tx, slug, true);
  await requireCards(tx, partner, card_ids);
  if (!context.outside.card_partner.account)
    throw new Conflict("It is not configured where this partner is paid.", "no_account");
  const lines = await booksOf(tx, partner, card_ids, sql`k.due_kobo > 0`);
  const amount_kobo = lines.reduce((sum, { due_kobo }) => sum + due_kobo, 0n);
  if (amount_kobo === 0n) throw new Conflict("Nothing of these cards is due to the partner now.", "nothing_due");
  const id = uuidv7();
  // The reference of its payout, by which bank and partner name it.
  const reference = newReference("PO", await businessDate(tx));
  const facts = { partner_id: partner.id, reference, amount_kobo, cards: lines.length };
  await tx
    .insertInto("partner_payments")
    .values({ id, ...facts, reason: reason ?? null, asked_by: context.session.user_id, created_at: clock.now() })
    .execute();
  await tx
    .insertInto("partner_payment_lines")
    .values(
      lines.map(({ card_id, principal_kobo, interest_kobo }) => ({
        payment_id: id,
        card_id,
        principal_kobo,
        interest_kobo,
      })),
    )
    .execute();
  await recordBeginning(tx, "partnerPayment", id, "awaiting_approval", actorOf(context));
  const approval_id = await requestApproval(tx, context, {
    kind: "pay_card_partner",
    title: `Pass ${naira(amount_kobo)} that cardholders repaid on to ${partner.name}`,
    payload: { payment_id: id, partner: partner.slug },
    once: ["payment_id"],
    amount_kobo,
    ...(reason && { reason }),
  });
  return { approval_id, amount_kobo, cards: lines.length };
}

const linesOf = (tx: Tx, payment_id: string): Promise<PassedOn[]> =>
  tx
    .selectFrom("partner_payment_lines")
    .select(["card_id", "principal_kobo", "interest_kobo"])
    .where("payment_id", "=", payment_id)
    .orderBy("card_id")
    .execute();

/** The checker's half. */
export const payCardPartner: ApprovalKind<{ payment_id: string }> = {
  permission: "provider:can_settle_repayment",
  over: unlessIn("partner_payments", "payment_id", ["awaiting_approval"]),
  async shows(context, { payload: { payment_id } }) {
    const columns = ["id", "partner_id", "cards", "payout_id", "reference"] as const;
    const payment = await getRow(context.db, "partner_payments", payment_id, columns);
    const { name } = await getRow(context.db, "card_partners", payment.partner_id, ["name"]);
    return {
      facts: [
        { label: "Partner", value: name },
        ...(await paidToFacts(context, payment, name)),
        { label: "Cards", value: String(payment.cards) },
        { label: "Reference", value: payment.reference },
      ],
    };
  },
  follows: (tx, context, { id }) => followPayouts(context, tx, id),
  async execute(tx, context, { id: approval_id, maker_id, payload: { payment_id: id } }) {
    const payment = await getRow(tx, "partner_payments", id, ["partner_id", "reference", "amount_kobo", "status"], {
      lock: true,
    });
    const { account } = context.outside.card_partner;
    if (!account) throw new Conflict("It is not configured where this partner is paid.", "no_account");
    const { name } = await getRow(tx, "card_partners", payment.partner_id, ["name"]);
    const { data_key } = await getRow(tx, "users", maker_id, ["data_key"]);
    const [payout_id, on, actor] = [uuidv7(), await businessDate(tx), actorOf(context)];
    const { reference, amount_kobo } = payment;
    const fact = { payout_id, reference, on, actor: actor.name };
    const { transaction_id } = await postPassedOn(tx, { ...fact, lines: await linesOf(tx, id) });
    await tx
      .insertInto("payouts")
      .values({
        id: payout_id,
        purpose: "partner_repayment",
        subject_id: id,
        // Payee accounts are encrypted with a person's key: the requester's.
        user_id: maker_id,
        approval_id,
        amount_kobo,
        bank_code: account.bank_code,
        bank_name: bankName(account.bank_code),
        account_name: name,
        account_no_encrypted: context.encryption.encrypt(maker_id, data_key!, PAYOUT_FIELD, account.account_no),
        account_no_last4: account.account_no.slice(-4),
        reference,
        status: "approved",
        created_by: maker_id,
        business_date: on,
        ledger_transaction_id: transaction_id,
      })
      .execute();
    await recordBeginning(tx, "payout", payout_id, "approved", actor);
    const change = { noun: "partnerPayment", id, from: payment.status, action: "send", actor } as const;
    await changeState(tx, { ...change, business_date: on });
    await changeRows(tx, "partner_payments", id, { payout_id });
    await recordAudit(tx, context, "partner_paid", ["partner payment", id], { after: { payout_id, amount_kobo } });
    await context.queue.send(tx, "send-payout", { payout_id });
    return undefined;
  },
  async release(tx, _, { payload: { payment_id: id } }, actor) {
    const { status } = await getRow(tx, "partner_payments", id, ["status"], { lock: true });
    await changeState(tx, { noun: "partnerPayment", id, from: status, action: "decline", actor });
  },
};

/** It did not arrive, or came back: it is due to the partner again, and can be passed on once more. */
async function fallBack(tx: Tx, payout: Payout, { on, reason }: { on: string; reason: string }): Promise<void> {
  const { id: payout_id, subject_id: id, reference, status } = payout;
  const fact = { payout_id, reference, on, actor: SYSTEM.name, lines: await linesOf(tx, id) };
  await postPartnerUnpaid(tx, { ...fact, wasPaid: status === "success" });
  const payment = await getRow(tx, "partner_payments", id, ["status"]);
  const change = { noun: "partnerPayment", id, from: payment.status, action: "fail", reason } as const;
  await changeState(tx, { ...change, actor: SYSTEM, business_date: on });
}

/** What a payout to a partner does; what it passes on left the books of the cards when the second person agreed. */
export const partnerRepayment: PayoutPurpose = {
  narration: "Card repayments",
  lock: async (tx, { subject_id }) => void (await getRow(tx, "partner_payments", subject_id, ["id"], { lock: true })),
  async succeed(tx, _means, { id: payout_id, subject_id, reference, amount_kobo }, on) {
    const { transaction_id } = await postPartnerPaid(tx, { payout_id, reference, amount_kobo, on, actor: SYSTEM.name });
    const change = { noun: "partnerPayment", id: subject_id, from: "sent", action: "arrive" } as const;
    await changeState(tx, { ...change, actor: SYSTEM, business_date: on });
    return transaction_id;
  },
  fail: (tx, _means, payout, because) => fallBack(tx, payout, because),
  mayReturn: async () => true,
  returned: (tx, _means, payout, because) => fallBack(tx, payout, because),
};
