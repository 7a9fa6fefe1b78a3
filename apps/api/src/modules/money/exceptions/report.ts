/** What providers' events say about money, and the outcome of one that does not fit the books. */
import { uuidv7 } from "uuidv7";
import type { App, ProviderEvent } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { postUnidentifiedReceipt } from "../books/index.ts";
import { beginItem, contradictItem } from "./items.ts";
import { unexpected, unidentified } from "./messages.ts";

/** What an event of the payment provider says. Amount in kobo; null when it names none. */
export interface Facts {
  reference: string;
  amount_kobo: bigint | null;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Reads the facts of an event. */
export function factsOf(data: Record<string, unknown>): Facts {
  const amount = data.amount;
  return {
    reference: text(data.reference),
    amount_kobo: typeof amount === "number" && Number.isSafeInteger(amount) ? BigInt(amount) : null,
  };
}

/** Puts an event that a person has to look at into the list of reconciliation, with the reason. */
export async function reportEvent(
  app: App,
  event: ProviderEvent,
  facts: Facts,
  found: { reason: string; expected_kobo: bigint | null; direction: "in" | "out" },
): Promise<string> {
  await app.db.transaction().execute(async (tx) => {
    await beginItem(tx, {
      business_date: await businessDate(tx),
      direction: found.direction,
      subject_type: "webhook",
      subject_id: event.id,
      reference: facts.reference || event.id,
      expected_kobo: found.expected_kobo,
      actual_kobo: facts.amount_kobo,
      reason: found.reason,
    });
    await notifyRoles(tx, ["super_finance"], unexpected(facts.reference, found.reason));
  });
  return `reported: ${found.reason}`;
}

/** Books money that was paid into an account number of nobody, once per reference. @param sender as the provider names them */
export async function keepUnidentified(
  tx: Tx,
  facts: { reference: string; sender: string },
  amount_kobo: bigint,
  on: string,
): Promise<string> {
  const known = await findRow(tx, "unidentified_receipts", { reference: facts.reference }, ["id"]);
  if (known) return "pay-in: unidentified before";
  const posted = await postUnidentifiedReceipt(tx, { reference: facts.reference, amount_kobo, on });
  const id = uuidv7();
  await tx
    .insertInto("unidentified_receipts")
    .values({
      id,
      reference: facts.reference,
      amount_kobo,
      received_on: on,
      channel: "bank_transfer",
      sender: facts.sender || null,
      ledger_transaction_id: posted.transaction_id,
    })
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .execute();
  await beginItem(tx, {
    business_date: on,
    direction: "in",
    subject_type: "unidentified_receipt",
    subject_id: id,
    reference: facts.reference,
    expected_kobo: amount_kobo,
    actual_kobo: amount_kobo,
    reason: `${facts.sender ? `From ${facts.sender}, paid` : "Paid"} into an account number that belongs to nobody here.`,
  });
  await notifyRoles(tx, ["super_finance"], unidentified({ ...facts, amount_kobo }));
  return "pay-in: unidentified";
}

/** The receipt by which money without a name was given to somebody was reversed: it is nobody's again, and its row is open. */
export async function freeUnidentified(tx: Tx, receipt_id: string): Promise<void> {
  const free = await tx
    .updateTable("unidentified_receipts")
    .set({ receipt_id: null, claimed_by: null, claimed_at: null })
    .where("receipt_id", "=", receipt_id)
    .returning(["id", "reference", "amount_kobo", "received_on"])
    .executeTakeFirst();
  if (!free) return;
  await contradictItem(tx, {
    business_date: free.received_on,
    direction: "in",
    subject_type: "unidentified_receipt",
    subject_id: free.id,
    reference: free.reference,
    expected_kobo: free.amount_kobo,
    reason: "It was given to a person, and the receipt was reversed: its owner is not known.",
  });
}
