/** A company sends money to a beneficiary: requested by one, approved by its chain; until then the money is held, not moved. */
import { naira } from "@manilla/contract/formats";
import type { PaymentChannel } from "@manilla/contract/money/payment-channels";
import type { Permission } from "@manilla/contract/permissions";
import type { ReviewReason } from "@manilla/contract/payments/transfer-kinds";
import type * as calls from "@manilla/contract/payments/transfers";
import { queryable, type Tx } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import type { App, ChainSubject, Context } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { secondPersonFirst } from "../../companies/approval-chains/index.ts";
import { requireMayPay } from "../../companies/beneficiaries/index.ts";
import {
  type Wallet,
  findWallet,
  holds,
  openWallet,
  ownCompany,
  senderRefusal,
  whyNotOut,
} from "../../companies/wallet-movements/index.ts";
import { accountOf, hold, newReference, release, walletOf } from "../../money/books/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { requireBanks } from "./banks.ts";
import { requireSender } from "./senders.ts";
import { costsOfCompany, requireKnown, sentTo } from "./limits.ts";
import { holdToLook } from "./accepting.ts";
import * as messages from "./messages.ts";
import { begin, lockTransfer } from "./moving.ts";
import type { Transfer } from "./recording.ts";
import { type TransferCosts, totalOf } from "./rules.ts";
import { reasonsForCompany } from "./velocity.ts";

type Asked = z.output<typeof calls.request.body>;
type Sending = Pick<App, "encryption" | "queue" | "config">;
export const ASKS = "company:can_request_transfers";
export const BENEFICIARY = [
  "id",
  "name",
  "account_name",
  "bank_code",
  "bank_name",
  "account_no_last4",
  "account_no_hash",
  "employee_id",
] as const;

/** What the beneficiary was sent counts against what a new account may be paid; the same again asks. @throws NotFound, Conflict */
async function requireBeneficiary(tx: Tx, company_id: string, { beneficiary_id, amount_kobo, is_repeat }: Asked) {
  const sent = await sentTo(tx, { beneficiary_id }, amount_kobo);
  const found = await requireMayPay(tx, { id: beneficiary_id, company_id }, amount_kobo, sent.sent_kobo, BENEFICIARY);
  if (sent.is_repeat && !is_repeat)
    throw new Conflict(`The same amount was just sent to ${found.name}. Do you mean to send it again?`, "just_sent");
  return found;
}

/** @param on the business day on which it leaves, where that is not today @param channel how it came @throws InvalidFields at the amount */
export async function requireRoomFor(
  tx: Tx,
  wallet: Wallet,
  costs: TransferCosts,
  on?: string,
  channel?: PaymentChannel,
): Promise<void> {
  const refusal = await whyNotOut(tx, wallet, { amount_kobo: totalOf(costs), on, channel });
  if (refusal)
    throw new InvalidFields({ amount_kobo: [`with its charges this is ${naira(totalOf(costs))}; ${refusal}`] });
}

/** What a transfer of the company would cost, and what its wallet has. @throws NotFound, Conflict */
export async function quoteForCompany({ db, session }: Context, asked: z.output<typeof calls.quoteOfCompany.body>) {
  const { beneficiary_id: id, amount_kobo } = asked;
  const found = session.company_id
    ? await findRow(db, "beneficiaries", { id, company_id: session.company_id, status: "active" }, BENEFICIARY)
    : undefined;
  if (!found) throw new NotFound("This beneficiary");
  await requireBanks(db);
  const costs = await costsOfCompany(db, session.company_id!, amount_kobo, found);
  const { available_kobo } = await walletOf(db, session.company_id!);
  const { is_repeat } = await sentTo(db, { beneficiary_id: id }, amount_kobo);
  return {
    payee: found.account_name,
    bank_name: found.bank_name,
    account_no: masked(found.account_no_last4)!,
    ...costs,
    total_kobo: totalOf(costs),
    available_kobo,
    is_repeat,
  };
}

interface Kept {
  company_id: string;
  /** Who requested it. */
  user_id: string;
  found: Awaited<ReturnType<typeof requireBeneficiary>>;
  narration: string | null;
  costs: TransferCosts;
  /** The date of a standing order that it pays. */
  standing_date_id?: string;
  /** Why a colleague of ours looks at it. */
  review_reasons?: ReviewReason[];
  actor: Actor;
  on: string;
}
/** Its row; while it waits its money is held. The wallet is locked. */
export async function keepOfCompany(
  tx: Tx,
  status: "awaiting_approval" | "approved" | "in_review",
  kept: Kept,
): Promise<string> {
  const { company_id, user_id, found, costs, actor, on } = kept;
  const id = uuidv7();
  const reference = newReference("TR", on);
  const isWaiting = status === "awaiting_approval";
  const held = isWaiting
    ? await hold(queryable(tx), {
        key: `transfer:${id}`,
        account: accountOf("company_wallet", company_id),
        amount_kobo: totalOf(costs),
        description: `Transfer ${reference} waits for approval`,
        actor: actor.name,
      })
    : undefined;
  const row = tx
    .insertInto("transfers")
    .values({
      id,
      user_id,
      company_id,
      kind: "bank",
      reference,
      beneficiary_id: found.id,
      payee: found.account_name,
      bank_code: found.bank_code,
      bank_name: found.bank_name,
      account_no_last4: found.account_no_last4,
      account_no_hash: found.account_no_hash,
      employee_id: found.employee_id,
      narration: kept.narration,
      standing_date_id: kept.standing_date_id ?? null,
      ...costs,
      status,
      hold_id: held?.id ?? null,
      review_reasons: kept.review_reasons ?? [],
      business_date: on,
      created_at: clock.now(),
    });
  await later(tx, row);
  await recordBeginning(tx, "transfer", id, status, actor);
  await recordAudit(tx, actor, isWaiting ? "transfer_requested" : "transfer_sent", ["transfer", id], {
    after: { amount_kobo: costs.amount_kobo, reference, payee: found.account_name },
  });
  return id;
}

