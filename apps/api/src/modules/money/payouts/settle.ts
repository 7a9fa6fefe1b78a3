/** A payout's settlement: states, row and expected statement line, in one transaction. Its meaning is its purpose's (`purposes.ts`). */
import { uuidv7 } from "uuidv7";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import type { TransferOutcome } from "../../../outside/payments/port.ts";
import type { Because, Means, Payout, PayoutFailure, PayoutPurpose } from "../../../house/purposes.ts";
import { type Actor, SYSTEM } from "../../platform/audit/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { contradictItem } from "../exceptions/index.ts";
import { expectBack } from "./returning.ts";
import { contradicted } from "./messages.ts";

/** Locks a payout. */
export const lockPayout = (tx: Tx, id: string): Promise<Payout | undefined> =>
  tx.selectFrom("payouts").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** What a payout is for. @throws Error for one whose purpose is gone; the start refuses to come so far */
export function purposeOf({ house }: Pick<Means, "house">, { purpose }: Pick<Payout, "purpose">): PayoutPurpose {
  const found = (house.payouts as ReadonlyMap<string, PayoutPurpose>).get(purpose);
  if (!found) throw new Error(`No noun registers the purpose of payouts ${purpose}.`);
  return found;
}

/** Locks what a payout is for before the payout, in the order that everybody keeps: no two ever wait for each other in a circle. */
export async function lockPayoutInOrder(means: Means, tx: Tx, id: string): Promise<Payout | undefined> {
  const found = await findRow(tx, "payouts", id, ["purpose", "subject_id", "user_id"]);
  if (found) await purposeOf(means, found).lock(tx, found);
  return lockPayout(tx, id);
}

/** Applies the provider's outcome, in any order: only `sent` and `unknown` wait for it; what contradicts a final state goes to reconciliation. */
export async function settlePayout(app: App, payout_id: string, outcome: TransferOutcome): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const payout = await lockPayoutInOrder(app, tx, payout_id);
    if (!payout) return;
    const isOpen = payout.status === "sent" || payout.status === "unknown";
    if (outcome.status === "pending") return;
    if (payout.status === "success" && outcome.status === "reversed" && (await isKeptSince(tx, payout))) return;
    if (isOpen && outcome.status === "success") return succeed(app, tx, payout, outcome);
    // The bank may return a payout days later: while nothing follows from it, everything is as before.
    if (
      payout.status === "success" &&
      outcome.status === "reversed" &&
      (await purposeOf(app, payout).mayReturn(tx, payout))
    )
      return giveBack(app, tx, payout, outcome);
    if (isOpen) return failPayout(app, tx, payout, outcome.failure ?? "The bank refused the transfer.");
    const { late } = purposeOf(app, payout);
    if (late && payout.status === "failed" && payout.sent_at && outcome.status === "success") {
      const on = await businessDate(tx);
      await late(tx, payout, on);
      return void (await expectAtBank(tx, payout, on));
    }
    const agrees =
      (payout.status === "success" && outcome.status === "success") ||
      payout.status === "returning" ||
      (["failed", "reversed"].includes(payout.status) && outcome.status !== "success");
    if (payout.status === "success" && outcome.status === "reversed")
      await purposeOf(app, payout).returnedLate?.(tx, payout);
    if (!agrees) await reportContradiction(tx, payout, outcome);
  });
}

/** The provider has told of this return before, and two persons have decided since that the money did not come: hearing it again decides nothing. */
const isKeptSince = async (tx: Tx, { id }: Payout): Promise<boolean> =>
  (await tx
    .selectFrom("transitions")
    .select("id")
    .where("noun", "=", "payout")
    .where("subject_id", "=", id)
    .where("from_state", "=", "success")
    .where("to_state", "=", "returning")
    .where("actor_name", "=", SYSTEM.name)
    .executeTakeFirst()) !== undefined;

