/** Where one sees what a request is about. */

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
  [
    ["id", "/admin/reconciliation/{}", "Open its row"],
    "resolve_difference return_came claim_receipt set_aside match_by_hand",
  ],
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
