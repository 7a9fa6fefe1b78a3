/** What does not fit from the start: it begins in the list of reconciliation, with its reason and a row in the log of states. */
import type { Insertable } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeState, recordBeginning } from "../../platform/states/index.ts";

type Item = Omit<Insertable<DB["reconciliation_items"]>, "id" | "status">;

/** Begins an item that never waited for the other side; the same subject a second time changes nothing. */
export async function beginItem(tx: Tx, item: Item, status: "mismatch" | "matched_auto" = "mismatch"): Promise<void> {
  const id = uuidv7();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("reconciliation_items")
    .values({ ...item, id, status })
    .onConflict((conflict) => conflict.columns(["subject_type", "subject_id"]).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) await recordBeginning(tx, "reconciliation", id, status, SYSTEM);
}

/** A record contradicts our books, whether or not it was matched before. */
export async function contradictItem(tx: Tx, item: Item): Promise<void> {
  const known = await findRow(
    tx,
    "reconciliation_items",
    { subject_type: item.subject_type, subject_id: item.subject_id },
    ["id", "status"],
    { lock: true },
  );
  if (!known) return beginItem(tx, item);
  if (known.status !== "mismatch")
    await changeState(tx, {
      noun: "reconciliation",
      id: known.id,
      from: known.status,
      action: "find_mismatch",
      actor: SYSTEM,
      reason: item.reason,
    });
  await changeRows(tx, "reconciliation_items", known.id, { reason: item.reason, updated_at: clock.now() });
}