/** The money arrived: the provider says so, or two persons with the bank's evidence. @throws IllegalTransition from any state but unknown where people say it */
export async function succeed(
  means: Means,
  tx: Tx,
  payout: Payout,
  outcome: Pick<TransferOutcome, "provider_reference" | "session_id" | "fee_kobo">,
  said?: { actor: Actor; reason: string },
): Promise<void> {
  const on = await businessDate(tx);
  await changeState(tx, {
    noun: "payout",
    id: payout.id,
    from: payout.status,
    action: said ? "mark_success" : "succeed",
    actor: said?.actor ?? SYSTEM,
    reason: said?.reason ?? null,
    business_date: on,
  });
  // What the provider charged us, where it says so: the purpose that books it reads it here.
  const provider_fee_kobo = outcome.fee_kobo ?? null;
  const paid = { ...payout, provider_fee_kobo };
  const ledger_transaction_id = await purposeOf(means, payout).succeed(tx, means, paid, on);
  await changeRows(tx, "payouts", payout.id, {
    provider_fee_kobo,
    provider_reference: outcome.provider_reference ?? payout.provider_reference,
    session_id: outcome.session_id ?? payout.session_id,
    settled_at: clock.now(),
    settled_on: on,
    needs_review_at: null,
    failure: null,
    ledger_transaction_id,
  });
  await expectAtBank(tx, payout, on);
}

/** The maximum number of payouts whose success is rehearsed for the second person. */
export const MAX_FOLLOWED = 50;

/** What the success of an approval's payouts brings about, for `ApprovalKind.follows`: the caller takes it back. */
export async function followPayouts(means: Means, tx: Tx, approval_id: string): Promise<void> {
  const payouts = await tx
    .selectFrom("payouts")
    .selectAll()
    .where("approval_id", "=", approval_id)
    .where("status", "=", "approved")
    .orderBy("id")
    .limit(MAX_FOLLOWED)
    .execute();
  const on = await businessDate(tx);
  for (const payout of payouts) await purposeOf(means, payout).succeed(tx, means, payout, on);
}

/** The bank sent back what it had paid. */
async function giveBack(means: Means, tx: Tx, payout: Payout, outcome: TransferOutcome): Promise<void> {
  const because = { reason: outcome.failure ?? "The bank sent it back.", actor: SYSTEM, on: await businessDate(tx) };
  if (purposeOf(means, payout).awaits_return) await expectBack(tx, payout, because);
  else {
    await reversePayout(tx, payout, because);
    await changeRows(tx, "payouts", payout.id, { failure: because.reason });
  }
  await purposeOf(means, payout).returned(tx, means, payout, because);
}

/** A payout that had succeeded is taken back; its books and rows are its purpose's. @throws IllegalTransition from any state but success */
const reversePayout = (tx: Tx, payout: Payout, { reason, actor, on }: Because): Promise<string> =>
  changeState(tx, {
    noun: "payout",
    id: payout.id,
    from: payout.status,
    action: "reverse",
    actor,
    reason,
    business_date: on,
  });

/** What the bank statement must show. */
const expectAtBank = (tx: Tx, payout: Payout, on: string) =>
  tx
    .insertInto("reconciliation_items")
    .values({
      id: uuidv7(),
      business_date: on,
      direction: "out",
      subject_type: "payout",
      subject_id: payout.id,
      reference: payout.reference,
      expected_kobo: payout.amount_kobo,
      status: "expected",
      reason: "Waits for the bank's statement.",
    })
    .onConflict((conflict) => conflict.columns(["subject_type", "subject_id"]).doNothing())
    .execute();

/** The payout did not happen: its purpose goes back to where it can be paid out again. */
export async function failPayout(
  means: Means,
  tx: Tx,
  payout: Payout,
  reason: string,
  failure: PayoutFailure = "fail",
  actor: Actor = SYSTEM,
): Promise<void> {
  const on = await businessDate(tx);
  await changeState(tx, {
    noun: "payout",
    id: payout.id,
    from: payout.status,
    action: failure,
    actor,
    reason,
    business_date: on,
  });
  await changeRows(tx, "payouts", payout.id, { failure: reason, settled_at: clock.now(), needs_review_at: null });
  await purposeOf(means, payout).fail(tx, means, payout, { reason, actor, on, failure });
}

/** The provider says something else than our final state: a person looks at it. */
async function reportContradiction(tx: Tx, payout: Payout, outcome: TransferOutcome): Promise<void> {
  const reason = `The provider says that payout ${payout.reference} is ${outcome.status}; in our books it is ${payout.status}.`;
  const on = await businessDate(tx);
  await contradictItem(tx, {
    business_date: on,
    direction: "out",
    subject_type: "payout",
    subject_id: payout.id,
    reference: payout.reference,
    expected_kobo: payout.amount_kobo,
    actual_kobo: 0n,
    reason,
  });
  await notifyRoles(tx, ["super_finance"], contradicted(payout, reason));
}
