/** B4. A delivered bill earns cashback; a refunded one gives it back, as far as it is there, and the rest from the next earnings. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import type { BillEnd } from "../../../house/purposes.ts";
import { earnReward, takeBackRewards } from "../rewards/index.ts";
import { cashbackOf } from "./rules.ts";

/** Once for each bill. */
export async function earnCashback(tx: Tx, bill: BillEnd): Promise<void> {
  const { bill_id, user_id, reference, what, amount_kobo: paid_kobo, on, actor } = bill;
  const amount_kobo = cashbackOf(paid_kobo, bill.cashback_bps);
  if (amount_kobo === 0n) return;
  const earned = { user_id, kind: "cashback", source_id: bill_id, reason: `Cashback on ${what}` } as const;
  if (!(await earnReward(tx, { ...earned, amount_kobo, on, actor }))) return;
  await tx
    .insertInto("cashbacks")
    .values({ id: uuidv7(), bill_id, user_id, reference, what, paid_kobo, amount_kobo, earned_at: clock.now() })
    .execute();
  await settleOwed(tx, bill);
}

/** What could not be taken back before is taken from what was earned now, the oldest first. The person is locked. */
async function settleOwed(tx: Tx, { user_id, on, actor }: BillEnd): Promise<void> {
  const { rows } = await sql<{
    id: string;
    reference: string;
    what: string;
    owed_kobo: bigint;
    taken_back_kobo: bigint;
  }>`
    select id, reference, what, owed_kobo, taken_back_kobo
    from cashbacks
    where user_id = ${user_id} and owed_kobo > 0
    order by refunded_at, id
    for update
  `.execute(tx);
  for (const { id, reference, what, owed_kobo, taken_back_kobo } of rows) {
    const taken = await takeBackRewards(tx, { user_id, amount_kobo: owed_kobo, reference, note: what, on, actor });
    const left = { owed_kobo: owed_kobo - taken, taken_back_kobo: taken_back_kobo + taken };
    if (taken > 0n) await changeRows(tx, "cashbacks", id, left);
  }
}

/** The bill was refunded: its cashback is taken back, once. */
export async function takeBackCashback(
  tx: Tx,
  { bill_id, user_id, reference, what, on, actor }: BillEnd,
): Promise<void> {
  const cashback = await findRow(tx, "cashbacks", { bill_id }, ["id", "amount_kobo", "refunded_at"], { lock: true });
  if (!cashback || cashback.refunded_at) return;
  const { id, amount_kobo } = cashback;
  const taken = await takeBackRewards(tx, { user_id, amount_kobo, reference, note: what, on, actor });
  const left = { taken_back_kobo: taken, owed_kobo: amount_kobo - taken, refunded_at: clock.now() };
  await changeRows(tx, "cashbacks", id, left);
}
