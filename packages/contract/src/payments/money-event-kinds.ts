/** Movements of money in words. No zod: the browser reads it. */
export const moneySources = {
  receipt: "Received",
  payout: "Paid out",
  transfer: "Transfer",
  batch: "Salaries",
  wallet: "Received from a wallet",
  card: "Card",
  bill: "Bill",
} as const;
export type MoneySourceName = keyof typeof moneySources;
export const moneySourceNames = Object.keys(moneySources) as [MoneySourceName, ...MoneySourceName[]];

/** As the specification's transaction badge has them (S070 to S076). */
export const moneyStatuses = ["pending", "success", "failed", "refunded"] as const;
export const moneyDirections = ["in", "out"] as const;

/** What money was for, as its source names it. */
export const moneyPurposes: Readonly<Record<string, string>> = {
  loan_repayment: "Repayment of a loan",
  plan_payment: "Plan of a company",
  wallet_funding: "Paid into a wallet",
  card_repayment: "Paid on a credit card",
  card_deposit: "Deposit of a secure card",
  credit: "Credit balance",
  loan_disbursement: "Loan paid out",
  credit_refund: "Credit refunded",
  expense_request: "Expense paid back",
  cash_withdrawal: "Withdrawal",
  inbound_credit: "Received by transfer",
  inbound_return: "Held money sent back",
  partner_repayment: "Passed on to a lender",
  dispute_won: "Won in a dispute",
  given_back: "Given back by us",
  bank: "To a bank account",
  salary: "Salaries",
  wallet: "To a wallet of ours",
  received: "From a wallet of ours",
  capture: "Taken by a shop",
  refund: "Given back by a shop",
  refund_reversal: "Taken again by a shop",
  airtime: "Airtime",
  data: "Data",
  electricity: "Electricity",
  television: "Television",
  internet: "Internet",
  betting: "Betting",
  education: "Education",
  tax: "Taxes",
  tolls: "Tolls",
};
