/** The door of rewards: what credits one. */
export { earnReward } from "./earning.ts";
export { rewardReferrer } from "./referring.ts";
