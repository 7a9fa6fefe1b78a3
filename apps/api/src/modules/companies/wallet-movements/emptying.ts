/** Somebody leaves the company: what they hold of its money and its line goes back. */
import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../../db/database.ts";
import type { Context } from "../../../house/app.ts";
import { heldBy, postLineAssigned } from "../../money/books/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { movePurse, openWallet } from "./moving.ts";
import { ownInPurse } from "./own.ts";

interface Holdings {
  /** Of the company. */
  purse_kobo: bigint;
  /** Their own, paid back into the purse. */
  own_kobo: bigint;
  line_kobo: bigint;
}

/** What an employee holds of a company, in kobo: money in the purse, what is their own beside it, and a part of the line. Nothing where the purse is another company's. */
export async function holdingsOf(db: Database | Tx, company_id: string, user_id: string): Promise<Holdings> {
  const purse = await db
    .selectFrom("purses")
    .select("user_id")
    .where("user_id", "=", user_id)
    .where("company_id", "=", company_id)
    .executeTakeFirst();
  if (!purse) return { purse_kobo: 0n, own_kobo: 0n, line_kobo: 0n };
  const { purse_kobo, line_kobo } = await heldBy(db, user_id);
  const own_kobo = await ownInPurse(db, { company_id, user_id }, purse_kobo);
  return { purse_kobo: purse_kobo - own_kobo, own_kobo, line_kobo };
}

/** Takes the company's money back from somebody's purse, and closes it; what is their own is theirs already. */
export async function emptyPurse(
  tx: Tx,
  context: Context,
  { company_id, user_id, why }: { company_id: string; user_id: string; why: string },
): Promise<void> {
  const { purse_kobo, own_kobo, line_kobo } = await holdingsOf(tx, company_id, user_id);
  // What was their own is out of it by now: the rest is the company's, also where somebody was reimbursed.
  const rest_kobo = purse_kobo + own_kobo;
  if (rest_kobo > 0n) {
    const wallet = await openWallet(tx, context, company_id);
    await movePurse(tx, context, wallet, { user_id, amount_kobo: -rest_kobo, why });
  }
  if (line_kobo > 0n) {
    const [id, on] = [uuidv7(), await businessDate(tx)];
    const fact = { id, company_id, user_id, amount_kobo: -line_kobo, on, actor: actorOf(context).name };
    await postLineAssigned(tx, fact);
  }
  await tx.deleteFrom("purses").where("user_id", "=", user_id).where("company_id", "=", company_id).execute();
}
