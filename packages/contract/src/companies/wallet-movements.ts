/** What moves a company's money, in words for its list. */
export const walletMovements = {
  transfer_in: "Paid in by transfer",
  card_in: "Paid in by card",
  recorded: "Recorded by our staff",
  reversed: "Receipt reversed",
  assigned: "Assigned to an employee",
  taken_back: "Taken back from an employee",
  drawn: "Drawn from the credit line",
  transfer_sent: "Sent by transfer",
  transfer_returned: "Transfer that came back",
  request_paid: "Request paid to an account",
  request_returned: "Payment that did not arrive",
  repaid: "Paid back to the credit line",
  deductions_paid: "Salary deductions paid",
  card_refunded: "Came back from a card's shop",
  card_paid: "Taken by a shop with the card of a former employee",
  deduction_returned: "Salary deduction returned",
  card_fee: "Fee of a card",
  bill_paid: "Airtime or bill paid",
  bill_back: "Bill paid back",
} as const;
export type WalletMovement = keyof typeof walletMovements;
export const walletMovementKinds = Object.keys(walletMovements) as [WalletMovement, ...WalletMovement[]];
