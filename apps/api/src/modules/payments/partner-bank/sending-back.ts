/** Held money goes back to the account that it came from: one person asks, another one agrees, and it goes the way of every payout. */
import { masked } from "../../../field-encryption.ts";
import { badge } from "@manilla/contract/badges";
import { naira } from "@manilla/contract/formats";
import { bankName } from "@manilla/contract/nigeria/banks";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict, NotAllowed, NotFound } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Means, Payout, PayoutPurpose } from "../../../house/purposes.ts";
import { rolesWith } from "../../../house/roles.ts";
import { tellOfMoney } from "../../companies/wallet-movements/index.ts";
import { newReference, postHeldAgain, postHeldSending, postHeldSentBack } from "../../money/books/index.ts";
import { PAYOUT_FIELD, followPayouts } from "../../money/payouts/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { notifyRoles, tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { ownerOf } from "./accounts.ts";
import * as messages from "./messages.ts";
import { type Credit, lockCredit } from "./placing.ts";
import { senderAccount } from "./receiving.ts";

interface Asked {
  id: string;
  reason: string;
}

/** The maker's half. */
export async function askToSendBack(tx: Tx, context: Context, credit: Credit, reason: string): Promise<string> {
  const { id, amount_kobo, sender_name, user_id } = credit;
  const approval_id = await requestApproval(tx, context, {
    kind: "send_back_held",
    title: `Send ${naira(amount_kobo)} that is held back to ${sender_name}`,
    ...(user_id && { whose: user_id }),
    payload: { id, reason },
    once: ["id"],
    before: { reference: credit.session_id },
    amount_kobo,
    reason,
  });
  await changeRows(tx, "inbound_credits", id, { approval_id });
  return approval_id;
}

/** The payout to the sender. A company's is in the requester's name: accounts of payees are encrypted with a person's key. */
async function insertPayout(tx: Tx, context: Context, credit: Credit, approval: { id: string; maker_id: string }) {
  const payee = await ownerOf(tx, credit);
  const account_no = payee && senderAccount(context, credit, payee);
  if (!account_no) throw new Conflict("The account that it came from is not known any more.", "no_account");
  const user_id = credit.user_id ?? approval.maker_id;
  const { data_key } = await getRow(tx, "users", user_id, ["data_key"]);
  const [id, on] = [uuidv7(), await businessDate(tx)];
  const reference = newReference("PO", on);
  const { amount_kobo, sender_bank_code: bank_code, company_id, sender_name: account_name } = credit;
  const fact = { payout_id: id, reference, amount_kobo, on, actor: actorOf(context).name };
  const { transaction_id: ledger_transaction_id } = await postHeldSending(tx, fact);
  await tx
    .insertInto("payouts")
    .values({
      id,
      purpose: "inbound_return",
      subject_id: credit.id,
      user_id,
      company_id,
      approval_id: approval.id,
      amount_kobo,
      bank_code,
      bank_name: credit.sender_bank || bankName(bank_code),
      account_name,
      account_no_encrypted: context.encryption.encrypt(user_id, data_key!, PAYOUT_FIELD, account_no),
      account_no_last4: account_no.slice(-4),
      reference,
      status: "approved",
      created_by: approval.maker_id,
      business_date: on,
      ledger_transaction_id,
    })
    .execute();
  await recordBeginning(tx, "payout", id, "approved", actorOf(context));
  await context.queue.send(tx, "send-payout", { payout_id: id });
  return id;
}

/** The checker's half. */
export const sendBackHeld: ApprovalKind<Asked> = {
  permission: "provider:can_reconcile",
  over: unlessIn("inbound_credits", "id", ["held"]),
  async shows({ db }, { payload: { id } }) {
    const credit = await getRow(db, "inbound_credits", id, [
      "session_id",
      "sender_name",
      "sender_bank",
      "sender_account_last4",
    ]);
    return {
      facts: [
        { label: "Session id", value: credit.session_id },
        { label: "Goes back to", value: credit.sender_name },
        { label: "At", value: `${credit.sender_bank} ${masked(credit.sender_account_last4) ?? ""}`.trim() },
      ],
    };
  },
  measures: async (tx, _, { payload: { id } }) => [
    {
      label: "State of the money",
      value: badge("inbound_credit", (await getRow(tx, "inbound_credits", id, ["status"])).status).label,
    },
  ],
  follows: (tx, context, { id }) => followPayouts(context, tx, id),
  async execute(tx, context, { id: approval_id, maker_id, payload: { id, reason } }) {
    const credit = await lockCredit(tx, id);
    if (!credit) throw new NotFound("This money");
    const { user_id, company_id } = context.session;
    if (credit.user_id === user_id || (credit.company_id !== null && credit.company_id === company_id))
      throw new NotAllowed("Nobody decides about their own money.", "own_money");
    if (credit.status !== "held") throw new Conflict("This was decided already.", "already_decided");
    const payout_id = await insertPayout(tx, context, credit, { id: approval_id, maker_id });
    const change = { noun: "inboundCredit", id, from: "held", action: "send_back", reason } as const;
    await changeState(tx, { ...change, actor: actorOf(context), business_date: await businessDate(tx) });
    await changeRows(tx, "inbound_credits", id, { payout_id, approval_id: null });
    await recordAudit(tx, context, "held_money_sent_back", ["inbound credit", id], {
      before: { status: "held" },
      after: { payout_id, amount_kobo: credit.amount_kobo },
      reason,
    });
    return undefined;
  },
  async release(tx, _, { payload: { id } }) {
    await changeRows(tx, "inbound_credits", { id, status: "held" }, { approval_id: null });
  },
};

/** It did not arrive, or the sender's bank returned it: it is held as before. */
async function holdAgain(tx: Tx, payout: Payout, on: string): Promise<void> {
  const { id: payout_id, subject_id, reference, amount_kobo, status } = payout;
  const wasPaid = status === "success";
  await postHeldAgain(tx, { payout_id, reference, amount_kobo, on, wasPaid, actor: SYSTEM.name });
  const credit = await getRow(tx, "inbound_credits", subject_id, ["status"]);
  const change = { noun: "inboundCredit", id: subject_id, from: credit.status, action: "hold_again" } as const;
  await changeState(tx, { ...change, actor: SYSTEM, business_date: on });
  await notifyRoles(tx, await rolesWith(tx, "provider:can_reconcile"), messages.notReturned(reference));
}

/** What a payout of held money does; the money left the held receipts when the second person agreed. Its subject is the transfer that came in. */
export const inboundReturn: PayoutPurpose = {
  narration: "Returned transfer",
  lock: async (tx, { subject_id }) => void (await lockCredit(tx, subject_id)),
  async succeed(tx, means: Means, { id: payout_id, subject_id, reference, amount_kobo }, on) {
    const { transaction_id } = await postHeldSentBack(tx, {
      payout_id,
      reference,
      amount_kobo,
      on,
      actor: SYSTEM.name,
    });
    const change = { noun: "inboundCredit", id: subject_id, from: "going_back", action: "arrive" } as const;
    await changeState(tx, { ...change, actor: SYSTEM, business_date: on });
    const credit = (await lockCredit(tx, subject_id))!;
    if (credit.user_id) await tell(tx, means, credit.user_id, messages.sentBack(credit));
    else if (credit.company_id) await tellOfMoney(tx, credit.company_id, messages.sentBack(credit));
    return transaction_id;
  },
  fail: (tx, _means, payout, { on }) => holdAgain(tx, payout, on),
  mayReturn: async () => true,
  returned: (tx, _means, payout, { on }) => holdAgain(tx, payout, on),
};
