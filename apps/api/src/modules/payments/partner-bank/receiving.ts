/** One notification of the partner bank, done once: its session id is the key. Answered when it is committed. */
import { uuidv7 } from "uuidv7";
import { createHash } from "node:crypto";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import type { InboundTransfer } from "../../../outside/partner-bank/notification.ts";
import { postInboundHeld } from "../../money/books/index.ts";
import { beginItem, keepUnidentified } from "../../money/exceptions/index.ts";
import { insertReceipts, lockPerson, receive, receiveForCompany } from "../../money/receipts/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate, recordBeginning } from "../../platform/states/index.ts";
import { type Payee, hashOf, payeeOf } from "./accounts.ts";
import * as messages from "./messages.ts";
import { type Credit, heldBecause, tellOfHeld } from "./placing.ts";

/** `taken` now, `again`: taken before, `differs`: a person looks at it. */
export type Taken = "taken" | "again" | "differs";

const SENDER_FIELD = "sender_account";
/** The key that the sender's account is kept under, by whose it is. */
export const senderKeyOf = ({ user_id, company_id }: Pick<Payee, "user_id" | "company_id">): string =>
  user_id ?? company_id ?? "";

/** The number of the account that it came from; null where it is not known. */
export function senderAccount({ encryption }: Pick<App, "encryption">, credit: Credit, payee: Payee): string | null {
  const { sender_account_encrypted: sealed } = credit;
  return sealed && encryption.decrypt(senderKeyOf(payee), payee.data_key, SENDER_FIELD, sealed);
}

/** The same session id says something else now, or a colleague has recorded it as something else: it is no replay, and nothing is booked. */
async function contradict(tx: Tx, sent: InboundTransfer, expected_kobo: bigint, reason: string): Promise<Taken> {
  const { session_id, account_no, amount_kobo } = sent;
  // The same contradiction again is the same row.
  const digest = createHash("sha256").update(`${session_id}:${account_no}:${amount_kobo}`).digest("hex");
  const subject_id = digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
  const known = await findRow(tx, "reconciliation_items", { subject_type: "webhook", subject_id }, ["id"]);
  if (known) return "differs";
  await beginItem(tx, {
    business_date: await businessDate(tx),
    direction: "in",
    subject_type: "webhook",
    subject_id,
    reference: session_id,
    expected_kobo,
    actual_kobo: amount_kobo,
    reason,
  });
  await notifyRoles(tx, ["super_finance"], messages.differs(session_id, reason));
  return "differs";
}

/** What a session id said when it came first. */
async function compare(tx: Tx, sent: InboundTransfer, account_no_hash: Buffer): Promise<Taken> {
  const { amount_kobo, account_no_hash: before } = await tx
    .selectFrom("inbound_credits")
    .select(["amount_kobo", "account_no_hash"])
    .where("session_id", "=", sent.session_id)
    .executeTakeFirstOrThrow();
  const isSame = amount_kobo === sent.amount_kobo && before.equals(account_no_hash);
  if (isSame) return "again";
  const what = amount_kobo === sent.amount_kobo ? "account" : "amount";
  return contradict(tx, sent, amount_kobo, `The partner bank named another ${what} for this transfer before.`);
}

