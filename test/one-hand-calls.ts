/** What one colleague of the provider or of a company does alone with money: a short list, each with its reason. Everything else that moves or promises money asks a second person. */
import type { ConfigurationKey } from "@manilla/contract/platform/configuration";

interface Alone {
  /** Why one person may, in words of what it means for whoever could lose. */
  because: string;
  /** The sums up to which one person goes alone; above them a second one agrees. */
  within?: readonly ConfigurationKey[];
}

const RECORDED = [
  "recorded_alone_by_one_kobo",
  "recorded_alone_on_loan_kobo",
  "recorded_alone_for_person_kobo",
] as const;
const recorded: Alone = {
  because: "Recorded with a slip of its own and kept apart until the bank shows it.",
  within: RECORDED,
};
const second: Alone = { because: "It is the second person's own act: who asked is refused." };
const asAsked: Alone = { because: "Its owner asked for it: a colleague lets it go or stops it, to nobody else." };
const back: Alone = { because: "It goes back to whose it was." };
const bankSays: Alone = {
  because: "The bank's or the provider's own word posts what was expected of it, of that sum.",
};
const chained: Alone = {
  because:
    "Asked for on the company's chain; at once only where a chain that two administrators set has no step, or nobody else may agree.",
};
const ownPurse: Alone = {
  because: "Money of the company stays the company's: from its wallet to its employee's purse, and back.",
};

/** By `METHOD path`. */
export const ALONE: Readonly<Record<string, Alone>> = {
  // The provider's second persons, and companies'.
  "POST /admin/approvals/{id}/approve": second,
  "POST /admin/approvals/approve-many": second,
  "POST /companies/transfer/approve": second,
  "POST /companies/approvals/{id}/approve": second,
  "POST /companies/expense/request/approve": second,
  // Within sums that two persons set.
  "POST /admin/personal/repayments/{id}/settle": recorded,
  "POST /admin/personal/repayments/{id}/pay-fraction": recorded,
  "PUT /admin/transactions/refundable/bills": {
    because: "What was not delivered goes back to who paid it.",
    within: ["refund_alone_kobo"],
  },
  "PUT /admin/transactions/refundable/transfers": {
    because: "What did not arrive goes back to who sent it.",
    within: ["refund_alone_kobo"],
  },
  "POST /admin/cards/disputes/{id}/credit": {
    because: "Credited for now, taken back where the issuer refuses.",
    within: ["card_dispute_alone_kobo", "card_dispute_alone_cents"],
  },
  "POST /admin/reconciliation/{id}/resolve": {
    because: "A difference of the bank's line.",
    within: ["difference_alone_kobo"],
  },
  "POST /admin/corporate/limit-raises/{id}/grant": {
    because: "It bounds what a company may send of its own money.",
    within: ["wallet_limit_by_one_kobo"],
  },
  "POST /admin/personal/cash/add-limit/{id}": {
    because: "It bounds what a person may do with their own money.",
    within: ["cash_limit_by_one_kobo"],
  },
  "POST /companies/wallet/set-wallet-limit": {
    because: "It bounds what a company may send of its own money.",
    within: ["wallet_limit_by_one_kobo"],
  },
  "POST /personal/card/approve": {
    because: "A card, and credit on it up to the sum.",
    within: ["card_limit_second_person_kobo"],
  },
  // What its owner asked for, a provider says, or goes back.
  "POST /admin/personal/cash/awaiting-approval/{id}/approve": asAsked,
  "POST /admin/personal/cash/awaiting-approval/{id}/reject": back,
  "POST /admin/transfer-reviews/{id}/let-go": asAsked,
  "POST /admin/transfer-reviews/batches/{id}/let-go": asAsked,
  "POST /admin/transfer-reviews/{id}/stop": back,
  "POST /admin/transfer-reviews/batches/{id}/stop": back,
  "POST /admin/partner-bank/incoming/{id}/release": asAsked,
  "POST /admin/cards/disputes/{id}/take-back": { because: "What was credited for now, and no more." },
  "POST /admin/cards/disputes/{id}/decline": { because: "What was credited for now, and no more." },
  "POST /admin/transactions/refundable/transfers/cancel": { because: "What was credited for now, and no more." },
  "POST /cards/{id}/close": back,
  "POST /admin/corporate/companies/{id}/decline": { because: "What it paid for its plan becomes its credit." },
  "POST /admin/reconciliation/statements/{id}/take": {
    because: "The bank's own word posts what was expected of it; a file is taken by another than who brought it.",
  },
  "POST /admin/reconciliation/statements/{id}/take-back": {
    because: "Mirrors what the statement posted, where nothing was booked on it since; otherwise two persons.",
  },
  "POST /admin/reconciliation/run": bankSays,
  "POST /admin/personal/charges/{id}/query": bankSays,
  "POST /admin/personal/payouts/{id}/query": bankSays,
  "POST /admin/bills/{id}/ask": bankSays,
  "POST /admin/cards/settlements/lines/{id}/dollars": bankSays,
  "POST /admin/cards/settlements/lines/{id}/naira": bankSays,
  "POST /admin/personal/repayments/{id}/partial-debit": {
    because: "Asks the borrower's own card for what is due; the provider says what came.",
  },
  "POST /admin/personal/cards/{partner}/disburse": {
    because: "Asks a lender for its part; what comes is the bank's line.",
  },
  "POST /admin/personal/loans/imports/{id}/run-again": { because: "Goes on with what two persons agreed to." },
  "POST /admin/jobs/close-of-business/run": {
    because: "The day's accruals and debits by their terms; nobody chooses a sum.",
  },
  // A company's people with the company's own money.
  "POST /companies/wallet/assign-debit": { ...ownPurse, within: ["direct_assignment_kobo"] },
  "POST /companies/wallet/assign-credit": { ...ownPurse, within: ["direct_assignment_kobo"] },
  "POST /companies/purses/{id}/take-back": ownPurse,
  "POST /companies/employees/{id}/leave": { because: "What their purse holds goes back to the company's wallet." },
  "POST /companies/employees/{id}/deactivate": { because: "What their purse holds goes back to the company's wallet." },
  "POST /companies/account/set-account-limit": { because: "A lower limit; a higher one asks a colleague." },
  "POST /companies/transfer/limits": { because: "A lower limit; a higher one asks a colleague." },
  "POST /companies/wallet/fund-credit-wallet": { because: "Pays the company's own line from its own wallet." },
  "POST /companies/creditLimit/draw": chained,
  "POST /companies/creditLimit/{id}/sign": {
    because: "Takes the offer that two of the provider made; nothing is drawn by it.",
  },
  "POST /companies/expense/request/{id}/pay": {
    because: "What the chain agreed to, to the employee who asked; never one's own.",
  },
  "POST /companies/expense/request/{id}/retire": { because: "What is left of an advance goes back to the wallet." },
  "POST /companies/deductions/{id}/pay": {
    because: "The employees' instalments of a confirmed file, to their own loans.",
  },
  "POST /companies/plan/choose": { because: "The company's own card pays the listed price of its own plan." },
  "POST /companies/plan/confirm": bankSays,
  "POST /companies/wallet/pay-by-card": { because: "The payer's own card pays into the company's wallet." },
  "POST /companies/wallet/confirm-card": bankSays,
  "POST /companies/transfer/request": chained,
  "POST /companies/transfer-batches/{id}/submit": chained,
  "POST /companies/standing-orders": chained,
  "POST /company/bills": chained,
  "POST /bill-orders": chained,
  "POST /standing-orders/{id}/change": chained,
};

