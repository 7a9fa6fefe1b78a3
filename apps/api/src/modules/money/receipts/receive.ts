/** The engine for money in: receipt, posting, once per reference. What it pays is a purpose's (`purposes.ts`); the rest is customer credit. */
import type { ReceiptPurposeName } from "@manilla/contract/money/purposes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { asJson } from "../../../db/rows.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import type { Booked, CompanyMoney, Means, Money, ReceiptPurpose, WriteReceipt } from "../../../house/purposes.ts";
import { tellSoon } from "../../platform/notifications/index.ts";
import { bookedOn, creditOf, postCredit } from "../books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { received } from "./messages.ts";

export interface Received {
  receipt_id: string;
  /** True when this reference had been received before: nothing happened now. */
  is_replay: boolean;
}

/** For `over` of requests to record money: it was recorded by then. */
export const isReceived = sql`exists (select 1 from receipts r where r.reference = a.payload ->> 'reference')`;

/** Another request has written this reference a moment before: nothing was changed here. */
class AlreadyReceived extends Error {}

/**
 * A credit balance is one pot for all loans of a person: it is used by one payment after the other. Locks are taken in one order everywhere:
 * the person, the loans by their ids, their rows, the ledger's accounts; a payment that will use credit locks the person before the loan.
 */
export const lockPerson = (tx: Tx, user_id: string) =>
  tx.selectFrom("users").select("id").where("id", "=", user_id).forNoKeyUpdate().execute();

type Subject = { purpose: "credit" } | { purpose: Exclude<ReceiptPurposeName, "credit">; subject_id: string };

/** What money without a name is for: its owners are asked in their order. */
async function claimed(tx: Tx, { house }: Pick<Means, "house">, user_id: string): Promise<Subject> {
  const owners = [...house.receipts].toSorted(([, left], [, right]) => left.at - right.at);
  for (const [purpose, owner] of owners) {
    const subject_id = await owner.claim(tx, user_id);
    if (subject_id && purpose !== "credit") return { purpose, subject_id };
  }
  return { purpose: "credit" };
}

/** The first result of a reference. @throws Conflict when it was for something else */
async function replayOf(
  tx: Tx,
  money: Pick<Money, "reference" | "amount_kobo" | "subject_id"> & { user_id?: string; company_id?: string },
): Promise<Received | undefined> {
  const before = await tx
    .selectFrom("receipts")
    .select(["id", "loan_id", "user_id", "company_id", "amount_kobo"])
    .where("reference", "=", money.reference)
    .executeTakeFirst();
  if (!before) return undefined;
  if (
    before.user_id !== (money.user_id ?? null) ||
    before.company_id !== (money.company_id ?? null) ||
    before.amount_kobo !== money.amount_kobo ||
    (money.subject_id && before.loan_id && money.subject_id !== before.loan_id)
  )
    throw new Conflict(`The reference ${money.reference} was already received for something else.`, "reference_used");
  return { receipt_id: before.id, is_replay: true };
}

/** A receipt as it is written. */
export interface NewReceipt {
  money: Omit<Money, "user_id"> & { user_id?: string; company_id?: string };
  subject: Subject;
  id: string;
  booked: Booked;
}

/** Writes receipts, each complete and once by its reference. @returns the ids of those whose reference is new */
export async function insertReceipts(tx: Tx, receipts: readonly NewReceipt[]): Promise<Set<string>> {
  const rows = receipts.map(({ money, subject, id, booked }) => ({
    id,
    purpose: subject.purpose,
    loan_id: subject.purpose === "loan_repayment" ? subject.subject_id : null,
    user_id: money.user_id ?? null,
    company_id: money.company_id ?? null,
    amount_kobo: money.amount_kobo,
    channel: money.channel,
    source: money.source,
    reference: money.reference,
    received_on: money.on,
    recorded_by: money.actor.user_id,
    note: money.note ?? null,
    excess: money.excess ?? null,
    confirmed_by: money.confirmed_by ?? null,
    slip_id: money.slip_id ?? null,
    ...booked,
  }));
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  // In the order of their references, so that two that write the same ones never wait for each other in a circle.
  const { rows: inserted } = await sql<{ id: string }>`
    insert into receipts (${columns})
    select ${columns}
    from jsonb_populate_recordset(null::receipts, ${asJson(rows)}::jsonb)
    order by reference
    on conflict (reference) do nothing
    returning id
  `.execute(tx);
  return new Set(inserted.map(({ id }) => id));
}

