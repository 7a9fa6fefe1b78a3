import { machine } from "../machine.ts";

/** One reward: it can be redeemed until a day, the soonest to expire first. */
export const rewardLotStates = machine({
  noun: "reward lot",
  table: "reward_lots",
  initial: ["available"],
  states: ["available", "used", "expired"],
  transitions: [
    { action: "use_up", from: ["available"], to: "used", by: "personal:can_use_wallets", posts: "redeem_rewards" },
    { action: "expire", from: ["available"], to: "expired", by: "system", posts: "expire_reward" },
  ],
});
