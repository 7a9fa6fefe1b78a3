/** What moves a person's money with us, in words for its lists. No zod: the browser reads it. */
export const personalMovements = {
  earned: "Reward earned",
  given: "Reward given by us",
  redeemed: "Rewards redeemed",
  expired: "Reward expired",
  withdrawn: "Sent to the bank account",
  sent: "Sent to somebody",
  received: "Received from a wallet",
  came_back: "Came back from the bank",
  debited: "Taken back by us",
  card_paid: "Paid by card",
  card_refunded: "Came back to the card",
  card_fee: "Fee of a card",
  card_bill: "Paid on a credit card",
  paid_in: "Transfer received",
  paid_in_reversed: "Received transfer taken back",
  own_money: "Paid back by the company that was left",
  deposit_back: "Deposit of a card came back",
  bill_paid: "Airtime or a bill",
  bill_back: "Bill paid back",
  cashback_back: "Cashback taken back",
  dollars_bought: "Dollars for a card",
  dollars_sold: "Dollars of a card taken back",
} as const;
export type PersonalMovement = keyof typeof personalMovements;
export const personalMovementKinds = Object.keys(personalMovements) as [PersonalMovement, ...PersonalMovement[]];

export const personalWallets = { reward: "Rewards", cash: "Cash" } as const;
export type PersonalWallet = keyof typeof personalWallets;
export const personalWalletNames = Object.keys(personalWallets) as [PersonalWallet, ...PersonalWallet[]];

/** What limits a cash wallet, by the names of the tiers' limits. */
export const cashLimits = {
  daily_outflow: "Out in a day",
  single_outflow: "Out at once",
  monthly_outflow: "Out in a month",
  single_deposit: "In at once",
  balance: "In the wallet",
} as const;
export type CashLimit = keyof typeof cashLimits;
export const cashLimitNames = Object.keys(cashLimits) as [CashLimit, ...CashLimit[]];

/** Why a colleague takes money out of a cash wallet, and so where it goes in the books. */
export const cashDebits = { reward: "A reward that was given wrongly", refund: "A refund that was not owed" } as const;
export type CashDebit = keyof typeof cashDebits;
export const cashDebitNames = Object.keys(cashDebits) as [CashDebit, ...CashDebit[]];
