/** A row of the reconciliation, locked, and what was put before a second person about it. */
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";

/** What a second person decides about a row. */
export const ASKED = ["resolve_difference", "return_came", "claim_receipt", "set_aside", "match_by_hand"];

/** The request about a row that waits for a second person. */
export const pendingAbout = (db: Database | Tx, id: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom("approvals")
    .select("id")
    .where("kind", "in", ASKED)
    .where("status", "=", "pending")
    .where(sql<boolean>`payload ->> 'id' = ${id}`)
    .executeTakeFirst();

/** The row, locked, with what its rules look at. */
export async function lockItem(tx: Tx, id: string) {
  const item = await tx
    .selectFrom("reconciliation_items")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!item) return undefined;
  const asked = await pendingAbout(tx, id);
  const money = await findRow(tx, "unidentified_receipts", item.subject_id, ["receipt_id"]);
  const receipt =
    item.subject_type === "receipt"
      ? await findRow(tx, "receipts", item.subject_id, ["recorded_by", "reversed_at"])
      : undefined;
  return {
    ...item,
    has_line: item.statement_line_id !== null,
    is_asked: asked !== undefined,
    is_nobodys: money?.receipt_id === null,
    is_reversed: !!receipt?.reversed_at,
    recorded_by: receipt?.recorded_by ?? null,
  };
}
export type LockedItem = NonNullable<Awaited<ReturnType<typeof lockItem>>>;
