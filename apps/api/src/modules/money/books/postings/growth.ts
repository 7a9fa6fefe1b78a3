/** Posting templates: rewards. */
import { type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import { openOwned } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

/** Somebody whom a customer brought has borrowed: referral expense ↑, the referrer's wallet ↑. Once for each person brought. */
export async function postReferralReward(
  tx: Tx,
  fact: { referred_id: string; referrer_id: string; amount_kobo: bigint; on: string },
): Promise<Posted> {
  const account = await openOwned(queryable(tx), "referral_wallet", fact.referrer_id);
  return post(
    queryable(tx),
    entry(
      {
        key: `referral:${fact.referred_id}`,
        kind: "referral_reward",
        description: "Reward for a referral",
        on: fact.on,
        actor: "system",
        metadata: { user_id: fact.referrer_id },
      },
      [debit("referral_expense", fact.amount_kobo), credit(account, fact.amount_kobo)],
    ),
  );
}
