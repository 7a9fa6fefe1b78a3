/** A receipt that was wrong: its mirror image in the books; what it did to rows is taken back by its purpose. */
import { day, naira, sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import type { Because, Means, Receipt, ReceiptPurpose } from "../../../house/purposes.ts";
import { its, requestApproval, unless } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { refuseForeignLinks, tellSoon } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { InsufficientFunds, postCreditMoved, postReceiptReversal } from "../books/index.ts";
import { freeUnidentified } from "../exceptions/index.ts";
import { requireSlip, slipShown } from "../slips/index.ts";
import { reversed } from "./messages.ts";

const lockReceipt = (tx: Tx, id: string): Promise<Receipt | undefined> =>
  tx.selectFrom("receipts").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

const ownerOf = ({ house }: Means, { purpose }: Pick<Receipt, "purpose">): ReceiptPurpose | undefined =>
  (house.receipts as ReadonlyMap<string, ReceiptPurpose>).get(purpose);

/** Why it cannot be reversed now. @throws Conflict */
function refuse(receipt: Receipt): void {
  if (receipt.reversed_at) throw new Conflict("This receipt was reversed already.", "already_decided");
  if (!receipt.ledger_transaction_id) throw new Conflict("This receipt was never booked.", "not_booked");
}

/** Whose wallet it was received for, where no person paid. */
async function walletOf(db: Database | Tx, { company_id }: Pick<Receipt, "company_id">): Promise<string> {
  const company = company_id && (await findRow(db, "companies", company_id, ["name"]));
  return company ? `the wallet of ${company.name}` : "nobody who is named";
}

/** The maker's half; who paid reads the reason. @throws NotFound, Conflict; InvalidFields without a paper, or for a link to another site */
export async function requestReversal(
  tx: Tx,
  context: Context,
  id: string,
  { reason, slip_id }: { reason: string; slip_id?: string | undefined },
): Promise<string> {
  const receipt = await lockReceipt(tx, id);
  if (!receipt) throw new NotFound("This receipt");
  refuse(receipt);
  if (receipt.user_id) refuseForeignLinks(context, reversed(receipt, reason), { reason });
  const paper = await requireSlip(tx, context, { slip_id });
  return requestApproval(tx, context, {
    kind: "reverse_receipt",
    ...(receipt.user_id
      ? { title: `Reverse ${naira(receipt.amount_kobo)} received from {person}`, whose: receipt.user_id }
      : { title: `Reverse ${naira(receipt.amount_kobo)} received for ${await walletOf(tx, receipt)}` }),
    payload: {
      receipt_id: id,
      reason,
      slip_id: paper,
      ...(receipt.company_id && { company_id: receipt.company_id }),
      ...(receipt.loan_id && { loan_id: receipt.loan_id }),
    },
    once: ["receipt_id"],
    before: { reference: receipt.reference, amount_kobo: receipt.amount_kobo },
    amount_kobo: receipt.amount_kobo,
    reason,
  });
}

async function postMirror(tx: Tx, receipt: Receipt, { on, actor, reason }: Because): Promise<string> {
  const credit = { receipt, on, actor: actor.name };
  try {
    await postCreditMoved(tx, { ...credit, into: "loan" });
    const { transaction_id } = await postReceiptReversal(tx, {
      receipt_id: receipt.id,
      transaction_id: receipt.ledger_transaction_id ?? "",
      on,
      actor: actor.name,
      reason,
    });
    await postCreditMoved(tx, { ...credit, into: "source" });
    return transaction_id;
  } catch (error) {
    if (error instanceof InsufficientFunds)
      throw new Conflict("The credit from this receipt was used already.", "credit_used");
    throw error;
  }
}

/** What the receipt is for, by its purpose and its id there. */
async function subjectOf(tx: Tx, means: Means, id: string) {
  const { purpose, loan_id, company_id } = await getRow(tx, "receipts", id, ["purpose", "loan_id", "company_id"]);
  const owner = ownerOf(means, { purpose });
  return { owner, subject_id: loan_id ?? (await owner?.subjectOf?.(tx, id)) ?? company_id };
}

/** Locks what the receipt is for before the receipt, in the order that everybody keeps. */
async function lockInOrder(tx: Tx, means: Means, id: string) {
  const { owner, subject_id } = await subjectOf(tx, means, id);
  const loaded = subject_id ? await owner?.load(tx, subject_id) : undefined;
  return { owner, loaded, receipt: await lockReceipt(tx, id) };
}

/** The checker's half. */
export const reverseReceipt: ApprovalKind<{ receipt_id: string; reason: string; slip_id?: string }> = {
  permission: "provider:can_delete_repayments",
  over: unless(sql`receipts r where r.id = ${its("receipt_id")} and r.reversed_at is null`),
  async shows({ db }, { id, payload: { receipt_id, slip_id } }) {
    const columns = ["user_id", "company_id", "reference", "channel", "received_on", "amount_kobo"] as const;
    const receipt = await getRow(db, "receipts", receipt_id, columns);
    const person = receipt.user_id && (await findRow(db, "users", receipt.user_id, ["full_name"]));
    const { papers, facts } = await slipShown(db, slip_id, id);
    return {
      papers: papers ?? [],
      facts: [
        { label: "Received from", value: person ? person.full_name : await walletOf(db, receipt) },
        { label: "Received", value: `${naira(receipt.amount_kobo)} on ${day(receipt.received_on)}` },
        { label: "By", value: sentence(receipt.channel) },
        { label: "Reference", value: receipt.reference },
        ...(facts ?? []),
      ],
    };
  },
  async measures(tx, context, { payload }) {
    const { owner, subject_id } = await subjectOf(tx, context, payload.receipt_id);
    return subject_id ? ((await owner?.measures(tx, subject_id)) ?? []) : [];
  },
  async execute(tx, context, { payload }) {
    const { receipt_id, reason } = payload;
    const because = { reason, actor: actorOf(context), on: await businessDate(tx) };
    const { owner, loaded, receipt } = await lockInOrder(tx, context, receipt_id);
    if (!receipt) throw new NotFound("This receipt");
    refuse(receipt);
    if (loaded) await owner?.makeRoom?.(tx, receipt, because);
    const reversal_transaction_id = await postMirror(tx, receipt, because);
    await changeRows(tx, "receipts", receipt_id, {
      reversed_at: clock.now(),
      reversal_transaction_id,
      reversal_reason: reason,
    });
    if (owner && loaded) await owner.takeBack(tx, context, receipt, loaded, because);
    else await owner?.takeBackCredit(tx, receipt);
    if (receipt.source === "unidentified_receipts") await freeUnidentified(tx, receipt_id);
    await recordAudit(tx, because.actor, "receipt_reversed", ["receipt", receipt_id], {
      before: { amount_kobo: receipt.amount_kobo, reference: receipt.reference },
      after: { reversal_transaction_id },
      reason,
    });
    if (receipt.user_id) await tellSoon(tx, receipt.user_id, reversed(receipt, reason));
    return undefined;
  },
};
