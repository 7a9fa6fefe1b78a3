/** The door of referrals: who brought somebody is rewarded when that person's first loan is paid out. */
import type { Tx } from "../../../db/database.ts";
import { naira } from "../../../documents/letter.ts";
import { postReferralReward } from "../../money/books/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { notify } from "../../platform/notifications/index.ts";

/** Rewards the referrer of a borrower, once. Does nothing for who came alone, and while the reward is set to nothing. */
export async function rewardReferrer(tx: Tx, borrower_id: string, on: string): Promise<void> {
  const borrower = await tx
    .selectFrom("users")
    .select(["referred_by", "name"])
    .where("id", "=", borrower_id)
    .executeTakeFirst();
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
  await notify(tx, {
    user_id: borrower.referred_by,
    kind: "referral",
    title: "You earned a reward",
    body: `${naira(amount_kobo)} for bringing ${borrower.name}.`,
    about: borrower_id,
  });
}
