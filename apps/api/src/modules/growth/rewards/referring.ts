/** When a referred person is paid a first loan, both earn: the referrer and the referred. */
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { postReferralReward } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { earnReward } from "./earning.ts";
import { WELCOME, referralEarned } from "./messages.ts";

/** Rewards a borrower and their referrer, each once. Does nothing for who came alone, nor while a reward is set to nothing. */
export async function rewardReferrer(tx: Tx, borrower_id: string, on: string): Promise<void> {
  const borrower = await findRow(tx, "users", borrower_id, ["referred_by", "name"]);
  if (!borrower?.referred_by) return;
  const { count } = await tx
    .selectFrom("loans")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("user_id", "=", borrower_id)
    .where("disbursed_on", "is not", null)
    .executeTakeFirstOrThrow();
  if (count > 1n) return;
  const amount_kobo = BigInt(await readSetting(tx, "referral_reward_kobo"));
  if (amount_kobo > 0n) {
    await postReferralReward(tx, { referred_id: borrower_id, referrer_id: borrower.referred_by, amount_kobo, on });
    await note(tx, borrower.referred_by, referralEarned({ borrower_id, name: borrower.name, amount_kobo }));
  }
  const welcome_kobo = BigInt(await readSetting(tx, "referred_reward_kobo"));
  const reward = { user_id: borrower_id, kind: "referred", source_id: borrower_id, reason: WELCOME } as const;
  if (welcome_kobo > 0n) await earnReward(tx, { ...reward, amount_kobo: welcome_kobo, on, actor: SYSTEM });
}