/** @returns undefined where the session id is known */
async function insert(
  tx: Tx,
  app: App,
  sent: InboundTransfer,
  { payee, ...more }: Pick<Credit, "status" | "held_because" | "account_no_hash"> & { payee: Payee | undefined },
): Promise<Credit | undefined> {
  const { sender, account_no } = sent;
  const { user_id = null, company_id = null } = payee ?? {};
  const credit = await tx
    .insertInto("inbound_credits")
    .values({
      id: uuidv7(),
      session_id: sent.session_id,
      account_no_last4: account_no.slice(-4),
      user_id,
      company_id,
      amount_kobo: sent.amount_kobo,
      sender_name: sender.name,
      sender_bank: sender.bank,
      sender_bank_code: sender.bank_code,
      sender_account_encrypted:
        payee && sender.account_no
          ? app.encryption.encrypt(senderKeyOf(payee), payee.data_key, SENDER_FIELD, sender.account_no)
          : null,
      sender_account_last4: sender.account_no?.slice(-4) ?? null,
      payment_reference: sent.payment_reference,
      narration: sent.narration,
      sent_at: sent.sent_at,
      looked_at: more.status === "held" ? clock.now() : null,
      created_at: clock.now(),
      ...more,
    })
    .onConflict((conflict) => conflict.column("session_id").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (credit) await recordBeginning(tx, "inboundCredit", credit.id, credit.status, SYSTEM);
  return credit;
}

/** A company's money that its wallet may not take: a receipt of the transfer itself. */
async function holdForCompany(tx: Tx, app: App, credit: Credit, on: string): Promise<string> {
  const [receipt_id, id] = [uuidv7(), uuidv7()];
  const { amount_kobo, session_id: reference } = credit;
  const money = {
    company_id: credit.company_id!,
    amount_kobo,
    channel: "bank_transfer",
    source: "bank_operating",
    reference,
    on,
    actor: SYSTEM,
  } as const;
  const booked = { ledger_transaction_id: id, credit_kobo: 0n, released_kobo: 0n };
  const subject = { purpose: "inbound_credit", subject_id: credit.id } as const;
  await insertReceipts(tx, [{ money, subject, id: receipt_id, booked }]);
  const fact = { id, receipt_id, reference, amount_kobo, on, actor: SYSTEM.name };
  await postInboundHeld(tx, { ...fact, source: "bank_operating" });
  await tellOfHeld(tx, app, credit);
  return receipt_id;
}

/** Books it: into the wallet, into the held receipts, or as money without a name. */
async function bookIt(tx: Tx, app: App, credit: Credit): Promise<void> {
  const { id, user_id, company_id, amount_kobo, sender_name, session_id: reference } = credit;
  const on = await businessDate(tx);
  if (!user_id && !company_id) {
    await keepUnidentified(tx, { reference, sender: sender_name }, amount_kobo, on);
    const kept = await findRow(tx, "unidentified_receipts", { reference }, ["id"]);
    return changeRows(tx, "inbound_credits", id, { unidentified_id: kept!.id });
  }
  const money = {
    amount_kobo,
    channel: "bank_transfer",
    source: "bank_operating",
    reference,
    on,
    actor: SYSTEM,
    note: `From ${sender_name}`,
  } as const;
  const receipt_id = user_id
    ? (await receive(tx, app, { ...money, user_id, purpose: "inbound_credit", subject_id: id })).receipt_id
    : credit.status === "held"
      ? await holdForCompany(tx, app, credit, on)
      : (await receiveForCompany(tx, app, { ...money, company_id: company_id! })).receipt_id;
  await changeRows(tx, "inbound_credits", id, { receipt_id });
}

/**
 * Takes a transfer that came in, in one transaction; whatever becomes of it, the bank is answered only after this.
 * Money is never refused: what a wallet may not take is held, what is nobody's is kept until somebody claims it.
 */
export function take(app: App, sent: InboundTransfer): Promise<Taken> {
  return app.db.transaction().execute(async (tx) => {
    const account_no_hash = hashOf(app, sent.account_no);
    const found = await payeeOf(tx, account_no_hash);
    if (found?.user_id) await lockPerson(tx, found.user_id);
    // Read again: they may have been erased before the lock was ours, and then it is nobody's.
    const payee = found?.user_id ? await payeeOf(tx, account_no_hash) : found;
    const held_because = payee ? await heldBecause(tx, payee, sent.amount_kobo) : null;
    const status = payee ? (held_because ? "held" : "received") : "unidentified";
    const recorded = await findRow(tx, "receipts", { reference: sent.session_id }, ["amount_kobo"]);
    const known = await findRow(tx, "inbound_credits", { session_id: sent.session_id }, ["id"]);
    if (recorded && !known)
      return contradict(tx, sent, recorded.amount_kobo, "A colleague has recorded this transfer by hand.");
    const credit = await insert(tx, app, sent, { payee, status, held_because, account_no_hash });
    if (!credit) return compare(tx, sent, account_no_hash);
    await bookIt(tx, app, credit);
    return "taken";
  });
}
