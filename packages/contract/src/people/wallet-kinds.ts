/** What moves a person's money with us, in words for its lists. No zod: the browser reads it. */
export const personalMovements = {
  earned: "Reward earned",
  given: "Reward given by us",
  redeemed: "Rewards redeemed",
  expired: "Reward expired",
  withdrawn: "Sent to the bank account",
  came_back: "Came back from the bank",
  card_paid: "Paid by card",
  card_refunded: "Came back to the card",
  card_fee: "Fee of a card",
} as const;
export type PersonalMovement = keyof typeof personalMovements;
export const personalMovementKinds = Object.keys(personalMovements) as [PersonalMovement, ...PersonalMovement[]];

export const personalWallets = { reward: "Rewards", cash: "Cash" } as const;
export type PersonalWallet = keyof typeof personalWallets;
export const personalWalletNames = Object.keys(personalWallets) as [PersonalWallet, ...PersonalWallet[]];
