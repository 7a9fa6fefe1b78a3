/** A transfer on its way: accepted, sent by the engine of payouts, ended; each step posts once and writes its row in the wallet's list. */
import type { Updateable } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { insertRow } from "../../../db/fixed.ts";
import { later } from "../../../db/pipelined-database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { inScopeOf } from "../../../db/scope.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { App } from "../../../house/app.ts";
import type { Because, Means, Payout, PayoutPurpose } from "../../../house/purposes.ts";
import type { Actor } from "../../../request.ts";
import { findWallet } from "../../companies/wallet-movements/index.ts";
import {
  openCashWallet,
  payingAccount,
  postTransferAccepted,
  postTransferDelivered,
  postTransferLate,
  postTransferUndone,
  postWalletTransfer,
} from "../../money/books/index.ts";
import { PAYOUT_FIELD } from "../../money/payouts/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { type CashFacts, recordPersonal } from "../../people/personal-wallets/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { rolesWith } from "../../../house/roles.ts";
import { lookAgainIn } from "../../../outside/questions.ts";
import { type Message, note, notifyRoles, tell, tellSoon } from "../../platform/notifications/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { endCase, openCase } from "../refund-cases/index.ts";
import { turnCredit } from "./crediting.ts";
import { lockBoth, priceToday } from "./limits.ts";
import * as messages from "./messages.ts";
import { type Begun, type Transfer, record } from "./recording.ts";
import { isSameName } from "./rules.ts";
import { returnSpent, spendOn } from "./spending.ts";