/** Declared to move money, and never by one person: the kind of request that each makes. */
export const SECOND_PERSON: ReadonlyMap<string, string> = new Map([
  ["POST /admin/bills/claims/{id}/credit", "end_bill_claim"],
  ["POST /admin/bills/claims/{id}/lose", "end_bill_claim"],
  ["POST /admin/bills/{id}/give-up", "give_up_bill"],
  ["POST /admin/bills/{id}/refund", "refund_bill"],
  ["POST /admin/bills/providers/{provider}/top-up", "top_up_biller"],
  ["POST /admin/bills/reports/lines/{id}/write-off", "write_off_bill_line"],
  ["POST /admin/cards/disputes/{id}/write-off", "write_off_card_dispute"],
  ["POST /admin/personal/cards/{partner}/pay-batch", "pay_card_partner"],
  ["POST /admin/personal/cards/{partner}/pay-many", "pay_card_partner"],
  ["POST /admin/cards/settlements/lines/{id}/write-off", "write_off_settlement_line"],
  ["POST /admin/personal/cash/debit", "debit_cash"],
  ["POST /admin/personal/cash/awaiting-approval/{id}/mark-success", "mark_cash_success"],
  ["POST /admin/personal/loans/disburse-many", "disburse_many"],
  ["POST /admin/personal/loans/pay/disburse-many", "disburse_many"],
  ["POST /admin/personal/loans/undisburse-many", "undisburse_many"],
  ["POST /admin/dollar-cards/owed/{id}/write-off", "write_off_owed_dollars"],
  ["POST /admin/cards/float/top-ups", "top_up_issuer_float"],
  ["PATCH /admin/personal/loans/{id}/mark-as-reimbursed", "reimburse_loan"],
  ["POST /admin/partner-bank/incoming/{id}/send-back", "send_back_held"],
  ["POST /admin/reconciliation/{id}/came", "return_came"],
  ["POST /admin/reconciliation/{id}/claim", "claim_receipt"],
  ["POST /admin/transactions/refundable/{id}/credit", "credit_claim"],
  ["POST /admin/transactions/refundable/bills/processed", "process_payment"],
  ["POST /admin/transactions/refundable/transfers/processed", "process_payment"],
  ["POST /admin/books/vat/remittances", "remit_vat"],
  ["POST /admin/personal/repayments/{id}/back-date", "back_date_receipt"],
  ["POST /admin/personal/loans/{id}/charge-off", "charge_off"],
  ["POST /admin/personal/loans/{id}/end-return", "end_return"],
  ["POST /admin/personal/repayments/refunds/{id}/give-up", "give_up_refund"],
  ["POST /admin/personal/repayments/wallet/{id}/refund", "refund_credit"],
  ["POST /admin/personal/loans/{id}/reschedule", "reschedule_loan"],
  ["POST /admin/personal/repayments/receipts/{id}/reverse", "reverse_receipt"],
  ["POST /admin/personal/repayments/settle-many", "settle_many"],
  ["POST /admin/personal/repayments/{id}/waive", "waive_charge"],
  ["POST /admin/personal/loans/{id}/write-off", "write_off"],
  ["POST /admin/personal/users/wallet/{id}/reward", "give_reward"],
  ["POST /admin/personal/secure-cards/mark-as-paid/{id}", "mark_deposit_paid"],
  ["POST /companies/wallet/fund-debit-wallet", "fund_wallet"],
]);
