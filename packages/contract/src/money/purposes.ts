/** What money is for. The engines for money out and in know these names only; each is declared by the noun that owns it. */

/** What is paid out: a loan to its borrower, a credit balance back to the person, what somebody asked their company for, money of a cash wallet to its owner, what people and companies send, held money back to its sender. */
export const payoutPurposes = [
  "loan_disbursement",
  "credit_refund",
  "expense_request",
  "cash_withdrawal",
  "transfer",
  "inbound_return",
  "partner_repayment",
] as const;
export type PayoutPurposeName = (typeof payoutPurposes)[number];

/** What a card or a hosted payment page is charged for. */
export const chargePurposes = [
  "card_setup",
  "card_payment",
  "automatic_debit",
  "partial_debit",
  "plan_payment",
  "wallet_funding",
  "card_bill_debit",
] as const;
export type ChargePurposeName = (typeof chargePurposes)[number];

/** What received money is for. `credit` is the engine's own: customer credit. */
export const receiptPurposes = [
  "loan_repayment",
  "plan_payment",
  "wallet_funding",
  "card_repayment",
  "card_deposit",
  "inbound_credit",
  "credit",
] as const;
export type ReceiptPurposeName = (typeof receiptPurposes)[number];