/** The beneficiary's number, in clear, and the transfer on its way. The wallet is locked. */
export async function sendOfCompany(tx: Tx, app: Sending, transfer: Transfer, actor: Actor): Promise<void> {
  const { beneficiary_id } = transfer;
  const { data_key, account_no_encrypted } = await getRow(tx, "beneficiaries", beneficiary_id!, [
    "data_key",
    "account_no_encrypted",
  ]);
  const account_no = app.encryption.decrypt(beneficiary_id!, data_key, "account_no", account_no_encrypted);
  await begin(tx, app, transfer, { account_no, awaits_approval: false, actor, on: transfer.business_date });
}

/**
 * C252. Asks for a transfer, or sends it at once where nobody else of the company could agree.
 * @returns the transfer, and the request that waits
 * @throws NotFound, InvalidFields, Conflict, StepUpRequired
 */
export async function requestTransfer(tx: Tx, context: Context, asked: Asked) {
  const { id: company_id } = await ownCompany(tx, context);
  await requireBanks(tx);
  await requireKnown(tx, context, asked.amount_kobo);
  const wallet = await openWallet(tx, context, company_id);
  const found = await requireBeneficiary(tx, company_id, asked);
  const costs = await costsOfCompany(tx, company_id, asked.amount_kobo, found);
  const [actor, on] = [actorOf(context), await businessDate(tx)];
  await requireRoomFor(tx, wallet, costs, on);
  await requireSender(tx, { company_id, user_id: context.session.user_id }, totalOf(costs), on);
  const narration = asked.narration ?? null;
  const kept = { company_id, user_id: context.session.user_id, found, narration, costs, actor, on };
  let id: string | undefined;
  const opened = {
    kind: "transfer",
    title: `Send ${naira(asked.amount_kobo)} to ${found.name}`,
    amount_kobo: asked.amount_kobo,
    payee_id: found.employee_id,
    payee: found.id,
  } as const;
  const approval_id = await secondPersonFirst(tx, context, ASKS, opened, async () => {
    id = await keepOfCompany(tx, "awaiting_approval", kept);
    return id;
  });
  if (id) return { id, approval_id };
  return { id: await beginOfCompany(tx, context, kept), approval_id: null };
}

/** Sends it, or holds it until a colleague of ours has looked. No further approval of the company is needed; its wallet is locked. @returns its id */
export async function beginOfCompany(tx: Tx, app: Sending, kept: Kept): Promise<string> {
  const { company_id, found, costs, actor, on } = kept;
  const review_reasons = await reasonsForCompany(tx, { company_id, beneficiary_id: found.id, on }, totalOf(costs));
  const isHeld = review_reasons.length > 0;
  const id = await keepOfCompany(tx, isHeld ? "in_review" : "approved", { ...kept, review_reasons });
  const transfer = (await lockTransfer(tx, id))!;
  if (isHeld) await holdToLook(tx, transfer, actor);
  else await sendOfCompany(tx, app, transfer, actor);
  return id;
}

/** @param right with which it was asked @throws Conflict where the requester may no longer request it: gone from the company, barred, or without the right */
export async function requireAsker(
  tx: Tx,
  company_id: string,
  user_id: string,
  right: Permission = ASKS,
): Promise<void> {
  if (!(await holds(tx, company_id, right, user_id)))
    throw new Conflict("The requester may no longer do this. Decline it.", "asker_gone");
}

type Agreed = Pick<Transfer, "beneficiary_id" | "account_no_hash" | "bank_code" | "employee_id">;
/** The chain agreed to this account, which is neither the requester's nor an approver's. @throws Conflict where it is another one by now */
export async function requireSameAccount(tx: Tx, agreed: Agreed) {
  const now = await getRow(tx, "beneficiaries", agreed.beneficiary_id!, BENEFICIARY);
  const isSame = agreed.account_no_hash?.equals(now.account_no_hash) && agreed.bank_code === now.bank_code;
  if (!isSame || agreed.employee_id !== now.employee_id)
    throw new Conflict(
      "The beneficiary's account was changed since this was asked for. Decline it.",
      "account_changed",
    );
  return now;
}

