/** Money of the cash wallet on its way to its owner's verified account: the way of every payout. */
import { naira } from "@manilla/contract/formats";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import type { Payout, PayoutPurpose } from "../../../house/purposes.ts";
import {
  newReference,
  freeCash,
  personalBalances,
  postCashPaid,
  postCashReturned,
  postCashWithdrawn,
} from "../../money/books/index.ts";
import { PAYOUT_FIELD, readPerson } from "../../money/payouts/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { type Message, notifyRoles, tellSoon } from "../../platform/notifications/index.ts";
import { businessDate, recordBeginning } from "../../platform/states/index.ts";
import { overTier, recordPersonal, tierOf } from "../personal-wallets/index.ts";
import { awaitsYou, cameBack, notSent, withdrawn } from "./messages.ts";
import { awaitsApproval } from "./rules.ts";

/** Those who may approve a transfer are notified. */
const DECIDES = "provider:can_fund_debit_wallet";

async function giveBack(tx: Tx, payout: Payout, on: string, message: Message = cameBack(payout)): Promise<void> {
  const { id: payout_id, user_id, amount_kobo, reference } = payout;
  const id = uuidv7();
  const wasPaid = payout.status === "success";
  await postCashReturned(tx, { id, payout_id, user_id, amount_kobo, wasPaid, on, actor: SYSTEM.name });
  const moved = { user_id, kind: "came_back", amount_kobo, reference, payout_id, ledger_transaction_id: id } as const;
  await recordPersonal(tx, "cash", { ...moved, actor: SYSTEM, on });
  await tellSoon(tx, user_id, message);
}

/** What a payout of a cash wallet does; the money left the wallet when it was requested. Its subject is the person. */
export const cashWithdrawal: PayoutPurpose = {
  narration: "Withdrawal",
  lock: async (tx, { user_id }) => void (await lockPerson(tx, user_id)),
  async succeed(tx, _means, payout, on) {
    const { id: payout_id, amount_kobo } = payout;
    const { transaction_id } = await postCashPaid(tx, { payout_id, amount_kobo, on, actor: SYSTEM.name });
    await tellSoon(tx, payout.user_id, withdrawn(payout));
    return transaction_id;
  },
  fail: (tx, _means, payout, { on, failure, actor, reason }) =>
    giveBack(tx, payout, on, failure === "refuse" && actor.user_id ? notSent({ ...payout, reason }) : cameBack(payout)),
  mayReturn: async () => true,
  returned: (tx, _means, payout, { on }) => giveBack(tx, payout, on),
};

/** The account that a person's money is sent to. @throws Conflict where there is none */
async function payee(tx: Tx, context: Context, user_id: string) {
  const { account, ...person } = await readPerson(tx, context.encryption, user_id);
  if (!account || person.bank_account_status !== "verified")
    throw new Conflict("Your bank account is not verified yet. Add it in your profile, or ask us.", "no_account");
  return { account, data_key: person.data_key };
}

/** Sends money of the caller's cash wallet to their account. @throws InvalidFields, Conflict */
export async function withdrawCash(tx: Tx, context: Context, amount_kobo: bigint) {
  const { user_id } = context.session;
  await lockPerson(tx, user_id);
  const { limits, out, out_today_kobo, is_stopped, is_post_no_debit } = await tierOf(tx, user_id);
  // As for transfers: a deactivated profile sends nothing, however little it is.
  if (is_stopped || is_post_no_debit)
    throw new Conflict("No money leaves your accounts at the moment. Please ask us.", "post_no_debit");
  const { account: found, data_key } = await payee(tx, context, user_id);
  const [{ cash_kobo }, free_kobo] = [await personalBalances(tx, user_id), await freeCash(tx, user_id)];
  const there = free_kobo < cash_kobo ? `has ${naira(free_kobo)} free` : `holds ${naira(cash_kobo)}`;
  if (amount_kobo > free_kobo) throw new InvalidFields({ amount_kobo: [`your wallet ${there}`] });
  if (out && amount_kobo > out.kobo) throw new InvalidFields({ amount_kobo: [overTier(out, limits.plan)] });
  const without_approval_kobo = BigInt(await readSetting(tx, "cash_transfer_approval_kobo"));
  const awaits_approval = awaitsApproval(amount_kobo, out_today_kobo, without_approval_kobo);
  const status = awaits_approval ? "awaiting_approval" : "approved";
  const [on, actor, id] = [await businessDate(tx), actorOf(context), uuidv7()];
  const reference = newReference("PO", on);
  const { account_no, ...account } = found;
  const posted = await postCashWithdrawn(tx, { payout_id: id, user_id, amount_kobo, on, actor: actor.name });
  await tx
    .insertInto("payouts")
    .values({
      id,
      purpose: "cash_withdrawal",
      subject_id: user_id,
      user_id,
      amount_kobo,
      ...account,
      account_no_encrypted: context.encryption.encrypt(user_id, data_key, PAYOUT_FIELD, account_no),
      reference,
      status,
      created_by: user_id,
      business_date: on,
      ledger_transaction_id: posted.transaction_id,
    })
    .execute();
  await recordBeginning(tx, "payout", id, status, actor);
  const moved = { user_id, kind: "withdrawn", reference, payout_id: id, actor, on } as const;
  const ledger_transaction_id = posted.transaction_id;
  await recordPersonal(tx, "cash", { ...moved, amount_kobo: -amount_kobo, ledger_transaction_id });
  await recordAudit(tx, context, "cash_withdrawn", ["payout", id], { after: { amount_kobo, reference } });
  if (awaits_approval)
    await notifyRoles(tx, await rolesWith(tx, DECIDES), { ...awaitsYou({ amount_kobo, reference }), about: user_id });
  else await context.queue.send(tx, "send-payout", { payout_id: id });
  return { cash_kobo: cash_kobo - amount_kobo, reference, awaits_approval };
}
