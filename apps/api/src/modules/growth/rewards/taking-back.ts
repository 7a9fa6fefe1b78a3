/** Rewards that were not owed are taken back, as far as they are there: a wallet never falls below nothing. */
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import type { Actor } from "../../../request.ts";
import { postRewardTakenBack } from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { recordPersonal } from "../../people/personal-wallets/index.ts";
import { openLots, useLots } from "./redeeming.ts";

/** Takes up to an amount out of a person's rewards, the soonest to expire first. @returns what was there and was taken, in kobo */
export async function takeBackRewards(
  tx: Tx,
  wanted: { user_id: string; amount_kobo: bigint; reference: string; note: string; on: string; actor: Actor },
): Promise<bigint> {
  const { user_id, reference, note, on, actor } = wanted;
  await lockPerson(tx, user_id);
  const lots = await openLots(tx, user_id, true);
  const there = lots.reduce((sum, { left_kobo }) => sum + left_kobo, 0n);
  const amount_kobo = there < wanted.amount_kobo ? there : wanted.amount_kobo;
  if (amount_kobo === 0n) return 0n;
  const id = uuidv7();
  await postRewardTakenBack(tx, { id, user_id, amount_kobo, on, actor: actor.name });
  await useLots(tx, lots, amount_kobo, actor);
  const moved = { user_id, kind: "cashback_back", reference, note, ledger_transaction_id: id, actor, on } as const;
  await recordPersonal(tx, "reward", { ...moved, amount_kobo: -amount_kobo });
  return amount_kobo;
}
