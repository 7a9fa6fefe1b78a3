/** Whether a transfer is looked at before it is sent, and the money that is held meanwhile. */
import type { ReviewReason } from "@manilla/contract/payments/transfer-kinds";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import { queryable, type Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { InsufficientFunds, accountOf, hold, release } from "../../money/books/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { InvalidFields } from "../../../errors.ts";
import { naira } from "@manilla/contract/formats";
import { type Velocity, suspicionsOf } from "./rules.ts";

/** What the person did since a moment. They are locked. */
async function velocityOf(tx: Tx, user_id: string, since: Date): Promise<Velocity> {
  const { rows } = await sql<Velocity>`
    select
      (select count(*)::int from transfer_payees where user_id = ${user_id} and created_at >= ${since}) as new_payees,
      (
        select coalesce(sum(amount_kobo), 0)::bigint
        from personal_movements
        where user_id = ${user_id} and wallet = 'cash' and happened_at >= ${since} and kind in ('paid_in', 'received')
      ) as came_in_kobo,
      (
        select coalesce(-sum(amount_kobo), 0)::bigint
        from personal_movements
        where user_id = ${user_id} and wallet = 'cash' and happened_at >= ${since} and kind in ('sent', 'came_back')
      ) as goes_out_kobo,
      (
        select count(*)::int
        from transfers
        where user_id = ${user_id} and company_id is null and status in ('failed', 'reversed') and settled_at >= ${since}
      ) as failures
  `.execute(tx);
  return rows[0]!;
}

/**
 * Why a colleague looks at it first; empty where it goes at once. The person is locked.
 * @param is_new the person has never paid this payee
 */
export async function reasonsToLook(
  tx: Tx,
  { user_id, is_new }: { user_id: string; is_new: boolean },
  total_kobo: bigint,
): Promise<ReviewReason[]> {
  const setting = async (key: Parameters<typeof readSetting>[1]) => readSetting(tx, key);
  const since = new Date(clock.milliseconds() - (await setting("transfer_review_minutes")) * 60_000);
  const did = await velocityOf(tx, user_id, since);
  return suspicionsOf(
    { ...did, new_payees: did.new_payees + (is_new ? 1 : 0), goes_out_kobo: did.goes_out_kobo + total_kobo },
    {
      new_payees: await setting("transfer_review_payees"),
      from_kobo: BigInt(await setting("transfer_review_from_kobo")),
      share_percent: await setting("transfer_review_share_percent"),
      failures: await setting("transfer_review_failures"),
    },
  );
}

/** Sets the money of a transfer aside in the person's wallet: held, not moved. @throws InvalidFields where it is not free */
export async function holdMoney(
  tx: Tx,
  { id, user_id, reference, total_kobo }: { id: string; user_id: string; reference: string; total_kobo: bigint },
  actor: string,
): Promise<void> {
  try {
    const held = await hold(queryable(tx), {
      key: `transfer:${id}`,
      account: accountOf("cash_wallet", user_id),
      amount_kobo: total_kobo,
      description: `Transfer ${reference} is looked at`,
      actor,
    });
    await changeRows(tx, "transfers", id, { hold_id: held.id });
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error;
    throw new InvalidFields({
      amount_kobo: [
        `with its charges this is ${naira(total_kobo)}; your wallet has ${naira(error.available_kobo)} free`,
      ],
    });
  }
}

/** The money is free again. The transfer is locked. */
export async function freeMoney(tx: Tx, { id, hold_id }: { id: string; hold_id: string | null }): Promise<void> {
  if (!hold_id) return;
  await release(queryable(tx), { hold_id });
  await changeRows(tx, "transfers", id, { hold_id: null });
}