/**
 * What a company's transfer needs, without a session of the company: in the close of business and when a colleague of ours lets it go. Its
 * wallet is locked, and nothing of it is held.
 * @param counted_kobo what of it is among what the beneficiary was sent
 * @returns the beneficiary
 * @throws Conflict, InvalidFields
 */
export async function requirePayable(
  tx: Tx,
  of: Agreed & { company_id: string; user_id: string; channel?: PaymentChannel },
  costs: TransferCosts,
  on: string,
  counted_kobo = 0n,
) {
  const { company_id, user_id } = of;
  const beneficiary_id = of.beneficiary_id!;
  const { status } = await getRow(tx, "companies", company_id, ["status"]);
  if (status !== "approved")
    throw new Conflict("The company's registration is not approved, or it is suspended.", "not_approved");
  await requireBanks(tx);
  await requireAsker(tx, company_id, user_id);
  const { sent_kobo } = await sentTo(tx, { beneficiary_id }, costs.amount_kobo);
  await requireMayPay(tx, { id: beneficiary_id, company_id }, costs.amount_kobo, sent_kobo - counted_kobo);
  const found = await requireSameAccount(tx, of);
  await requireRoomFor(tx, (await findWallet(tx, company_id, true))!, costs, on, of.channel);
  return found;
}

/** The requester's right, the beneficiary, the limits of the wallet and of the requester are checked again. The hold is gone. @throws Conflict */
async function requireStill(tx: Tx, context: Context, transfer: Transfer): Promise<void> {
  const { company_id, user_id, beneficiary_id, amount_kobo, total_kobo } = transfer;
  // The wallet is the company's: a session without its scope does not see it.
  if (!context.session.account_types.includes("corporate"))
    throw new Conflict(
      "An administrator of the company decides about its money last. Hand this on to one.",
      "not_administrator",
    );
  await ownCompany(tx, context);
  await requireBanks(tx);
  await requireAsker(tx, company_id!, user_id);
  // Itself is among what it was sent.
  const { sent_kobo } = await sentTo(tx, { beneficiary_id: beneficiary_id! }, amount_kobo);
  await requireMayPay(tx, { id: beneficiary_id!, company_id: company_id! }, amount_kobo, sent_kobo - amount_kobo);
  await requireSameAccount(tx, transfer);
  const wallet = await openWallet(tx, context, company_id!);
  const sender = { company_id: company_id!, user_id };
  const refusal =
    (await whyNotOut(tx, wallet, { amount_kobo: total_kobo! })) ??
    (await senderRefusal(tx, sender, { total_kobo: total_kobo! }, await businessDate(tx), transfer.business_date));
  if (refusal) throw new Conflict(`Not enough room: ${refusal}.`, "no_room");
}

/** What the company's chain decides about. */
export const transferChain: ChainSubject = {
  async shows(db, _, subject_id) {
    const transfer = await getRow(db, "transfers", subject_id, [
      "payee",
      "bank_name",
      "account_no_last4",
      "narration",
      "amount_kobo",
      "fee_kobo",
      "vat_kobo",
      "stamp_duty_kobo",
      "total_kobo",
    ]);
    return [
      { label: "The bank calls the account", value: transfer.payee },
      { label: "Account", value: `${transfer.bank_name} ${masked(transfer.account_no_last4)}` },
      ...(transfer.narration ? [{ label: "For", value: transfer.narration }] : []),
      { label: "Amount", value: naira(transfer.amount_kobo) },
      { label: "Fee", value: naira(transfer.fee_kobo) },
      { label: "VAT", value: naira(transfer.vat_kobo) },
      { label: "Stamp duty", value: naira(transfer.stamp_duty_kobo) },
      { label: "Leaves the wallet", value: naira(transfer.total_kobo!) },
      { label: "What follows", value: "It is checked again and sent at once when the last one agrees." },
    ];
  },
  async decided(tx, context, { subject_id, outcome, reason }) {
    const transfer = (await lockTransfer(tx, subject_id))!;
    if (transfer.hold_id) await release(queryable(tx), { hold_id: transfer.hold_id });
    await changeRows(tx, "transfers", subject_id, { hold_id: null });
    const actor = actorOf(context);
    const change = { noun: "transfer", id: subject_id, from: transfer.status, actor, reason } as const;
    if (outcome !== "approved") {
      await changeState(tx, { ...change, action: "decline" });
      if (reason) await changeRows(tx, "transfers", subject_id, { failure: reason });
      return;
    }
    await requireStill(tx, context, transfer);
    const reasons = await reasonsForCompany(
      tx,
      { company_id: transfer.company_id!, beneficiary_id: transfer.beneficiary_id!, on: await businessDate(tx) },
      transfer.total_kobo!,
    );
    if (reasons.length > 0) {
      await changeState(tx, { ...change, action: "hold" });
      await changeRows(tx, "transfers", subject_id, { review_reasons: reasons });
      return holdToLook(tx, transfer, actor);
    }
    await changeState(tx, { ...change, action: "approve" });
    await sendOfCompany(tx, context, { ...transfer, hold_id: null, business_date: await businessDate(tx) }, actor);
    await note(tx, transfer.user_id, messages.onItsWay(transfer));
  },
};
