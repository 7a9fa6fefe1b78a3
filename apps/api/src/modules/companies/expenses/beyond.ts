/** What a shop gives back beyond what was paid: money that the wallet has, and therefore an expense of its own below nothing, of the same category and parts. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";

const COPIED = [
  "company_id",
  "user_id",
  "department_id",
  "category_id",
  "merchant",
  "splits",
  "is_own",
  "money_reference",
] as const;

/**
 * Keeps how much has come back beyond one payment. Again the same changes nothing.
 * @param expense_ids those of the payment, locked, the newest first
 * @param beyond_kobo 0 where no more came back than was paid
 */
export async function keepBeyond(tx: Tx, expense_ids: readonly string[], beyond_kobo: bigint): Promise<void> {
  const { rows } = await sql<{ id: string; amount_kobo: bigint }>`
    select id, amount_kobo from expenses where refund_of = any(${expense_ids}::uuid[]) order by id for update
  `.execute(tx);
  const [before] = rows;
  if (before) {
    if (before.amount_kobo !== -beyond_kobo) await changeRows(tx, "expenses", before.id, { amount_kobo: -beyond_kobo });
    return;
  }
  const [refund_of] = expense_ids;
  if (beyond_kobo === 0n || refund_of === undefined) return;
  const { splits, ...copied } = await getRow(tx, "expenses", refund_of, COPIED);
  const [id, on] = [uuidv7(), await businessDate(tx)];
  const days = { spent_on: on, recorded_on: on, created_at: clock.now() };
  const refund = { id, amount_kobo: -beyond_kobo, is_refund: true, refund_of, wants_receipt: false, ...days };
  await tx
    .insertInto("expenses")
    .values({ ...copied, splits: JSON.stringify(splits), ...refund })
    .execute();
  await recordBeginning(tx, "expense", id, "recorded", SYSTEM);
  const action = copied.is_own ? "spend_own" : "approve";
  await changeState(tx, { noun: "expense", id, from: "recorded", action, actor: SYSTEM, is_locked: true });
}
