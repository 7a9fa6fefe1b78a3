/** A person earns a reward: a lot with its last day, its posting, its words. */
import { addDays } from "@manilla/credit";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { Actor } from "../../../request.ts";
import { newReference, postRewardEarned } from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { recordPersonal } from "../../people/personal-wallets/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { recordBeginning } from "../../platform/states/index.ts";
import { earned } from "./messages.ts";

interface Earned {
  user_id: string;
  kind: "referred" | "given" | "cashback";
  /** What it is for; a second call with the same changes nothing. */
  source_id: string;
  reason: string;
  amount_kobo: bigint;
  on: string;
  actor: Actor;
}

/** Credits a reward. @returns false where this one was credited before */
export async function earnReward(tx: Tx, { actor, on, ...reward }: Earned): Promise<boolean> {
  const { user_id, amount_kobo, reason } = reward;
  await lockPerson(tx, user_id);
  const [id, ledger_transaction_id] = [uuidv7(), uuidv7()];
  const expires_on = addDays(on, await readSetting(tx, "reward_days"));
  // Before the lot: the figures of the wallet follow its lots.
  await tx
    .insertInto("reward_wallets")
    .values({ user_id, opened_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("reward_lots")
    .values({ ...reward, id, left_kobo: amount_kobo, earned_on: on, expires_on, created_at: clock.now() })
    .onConflict((conflict) => conflict.columns(["kind", "source_id"]).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  await recordBeginning(tx, "rewardLot", id, "available", actor);
  const fact = { id: ledger_transaction_id, lot_id: id, user_id, amount_kobo, on, actor: actor.name };
  await postRewardEarned(tx, { ...fact, description: "Reward" });
  const kind = reward.kind === "given" ? "given" : "earned";
  const reference = newReference("RW", on);
  const moved = { user_id, kind, amount_kobo, reference, note: reason, ledger_transaction_id, actor, on } as const;
  await recordPersonal(tx, "reward", moved);
  await note(tx, user_id, earned({ amount_kobo, reason, expires_on }));
  return true;
}
