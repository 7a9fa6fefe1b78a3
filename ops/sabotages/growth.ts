/** The guards of the wing growth. */
import { MODULES, type Sabotage } from "./places.ts";

export const growth: readonly Sabotage[] = [
  {
    name: "rewards: two redemptions at once are not one after the other",
    file: `${MODULES}/growth/rewards/redeeming.ts`,
    find: "  await lockPerson(tx, user_id);\n  const lots = await openLots(tx, user_id, true);",
    put: "  const lots = await openLots(tx, user_id);",
    test: "apps/api/src/modules/growth/rewards/rewards.test.ts",
    fails: "are redeemed once, however often and from however many sides the GET comes",
  },
  {
    name: "rewards: the same reward is earned again",
    file: `${MODULES}/growth/rewards/earning.ts`,
    find: "if (!numInsertedOrUpdatedRows) return false;",
    put: "void numInsertedOrUpdatedRows;",
    test: "apps/api/src/modules/growth/rewards/rewards.test.ts",
    fails: "expire after their last day, the soonest first, after a reminder; what was redeemed does not",
  },
  {
    name: "rewards: the colleague who asked gives it to themselves",
    file: `${MODULES}/growth/rewards/giving.ts`,
    find: 'if (user_id === context.session.user_id) throw new NotAllowed("Nobody gives themselves a reward.", "own_money");\n  refuse',
    put: "refuse",
    test: "apps/api/src/modules/growth/rewards/rewards.test.ts",
    fails: "are given by two people of the provider, never to oneself, and one at a time",
  },
];
