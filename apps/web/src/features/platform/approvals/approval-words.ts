/** What is asked of a second person, in words, and where one sees what it is about. */
import { sentence } from "@manilla/contract/formats";

const kinds: Readonly<Record<string, string>> = {
  disburse_many: "Payout of loans",
  bring_in_loans: "Loans of another book",
  undisburse_many: "Taking payouts back",
  settle_many: "Recording repayments",
  record_receipt: "Money recorded by hand",
  reimburse_loan: "Reimbursement of a loan",
  reverse_receipt: "Reversal of a receipt",
  waive_charge: "Waiver of a charge",
  end_return: "End of a payout's return",
  resolve_difference: "Difference to the bank",
  return_came: "Return of a payout",
  claim_receipt: "Money without a name",
  set_aside: "Money without a name set aside",
  reschedule_loan: "Rescheduling of a loan",
  back_date_receipt: "Receipt of an earlier day",
  refund_credit: "Refund of a credit",
  give_up_refund: "Giving up a refund",
  charge_off: "Charge-off",
  write_off: "Write-off",
  change_roles: "Roles of a person",
  change_role_permissions: "What a role allows",
  change_company_permissions: "What somebody may do for their company",
  invite_colleague: "New colleague",
  let_back_colleague: "Letting a colleague back in",
  reset_second_factor: "Second factor of a colleague",
  create_loan_product: "New loan product",
  add_loan_product_version: "New loan terms",
  change_configuration: "Configuration",
  withdraw_configuration: "Withdrawn configuration",
  bypass_identity: "Identity bypass",
  set_limit: "Credit limit",
  make_company_administrator: "Administrator of a company",
  change_phone: "Phone of a person",
  erase_person: "Deletion of a person",
  lift_post_no_debit: "Money of a person that was stopped",
  lift_blacklisting: "Lifting of a blacklisting",
  activate_rule_set: "Credit rules",
  send_to_many: "Message to many",
  take_statement: "Bank statement",
  take_back_statement: "Bank statement taken back",
  remit_vat: "Remittance of VAT",
  verify_bank_account: "Bank account of a person",
  suspend_company: "Suspension of a company",
  let_back_company: "Letting a company back in",
  offer_line: "Credit line of a company",
  lower_line: "Lowering a company's line",
  give_reward: "Reward for a person",
  write_off_owed_dollars: "Owed dollars of a card",
  write_off_settlement_line: "Difference of the issuer's settlement",
  write_off_bill_line: "Difference of a biller's report",
  mark_deposit_paid: "Deposit of a secure card",
  debit_cash: "Money back from a cash wallet",
  mark_cash_success: "A transfer that arrived",
  set_cash_limit: "Cash limit of a person",
  change_cash_limits: "Cash limits of a tier",
  change_partner_terms: "Terms of a partner of cards",
  fund_wallet: "Money for a company's wallet",
};
/** The kind of a request as people call it. */
export const approvalKind = (kind: string): string => kinds[kind] ?? sentence(kind);

/** A field that a request names, the page of what it names (`{}` where the id goes), and the words of the link. */
type SubjectPage = readonly [field: string, address: string, words: string];
/** What is decided about comes before whose it is. */
const pages: readonly SubjectPage[] = [
  ["rule_set_id", "/admin/rule-sets/{}", "Open the rules"],
  ["communication_id", "/admin/communications/{}", "Open the message"],
  ["case_id", "/admin/refunds/{}", "Open the case"],
  ["bill_id", "/admin/bills-transactions/{}", "Open the bill"],
  ["transfer_id", "/admin/transactions/{}", "Open the transfer"],
  ["batch_id", "/admin/transfer-reviews/{}", "Open the batch"],
  ["import_id", "/admin/loans/imports/{}", "Open the import"],
  ["item_id", "/admin/reconciliation/{}", "Open the bank's line"],
  ["receipt_id", "/admin/transactions/{}", "Open the receipt"],
  ["payout_id", "/admin/payments/{}", "Open the payout"],
  ["partner", "/admin/card-partners/{}/settlements", "Open the partner's settlements"],
  ["card_id", "/admin/cards/{}", "Open the card"],
  ["loan_id", "/admin/loans/{}", "Open the loan"],
  ["product_id", "/admin/loan-products/{}", "Open the product"],
  ["application_id", "/admin/companies/credit-applications/{}", "Open the application"],
  ["company_id", "/admin/companies/{}", "Open the company"],
  ["user_id", "/admin/users/{}", "Open the person"],
];
/** The page of requests of these kinds, before what else they name. */
const ownPages: readonly (readonly [page: SubjectPage, kinds: string])[] = [
  [["id", "/admin/reconciliation/{}", "Open its row"], "resolve_difference return_came claim_receipt set_aside"],
  [["id", "/admin/reconciliation/statements/{}", "Open the statement"], "take_statement take_back_statement"],
  [["id", "/admin/cards/disputes/{}", "Open the dispute"], "credit_card_dispute write_off_card_dispute"],
  [["id", "/admin/wema-transactions/incoming/{}", "Open the incoming transfer"], "send_back_held"],
  [["id", "/admin/cards/settlements/lines", "Open the settlement's lines"], "write_off_settlement_line"],
  [["id", "/admin/bill-reports/lines", "Open the report's lines"], "write_off_bill_line"],
  [["claim_id", "/admin/bill-claims", "Open the claims"], "end_bill_claim"],
  [["raise_id", "/admin/company-limits", "Open the requests for limits"], "raise_wallet_limit"],
  [["user_id", "/admin/admins/{}", "Open the colleague"], "let_back_colleague reset_second_factor"],
];
/** The pages of what a request is about. @param after what the request would set, with the ids that it names */
export function subjectsOf(kind: string, after: Readonly<Record<string, unknown>>): { href: string; words: string }[] {
  const own = ownPages.find(([, kinds]) => kinds.split(" ").includes(kind))?.[0];
  const found = pages.filter(([field]) => typeof after[field] === "string" && field !== own?.[0]);
  return [...(own ? [own] : []), ...found].map(([field, address, words]) => ({
    href: address.replace("{}", encodeURIComponent(String(after[field] as string))),
    words,
  }));
}
