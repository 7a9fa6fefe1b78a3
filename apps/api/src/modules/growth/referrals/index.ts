/** The door of referrals: who brought somebody is rewarded when that person's first loan is paid out. */
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { postReferralReward } from "../../money/books/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { rewardEarned } from "./messages.ts";

/** Rewards the referrer of a borrower, once. Does nothing for who came alone, and while the reward is set to nothing. */
export async function rewardReferrer(tx: Tx, borrower_id: string, on: string): Promise<void> {
  const borrower = await findRow(tx, "users", borrower_id, ["referred_by", "name"]);
  if (!borrower?.referred_by) return;
  const { count } = await tx
    .selectFrom("loans")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("user_id", "=", borrower_id)
    .where("disbursed_on", "is not", null)
    .executeTakeFirstOrThrow();
  const amount_kobo = BigInt(await readSetting(tx, "referral_reward_kobo"));
  if (count > 1n || amount_kobo === 0n) return;
  await postReferralReward(tx, { referred_id: borrower_id, referrer_id: borrower.referred_by, amount_kobo, on });
  await note(tx, borrower.referred_by, rewardEarned({ borrower_id, name: borrower.name, amount_kobo }));
}
