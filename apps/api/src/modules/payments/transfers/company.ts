/** A company sends money to a beneficiary: asked for by one, agreed to by its chain; until then the money is held, not moved. */
import { naira } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/payments/transfers";
import { queryable, type Tx } from "../../../db/database.ts";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import type { ChainSubject, Context } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { secondPersonFirst } from "../../companies/approval-chains/index.ts";
import { requireMayPay } from "../../companies/beneficiaries/index.ts";
import { type Wallet, openWallet, ownCompany, peopleWith, whyNotOut } from "../../companies/wallet-movements/index.ts";
import { accountOf, hold, newReference, release, walletOf } from "../../money/books/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { costsToday, requireKnown, sentTo } from "./limits.ts";
import * as messages from "./messages.ts";
import { type Transfer, begin, lockTransfer } from "./moving.ts";
import { type TransferCosts, totalOf } from "./rules.ts";

type Asked = z.output<typeof calls.request.body>;
const ASKS = "company:can_request_transfers";
const BENEFICIARY = [
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
  await requireMayPay(tx, { id: beneficiary_id, company_id }, amount_kobo, sent.sent_kobo);
  const found = await getRow(tx, "beneficiaries", beneficiary_id, BENEFICIARY);
  if (sent.is_repeat && !is_repeat)
    throw new Conflict(`The same amount was just sent to ${found.name}. Do you mean to send it again?`, "just_sent");
  return found;
}

/** @throws InvalidFields at the amount */
async function requireRoom(tx: Tx, wallet: Wallet, costs: TransferCosts): Promise<void> {
  const refusal = await whyNotOut(tx, wallet, { amount_kobo: totalOf(costs) });
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
  const costs = await costsToday(db, amount_kobo, "bank");
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
  found: Awaited<ReturnType<typeof requireBeneficiary>>;
  asked: Asked;
  costs: TransferCosts;
}
async function keep(tx: Tx, context: Context, status: "awaiting_approval" | "approved", kept: Kept): Promise<string> {
  const { company_id, found, asked, costs } = kept;
  const [id, on, actor] = [uuidv7(), await businessDate(tx), actorOf(context)];
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
  await tx
    .insertInto("transfers")
    .values({
      id,
      user_id: context.session.user_id,
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
      narration: asked.narration ?? null,
      ...costs,
      status,
      hold_id: held?.id ?? null,
      business_date: on,
      created_at: clock.now(),
    })
    .execute();
  await recordBeginning(tx, "transfer", id, status, actor);
  await recordAudit(tx, context, isWaiting ? "transfer_requested" : "transfer_sent", ["transfer", id], {
    after: { amount_kobo: asked.amount_kobo, reference, payee: found.account_name },
  });
  return id;
}

/** The beneficiary's number, in clear, and the transfer on its way. The wallet is locked. */
async function send(tx: Tx, context: Context, transfer: Transfer, actor: Actor): Promise<void> {
  const { beneficiary_id } = transfer;
  const { data_key, account_no_encrypted } = await getRow(tx, "beneficiaries", beneficiary_id!, [
    "data_key",
    "account_no_encrypted",
  ]);
  const account_no = context.encryption.decrypt(beneficiary_id!, data_key, "account_no", account_no_encrypted);
  await begin(tx, context, transfer, { account_no, awaits_approval: false, actor, on: await businessDate(tx) });
}

/**
 * C252. Asks for a transfer, or sends it at once where nobody else of the company could agree.
 * @returns the transfer, and the request that waits
 * @throws NotFound, InvalidFields, Conflict, StepUpRequired
 */
export async function requestTransfer(tx: Tx, context: Context, asked: Asked) {
  const { id: company_id } = await ownCompany(tx, context);
  await requireKnown(tx, context, asked.amount_kobo);
  const wallet = await openWallet(tx, context, company_id);
  const found = await requireBeneficiary(tx, company_id, asked);
  const costs = await costsToday(tx, asked.amount_kobo, "bank");
  await requireRoom(tx, wallet, costs);
  const kept = { company_id, found, asked, costs };
  let id: string | undefined;
  const opened = {
    kind: "transfer",
    title: `Send ${naira(asked.amount_kobo)} to ${found.name}`,
    amount_kobo: asked.amount_kobo,
    payee_id: found.employee_id,
    payee: found.id,
  } as const;
  const approval_id = await secondPersonFirst(tx, context, ASKS, opened, async () => {
    id = await keep(tx, context, "awaiting_approval", kept);
    return id;
  });
  if (id) return { id, approval_id };
  const sent = await keep(tx, context, "approved", kept);
  await send(tx, context, (await lockTransfer(tx, sent))!, actorOf(context));
  return { id: sent, approval_id: null };
}

/** The right of who asked, the beneficiary and the limit of the day are looked at again. The hold is gone. @throws Conflict */
async function requireStill(tx: Tx, context: Context, transfer: Transfer): Promise<void> {
  const { company_id, user_id, beneficiary_id, amount_kobo, total_kobo } = transfer;
  // The wallet is the company's: a session without its scope does not see it.
  if (!context.session.account_types.includes("corporate"))
    throw new Conflict(
      "An administrator of the company decides about its money last. Hand this on to one.",
      "not_administrator",
    );
  await ownCompany(tx, context);
  const holders = await peopleWith(tx, company_id!, ASKS);
  if (!holders.some(({ id }) => id === user_id))
    throw new Conflict("Who asked for this may no longer do so. Decline it.", "asker_gone");
  // Itself is among what it was sent.
  const { sent_kobo } = await sentTo(tx, { beneficiary_id: beneficiary_id! }, amount_kobo);
  await requireMayPay(tx, { id: beneficiary_id!, company_id: company_id! }, amount_kobo, sent_kobo - amount_kobo);
  // The chain agreed to this account, and not to who asked or agreed.
  const now = await getRow(tx, "beneficiaries", beneficiary_id!, BENEFICIARY);
  const isSame = transfer.account_no_hash?.equals(now.account_no_hash) && transfer.bank_code === now.bank_code;
  if (!isSame || transfer.employee_id !== now.employee_id)
    throw new Conflict(
      "The beneficiary's account was changed since this was asked for. Decline it.",
      "account_changed",
    );
  const wallet = await openWallet(tx, context, company_id!);
  const refusal = await whyNotOut(tx, wallet, { amount_kobo: total_kobo! });
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
    await changeState(tx, { ...change, action: "approve" });
    await send(tx, context, { ...transfer, hold_id: null }, actor);
    await note(tx, transfer.user_id, messages.onItsWay(transfer));
  },
};