/**
 * Money that no purpose takes is the person's credit.
 * @param reference what the books call it by
 * @throws Conflict for money that is credit already
 */
export async function keepAsCredit(
  tx: Tx,
  money: Money,
  receipt_id: string,
  reference: string,
  write: WriteReceipt,
): Promise<void> {
  if (money.source === "customer_credit") throw new Conflict("This loan takes no payments now.", "not_running");
  const ledger_transaction_id = uuidv7();
  await write({ ledger_transaction_id, credit_kobo: money.amount_kobo, released_kobo: 0n });
  await postCredit(tx, {
    id: ledger_transaction_id,
    receipt_id,
    user_id: money.user_id,
    reference,
    source: money.source,
    amount_kobo: money.amount_kobo,
    on: bookedOn(money.on, await businessDate(tx)),
    actor: money.actor.name,
  });
  await tellSoon(tx, money.user_id, received(money));
}

/** Receives under a reference once: where another request has written it a moment before, its result is answered. */
async function writeOnce(
  tx: Tx,
  { money, subject }: Pick<NewReceipt, "money" | "subject">,
  receiveAs: (receipt_id: string, write: WriteReceipt) => Promise<void>,
): Promise<Received> {
  const receipt_id = uuidv7();
  try {
    await receiveAs(receipt_id, async (booked) => {
      const inserted = await insertReceipts(tx, [{ money, subject, id: receipt_id, booked }]);
      if (!inserted.has(receipt_id)) throw new AlreadyReceived(money.reference);
    });
  } catch (error) {
    if (!(error instanceof AlreadyReceived) || error.message !== money.reference) throw error;
    const first = await replayOf(tx, money);
    if (first) return first;
    throw error;
  }
  return { receipt_id, is_replay: false };
}

/**
 * Receives money. Everything in the caller's transaction, under the reference once.
 * @param found what the purpose would load, where the caller has it locked
 * @throws Conflict when the reference was received for another amount or person; NotFound for a subject that is not the person's
 */
export async function receive(tx: Tx, means: Means, money: Money, found?: unknown): Promise<Received> {
  const replay = found ? undefined : await replayOf(tx, money);
  if (replay) return replay;
  if (!found && (money.source === "customer_credit" || (await creditOf(tx, money.user_id)) > 0n))
    await lockPerson(tx, money.user_id);
  const subject = await subjectOf(tx, means, money);
  const owner: ReceiptPurpose | undefined =
    subject.purpose === "credit" ? undefined : means.house.receipts.get(subject.purpose);
  const loaded = found ?? (subject.purpose === "credit" ? undefined : await owner?.load(tx, subject.subject_id));
  if (money.subject_id && (!owner || !loaded || owner.ownerOf(loaded) !== money.user_id))
    throw new NotFound(owner?.called ?? "This");
  if (!found && money.source === "customer_credit" && (await creditOf(tx, money.user_id)) < money.amount_kobo)
    throw new Conflict("The credit balance does not cover this.", "insufficient_credit");
  return writeOnce(tx, { money, subject }, (receipt_id, write) =>
    owner && loaded
      ? owner.receive(tx, means, money, receipt_id, loaded, write)
      : keepAsCredit(tx, money, receipt_id, money.reference, write),
  );
}

/**
 * Receives money for a company's wallet. Everything in the caller's transaction, under the reference once.
 * @throws Conflict when the reference was received for another amount or owner
 */
export async function receiveForCompany(tx: Tx, means: Means, money: CompanyMoney): Promise<Received> {
  const replay = await replayOf(tx, money);
  if (replay) return replay;
  const subject = { purpose: "wallet_funding", subject_id: money.company_id } as const;
  const owner = means.house.receipts.get(subject.purpose)!;
  return writeOnce(tx, { money, subject }, (receipt_id, write) =>
    owner.receiveForCompany!(tx, means, money, receipt_id, write),
  );
}

/** What money is for: as it says, or what its owner's purposes claim. */
export async function subjectOf(
  tx: Tx,
  means: Pick<Means, "house">,
  { purpose, subject_id, user_id }: Pick<Money, "purpose" | "subject_id" | "user_id">,
): Promise<Subject> {
  if (purpose === "credit") return { purpose };
  return purpose && subject_id ? { purpose, subject_id } : claimed(tx, means, user_id);
}
