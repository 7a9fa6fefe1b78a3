/** The door of rewards: what credits one. */
export { earnReward } from "./earning.ts";
export { takeBackRewards } from "./taking-back.ts";
export { rewardReferrer } from "./referring.ts";
