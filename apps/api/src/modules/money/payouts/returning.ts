/** A payout on its way back: expected at the bank until it comes, or until two persons say that it will not. */
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import type { Because, Payout } from "../../../house/purposes.ts";
import { changeState } from "../../platform/states/index.ts";

const itemOf = (tx: Tx, payout_id: string) =>
  findRow(tx, "reconciliation_items", { subject_type: "payout_return", subject_id: payout_id }, ["id", "status"], {
    lock: true,
  });

async function move(tx: Tx, payout: Pick<Payout, "id" | "status">, action: string, because: Because): Promise<void> {
  const { reason, actor, on } = because;
  await changeState(tx, {
    noun: "payout",
    id: payout.id,
    from: payout.status,
    action,
    actor,
    reason,
    business_date: on,
  });
}

/** success → returning, and the bank's statement must show it. @throws IllegalTransition from any state but success */
export async function expectBack(tx: Tx, payout: Payout, because: Because): Promise<void> {
  const { reason, actor, on } = because;
  await move(tx, payout, "take_back", because);
  await changeRows(tx, "payouts", payout.id, { failure: reason });
  const known = await itemOf(tx, payout.id);
  const waits = { reason: "Waits for the bank to return it.", business_date: on, expected_kobo: payout.amount_kobo };
  if (!known)
    await tx
      .insertInto("reconciliation_items")
      .values({
        id: uuidv7(),
        direction: "in",
        subject_type: "payout_return",
        subject_id: payout.id,
        reference: payout.reference,
        status: "expected",
        ...waits,
      })
      .execute();
  else {
    await changeState(tx, {
      noun: "reconciliation",
      id: known.id,
      from: known.status,
      action: "expect_again",
      actor,
      reason,
      business_date: on,
    });
    const empty = { statement_line_id: null, actual_kobo: null };
    await changeRows(tx, "reconciliation_items", known.id, { ...waits, ...empty, updated_at: clock.now() });
  }
}

/** The bank's statement shows it; or the statement that did is taken back. Safe to repeat. */
export async function cameBack(tx: Tx, payout_id: string, because: Because, isTakenBack = false): Promise<void> {
  const payout = await tx.selectFrom("payouts").selectAll().where("id", "=", payout_id).forUpdate().executeTakeFirst();
  if (payout?.status !== (isTakenBack ? "reversed" : "returning")) return;
  await move(tx, payout, isTakenBack ? "wait_again" : "come_back", because);
}

/** It will not come: nothing is expected any more. The books are the purpose's. @throws IllegalTransition from any state but returning */
export async function endReturn(tx: Tx, payout: Payout, action: "keep" | "lose", because: Because): Promise<void> {
  const { reason, actor, on } = because;
  await move(tx, payout, action, because);
  await changeRows(tx, "payouts", payout.id, { failure: action === "lose" ? reason : null });
  const item = await itemOf(tx, payout.id);
  if (!item || item.status === "void") return;
  await changeState(tx, {
    noun: "reconciliation",
    id: item.id,
    from: item.status,
    action: "void",
    actor,
    reason,
    business_date: on,
  });
  await changeRows(tx, "reconciliation_items", item.id, { reason, updated_at: clock.now() });
}