/** Locks the owner of the money, then the transfer. */
export async function lockTransfer(tx: Tx, id: string): Promise<Transfer | undefined> {
  const found = await findRow(tx, "transfers", id, ["user_id", "company_id"]);
  if (!found) return undefined;
  if (found.company_id) await findWallet(tx, found.company_id, true);
  else await lockPerson(tx, found.user_id);
  return tx.selectFrom("transfers").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Who decides about refunds. */
const DESK = "provider:can_refund_transactions";

export const factOf = (transfer: Begun, on: string, actor: Actor) => ({
  id: uuidv7(),
  transfer_id: transfer.id,
  wallet: payingAccount(transfer),
  reference: transfer.reference,
  amount_kobo: transfer.amount_kobo,
  fee_kobo: transfer.fee_kobo,
  vat_kobo: transfer.vat_kobo,
  stamp_duty_kobo: transfer.stamp_duty_kobo,
  on,
  actor: actor.name,
});

type PaidOut = Pick<
  Begun,
  "id" | "user_id" | "company_id" | "amount_kobo" | "payee" | "bank_code" | "bank_name" | "reference"
>;
/** What is written of the payout of a transfer. @param payout.account_no in clear */
export const payoutRow = (
  app: Pick<App, "encryption">,
  { id: subject_id, user_id, company_id, amount_kobo, payee, bank_code, bank_name, reference }: PaidOut,
  payout: { id: string; status: string; account_no: string; data_key: Buffer | null; on: string },
) => ({
  id: payout.id,
  purpose: "transfer",
  subject_id,
  user_id,
  company_id,
  amount_kobo,
  bank_code: bank_code!,
  bank_name: bank_name!,
  account_no_encrypted: app.encryption.encrypt(user_id, payout.data_key!, PAYOUT_FIELD, payout.account_no),
  account_no_last4: payout.account_no.slice(-4),
  account_name: payee,
  reference,
  status: payout.status,
  created_by: user_id,
  business_date: payout.on,
});

/** Its payout, which the engine sends; above what goes alone it awaits a colleague of ours. */
export async function makePayout(
  tx: Tx,
  app: Pick<App, "encryption" | "queue">,
  transfer: PaidOut,
  { account_no, awaits_approval, actor, on }: Beginning,
  { data_key }: Known,
): Promise<string> {
  const id = uuidv7();
  const status = awaits_approval ? "awaiting_approval" : "approved";
  await insertRow(tx, "payouts", payoutRow(app, transfer, { id, status, account_no: account_no!, data_key, on }));
  await recordBeginning(tx, "payout", id, status, actor);
  if (!awaits_approval) await app.queue.send(tx, "send-payout", { payout_id: id });
  return id;
}

interface Beginning {
  /** In clear; null for a wallet of ours. */
  account_no: string | null;
  awaits_approval: boolean;
  actor: Actor;
  on: string;
  /** Where it was read already. */
  known?: Known | undefined;
}

/** What is known of the sender and the payee, both locked. */
export interface Known {
  full_name: string | null;
  data_key: Buffer | null;
  /** Null where a company's wallet pays. */
  payer: CashFacts | null;
  receiver: CashFacts | null;
}

async function knownOf(tx: Tx, { user_id, to_user_id, company_id }: Begun): Promise<Known> {
  const sender = await getRow(tx, "users", user_id, ["full_name", "data_key"]);
  return { ...sender, ...(company_id ? { payer: null, receiver: null } : await lockBoth(tx, user_id, to_user_id)) };
}

/**
 * Takes the money out of the wallet and lets the transfer go: to a wallet of ours at once, to a bank by a payout. Owner and transfer are locked.
 * @throws InsufficientFunds
 */
export async function begin(
  tx: Tx,
  app: Pick<App, "encryption" | "queue">,
  transfer: Begun,
  beginning: Beginning,
): Promise<void> {
  const { actor, on } = beginning;
  const fact = factOf(transfer, on, actor);
  const known = beginning.known ?? (await knownOf(tx, transfer));
  const left = { id: fact.id, amount_kobo: -transfer.total_kobo!, kind: "sent", on, actor } as const;
  const change = (set: Updateable<DB["transfers"]>) =>
    later(
      tx,
      tx
        .updateTable("transfers")
        .set({ ...set, business_date: on })
        .where("id", "=", transfer.id),
    );
  if (!known.receiver) {
    const payout_id = transfer.payout_id ?? (await makePayout(tx, app, transfer, beginning, known));
    await postTransferAccepted(tx, fact);
    if (!transfer.payout_id) await change({ payout_id });
    return record(tx, { ...transfer, payout_id }, left);
  }
  const { user_id: to_user_id, has_wallet } = known.receiver;
  if (!has_wallet) await openCashWallet(tx, to_user_id);
  await postWalletTransfer(tx, { ...fact, to_user_id });
  if (!transfer.settled_at) await change({ settled_at: clock.now() });
  await record(tx, transfer, left);
  await inScopeOf(tx, to_user_id, async () => {
    const { reference, amount_kobo } = transfer;
    const received = { user_id: to_user_id, kind: "received", amount_kobo, reference, note: known.full_name } as const;
    await recordPersonal(tx, "cash", { ...received, ledger_transaction_id: fact.id, actor, on });
    await tellSoon(tx, to_user_id, messages.received(transfer, known.full_name!));
  });
}

/** What was planned and cannot be sent, or did not arrive: the wallet has everything again. */
async function undo(tx: Tx, means: Means, payout: Payout, because: Because, action: "fail" | "reverse"): Promise<void> {
  const { actor, on, reason } = because;
  const transfer = (await lockTransfer(tx, payout.subject_id))!;
  const was_paid = action === "reverse";
  const fact = { ...factOf(transfer, on, actor), was_paid };
  await postTransferUndone(tx, fact);
  await changeState(tx, {
    noun: "transfer",
    id: transfer.id,
    from: transfer.status,
    action,
    actor,
    reason,
    business_date: on,
  });
  await changeRows(tx, "transfers", transfer.id, { failure: reason, settled_at: clock.now() });
  await record(tx, transfer, { id: fact.id, amount_kobo: transfer.total_kobo!, kind: "came_back", on, actor });
  await returnSpent(tx, transfer, transfer.total_kobo!);
  await endCase(tx, "transfer", transfer.id, { action: "pay_back", actor, reason });
  await turnCredit(tx, transfer, actor, transfer.total_kobo!);
  await ended(tx, means, transfer, on, messages.cameBack(transfer, reason));
  const after_seconds = payout.sent_at && lookAgainIn(0);
  if (after_seconds) await means.queue.send(tx, "query-payout", { payout_id: payout.id }, { after_seconds });
}

/** The sender is notified of its end; within a batch the batch notifies, once for all. */
async function ended(tx: Tx, means: Means, transfer: Transfer, on: string, message: Message): Promise<void> {
  const { id: transfer_id, batch_id, user_id } = transfer;
  if (!batch_id) return tell(tx, means, user_id, message);
  for (const hear of means.house.batch_transfer_ended) await hear(tx, means, { batch_id, transfer_id, on });
}

/** B6: it arrived after the money had gone back. Claimed once from the bank; nobody is debited. */
async function claimLate(tx: Tx, payout: Payout, on: string): Promise<void> {
  const transfer = (await lockTransfer(tx, payout.subject_id))!;
  const { id: transfer_id, reference, amount_kobo } = transfer;
  const cause = "late_delivery";
  if (await findRow(tx, "bill_claims", { transfer_id, cause }, ["id"])) return;
  await postTransferLate(tx, { id: uuidv7(), transfer_id, reference, amount_kobo, on, actor: SYSTEM.name });
  await openClaim(tx, { transfer_id, cause, amount_kobo });
  await notifyRoles(tx, await rolesWith(tx, DESK), messages.arrivedLate(transfer));
}

/** What a bank owes us for a transfer. */
export async function openClaim(
  tx: Tx,
  claim: { transfer_id: string; cause: "late_delivery" | "refund"; amount_kobo: bigint },
): Promise<void> {
  if (claim.amount_kobo === 0n) return;
  const id = uuidv7();
  await tx
    .insertInto("bill_claims")
    .values({ id, ...claim })
    .execute();
  await recordBeginning(tx, "billClaim", id, "open", SYSTEM);
}

/** What a payout of a transfer does: its states are those of the payout. */
export const transferPayout: PayoutPurpose = {
  narration: "Transfer",
  isPayee: ({ account_name }, now) => isSameName(account_name, now),
  async lock(tx, { subject_id }) {
    await lockTransfer(tx, subject_id);
  },
  async moves(tx, { subject_id }, action, actor) {
    const { status } = await getRow(tx, "transfers", subject_id, ["status"], { lock: true });
    const business_date = await businessDate(tx);
    await changeState(tx, { noun: "transfer", id: subject_id, from: status, action, actor, business_date });
    if (action === "lose_sight") {
      const transfer = await getRow(tx, "transfers", subject_id, [
        "id",
        "user_id",
        "company_id",
        "payee",
        "amount_kobo",
        "batch_id",
      ]);
      if (!transfer.batch_id) await note(tx, transfer.user_id, messages.unknown(transfer));
    }
  },
  async succeed(tx, means, payout, on) {
    const transfer = (await lockTransfer(tx, payout.subject_id))!;
    // What was planned for the day that begins may arrive before it has begun.
    const { business_date } = transfer;
    const booked_on = business_date > on ? business_date : on;
    const { transaction_id } = await postTransferDelivered(tx, {
      ...factOf(transfer, booked_on, SYSTEM),
      provider_fee_kobo: payout.provider_fee_kobo ?? (await priceToday(tx, transfer.amount_kobo)),
    });
    const { id, status: from } = transfer;
    await changeState(tx, { noun: "transfer", id, from, action: "succeed", actor: SYSTEM, business_date: on });
    await changeRows(tx, "transfers", id, { settled_at: clock.now(), expense_id: await spendOn(tx, means, transfer) });
    await endCase(tx, "transfer", id, { action: "deliver", actor: SYSTEM, reason: null });
    await ended(tx, means, transfer, on, messages.arrived(transfer));
    return transaction_id;
  },
  fail: (tx, means, payout, because) => undo(tx, means, payout, because, "fail"),
  late: claimLate,
  // What was refunded came back already; the bank's money is then what it owes.
  mayReturn: async (tx, { subject_id }) => {
    const { refunded_kobo } = await getRow(tx, "transfers", subject_id, ["refunded_kobo"]);
    return refunded_kobo === 0n;
  },
  async returnedLate(tx, { subject_id }) {
    const transfer = (await lockTransfer(tx, subject_id))!;
    const { id: payment_id, user_id, reference, payee: what, created_at: paid_at, refunded_kobo } = transfer;
    const amount_kobo = transfer.total_kobo! - refunded_kobo;
    if (amount_kobo === 0n) return;
    const about = { kind: "transfer", payment_id, user_id, reference, what, amount_kobo, paid_at } as const;
    const said = { cause: "claimed", claim: "not_arrived", statement: "The bank sent the money back." } as const;
    const due_at = new Date(clock.milliseconds() + (await readSetting(tx, "refund_claim_hours")) * 3_600_000);
    await openCase(tx, { ...about, ...said, due_at }, SYSTEM);
  },
  returned: (tx, means, payout, because) => undo(tx, means, payout, because, "reverse"),
};
