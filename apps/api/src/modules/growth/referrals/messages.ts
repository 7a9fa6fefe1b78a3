/** Notifications to referrers. */
import { naira } from "../../../documents/letter.ts";
import type { Note } from "../../platform/notifications/index.ts";

interface Reward {
  borrower_id: string;
  name: string;
  amount_kobo: bigint;
}

export const rewardEarned = ({ borrower_id, name, amount_kobo }: Reward): Note => ({
  kind: "referral",
  title: "You earned a reward",
  body: `${naira(amount_kobo)} for bringing ${name}.`,
  names: borrower_id,
});
