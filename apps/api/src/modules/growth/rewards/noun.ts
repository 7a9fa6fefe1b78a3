import * as calls from "@manilla/contract/growth/rewards";
import { noun } from "../../../house/index.ts";
import { expireRewards, remindOfRewards } from "./close.ts";
import { giveReward } from "./giving.ts";
import { handlers } from "./handlers.ts";
import { rewardReferrer } from "./referring.ts";

export const rewards = noun({
  calls,
  handlers,
  approvals: { give_reward: giveReward },
  purposes: { disbursed: (tx, { user_id, on }) => rewardReferrer(tx, user_id, on) },
  close: [expireRewards, remindOfRewards],
  personal: { kept: { reward_wallets: "Booked money of the person.", reward_lots: "Booked money of the person." } },
});
