/** What was paid back into a purse is the person's own, though it lies beside the company's money and the same card spends it. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import { paidBackLeft } from "../wallet-movements/index.ts";

/** What is left of what somebody was paid back. Two expenses at once do not both fit into it. */
async function ownLeft(tx: Tx, { session }: Context): Promise<bigint> {
  const { user_id, company_id } = session;
  await sql`select pg_advisory_xact_lock(hashtext(${`own money in the purse of ${user_id}`}))`.execute(tx);
  return (await paidBackLeft(tx, { user_id, company_id: company_id! })).left_kobo;
}

/** Takes an expense, which is locked, out of what the company spent. @throws Conflict where less of one's own money is left */
export async function requireOwnMoney(
  tx: Tx,
  context: Context,
  { id, amount_kobo }: { id: string; amount_kobo: bigint },
): Promise<void> {
  const left_kobo = await ownLeft(tx, context);
  if (amount_kobo > left_kobo)
    throw new Conflict(
      `Only ${naira(left_kobo)} of the money you were paid back into your purse is left.`,
      "not_own_money",
    );
  await changeRows(tx, "expenses", id, { is_own: true });
}
