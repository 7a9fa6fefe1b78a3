/** What is asked of a second person, in words, and where one sees what it is about. */
import { sentence } from "@manilla/contract/formats";

const kinds: Readonly<Record<string, string>> = {
  disburse_many: "Payout of loans",
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
  bypass_identity: "Identity bypass",
  set_limit: "Credit limit",
  erase_person: "Deletion of a person",
  activate_rule_set: "Credit rules",
  send_to_many: "Message to many",
  take_statement: "Bank statement",
  take_back_statement: "Bank statement taken back",
  remit_vat: "Remittance of VAT",
  verify_bank_account: "Bank account of a person",
  suspend_company: "Suspension of a company",
  let_back_company: "Letting a company back in",
};
/** The kind of a request as people call it. */
export const approvalKind = (kind: string): string => kinds[kind] ?? sentence(kind);

const pages: readonly (readonly [field: string, address: string, words: string])[] = [
  ["rule_set_id", "/admin/rule-sets", "Open the rules"],
  ["communication_id", "/admin/communications", "Open the message"],
  ["loan_id", "/admin/loans", "Open the loan"],
  ["product_id", "/admin/loan-products", "Open the product"],
  ["company_id", "/admin/companies", "Open the company"],
  ["user_id", "/admin/users", "Open the person"],
];
const aboutRows = ["resolve_difference", "return_came", "claim_receipt", "set_aside"];
const aboutStatements = ["take_statement", "take_back_statement"];
const aboutColleagues = ["let_back_colleague", "reset_second_factor"];
interface Subject {
  href: string;
  words: string;
}
/** The pages of what a request is about. @param after what the request would set, with the ids that it names */
export function subjectsOf(kind: string, after: Readonly<Record<string, unknown>>): Subject[] {
  const [id, user_id] = [after["id"] as string, after["user_id"] as string];
  if (aboutColleagues.includes(kind)) return [{ href: `/admin/admins/${user_id}`, words: "Open the colleague" }];
  const found = pages.find(([field]) => typeof after[field] === "string");
  return [
    ...(aboutRows.includes(kind) ? [{ href: `/admin/reconciliation/${id}`, words: "Open its row" }] : []),
    ...(aboutStatements.includes(kind)
      ? [{ href: `/admin/reconciliation/statements/${id}`, words: "Open the statement" }]
      : []),
    ...(found ? [{ href: `${found[1]}/${String(after[found[0]] as string)}`, words: found[2] }] : []),
  ];
}
