/** Rewards become money of the cash wallet: all that can be redeemed, the soonest to expire first, as far as the tier lets it in. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { newReference, personalBalances, postRewardRedeemed } from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { overTier, recordPersonal, tierOf } from "../../people/personal-wallets/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { businessDate, changeWhere } from "../../platform/states/index.ts";
import { redeemed } from "./messages.ts";
import { type OpenLot, takeFrom } from "./rules.ts";

/** What a person can redeem, lot by lot. */
export async function openLots(db: Database | Tx, user_id: string, lock = false): Promise<OpenLot[]> {
  const { rows } = await sql<OpenLot>`
    select id, left_kobo, expires_on::text as expires_on
    from reward_lots
    where user_id = ${user_id} and status = 'available'
    order by expires_on, id ${lock ? sql`for update` : sql``}
  `.execute(db);
  return rows;
}

/** How much of what is available can be redeemed now, and why it is not all of it. */
export async function redeemable(db: Database | Tx, user_id: string, available_kobo: bigint) {
  const { limits, into } = await tierOf(db, user_id);
  if (!into || into.kobo >= available_kobo) return { redeemable_kobo: available_kobo, why_less: null };
  return { redeemable_kobo: into.kobo, why_less: overTier(into, limits.plan) };
}

/** Takes an amount from the lots; the state and what is left of one change together. */
export async function useLots(tx: Tx, lots: readonly OpenLot[], amount_kobo: bigint, actor: Actor): Promise<void> {
  const business_date = await businessDate(tx);
  for (const { id, left_kobo } of takeFrom(lots, amount_kobo))
    if (left_kobo > 0n) await changeRows(tx, "reward_lots", id, { left_kobo });
    else {
      const change = { noun: "rewardLot", action: "use_up", actor, business_date } as const;
      await changeWhere(tx, { ...change, where: sql`id = ${id}`, set: { left_kobo } });
    }
}

/**
 * Redeems what the caller can redeem: nothing, where nothing is left.
 * @throws Conflict `tier_limit` where the tier lets nothing in
 */
export async function redeemRewards(tx: Tx, context: Context) {
  const { user_id } = context.session;
  // One after the other: the second finds nothing left.
  await lockPerson(tx, user_id);
  const lots = await openLots(tx, user_id, true);
  const available_kobo = lots.reduce((sum, { left_kobo }) => sum + left_kobo, 0n);
  const { redeemable_kobo: amount_kobo, why_less } = await redeemable(tx, user_id, available_kobo);
  if (amount_kobo === 0n && why_less) throw new Conflict(`Nothing can be redeemed now: ${why_less}.`, "tier_limit");
  if (amount_kobo > 0n) {
    const [id, on, actor] = [uuidv7(), await businessDate(tx), actorOf(context)];
    await postRewardRedeemed(tx, { id, user_id, amount_kobo, on, actor: actor.name });
    await useLots(tx, lots, amount_kobo, actor);
    const reference = newReference("RW", on);
    const moved = { user_id, kind: "redeemed", reference, ledger_transaction_id: id, actor, on } as const;
    await recordPersonal(tx, "reward", { ...moved, amount_kobo: -amount_kobo });
    await recordPersonal(tx, "cash", { ...moved, amount_kobo });
    await recordAudit(tx, context, "rewards_redeemed", ["user", user_id], { after: { amount_kobo, reference } });
    await note(tx, user_id, redeemed(amount_kobo));
  }
  const { cash_kobo, reward_kobo } = await personalBalances(tx, user_id);
  return { redeemed_kobo: amount_kobo, cash_kobo, available_kobo: reward_kobo };
}
