/** Every role and what it may do: the only list, reviewed as data (test/unit/permission-table.test.ts prints it). */
import { type AccountType, accountTypesOf } from "./accounts.ts";
import { isPermission, type Permission, permissionsOf } from "./permissions.ts";
import { roleNames } from "./role-names.ts";

const readsEverythingOfCredit: Permission[] = [
  "provider:can_update_password",
  "provider:can_view_users",
  "provider:can_view_staff",
  "provider:can_view_staff_profile",
  "provider:can_view_loans",
  "provider:can_view_offer_letter",
  "provider:can_view_repayments",
  "provider:can_view_loan_repayments",
  "provider:can_view_loan_products",
];

/** Upload, look at and decide about papers of every kind; who uploaded one never decides about it. */
const decidesAboutPapers: Permission[] = [
  "provider:can_upload_user_documents",
  "provider:can_view_user_documents",
  "provider:can_download_user_documents",
  "provider:can_accept_user_documents",
  "provider:can_confirm_user_statements",
  "provider:can_invalidate_user_documents",
  "provider:can_view_identity_papers",
  "provider:can_view_statements",
  "provider:can_view_salaries",
  "provider:can_export_lists",
];

const personal: Permission[] = permissionsOf("personal");
/** Employees of a company: everything personal; the company's expense requests come through `personal:can_view_expenses`. */
const employee: Permission[] = personal;
const companyReads: Permission[] = permissionsOf("company").filter((slug) => /:can_view_/.test(slug));

const table = {
  super_admin: permissionsOf("provider"),
  super_risk: [
    ...readsEverythingOfCredit,
    "provider:can_update_staff",
    "provider:can_create_users",
    "provider:can_comment_on_users",
    ...decidesAboutPapers,
    "provider:can_view_bureau_reports",
    "provider:can_reveal_identity_numbers",
    "provider:can_run_loanbot",
    "provider:can_approve_loans",
    "provider:can_decline_loans",
    "provider:can_verify_loans_as_officer",
    "provider:can_modify_loans",
    "provider:can_reschedule_loans",
    "provider:can_view_identity_verifications",
    "provider:can_verify_bank_accounts",
    "provider:can_view_bank_accounts",
    "provider:can_update_user_wallet_limit",
    "provider:can_view_lead_qualifications",
    "provider:can_view_loan_disbursements",
    "provider:can_view_card_requests",
    "provider:can_view_approvals",
    "provider:can_decide_approvals",
    "provider:can_assign_users",
    "provider:can_post_no_debit",
    "provider:can_view_rule_sets",
    "provider:can_manage_rule_sets",
    "provider:can_overrule_decisions",
  ],
  super_finance: [
    ...readsEverythingOfCredit,
    "provider:can_view_transactions",
    "provider:can_view_loan_disbursements",
    "provider:can_disburse_loans",
    "provider:can_undisburse_loans",
    "provider:can_settle_repayment",
    "provider:can_delete_repayments",
    "provider:can_view_credit_card_repayments",
    "provider:can_view_repayment_cards",
    "provider:can_mark_loans_reimbursed",
    "provider:can_view_ledger",
    "provider:can_view_reconciliation",
    "provider:can_reconcile",
    "provider:can_view_approvals",
    "provider:can_decide_approvals",
    "provider:can_view_settlements",
    "provider:can_refund_transactions",
    "provider:can_view_wema_transactions",
    "provider:can_view_wallet",
    "provider:can_fund_debit_wallet",
    "provider:can_view_bank_accounts",
    "provider:can_verify_bank_accounts",
    "provider:can_view_statements",
    "provider:can_export_lists",
    "provider:can_view_cash_configuration",
    "provider:can_view_user_savings",
    "provider:can_view_jobs",
    "provider:can_run_close_of_business",
    "provider:can_write_off_loans",
    "provider:can_remit_taxes",
    "provider:can_view_deposit_receipts",
    "provider:can_view_dispute_evidence",
    "provider:can_view_expenses",
    "provider:can_approve_expenses",
    "provider:can_give_rewards",
  ],
  super_operations: [
    ...readsEverythingOfCredit,
    "provider:can_view_transactions",
    "provider:can_verify_loans_as_operations",
    "provider:can_request_loan_stop",
    "provider:can_view_loan_disbursements",
    "provider:can_create_users",
    "provider:can_comment_on_users",
    ...decidesAboutPapers,
    "provider:can_view_security_events",
    "provider:can_view_repayment_cards",
    "provider:can_view_reconciliation",
    "provider:can_view_approvals",
    "provider:can_decide_approvals",
    "provider:can_view_jobs",
    "provider:can_manage_push_notifications",
    "provider:can_view_card_requests",
    "provider:can_approve_card_requests",
    "provider:can_decline_card_requests",
    "provider:can_manage_cards",
    "provider:can_view_dispute_evidence",
    "provider:can_view_communication_templates",
    "provider:can_create_communication_templates",
    "provider:can_create_communications",
    "provider:can_view_audit",
    "provider:can_handle_data_requests",
    "provider:can_handle_complaints",
    "provider:can_manage_affiliates",
    "provider:can_give_rewards",
  ],
  super_support: [
    ...readsEverythingOfCredit,
    "provider:can_view_transactions",
    "provider:can_comment_on_users",
    "provider:can_view_communication_templates",
    "provider:can_view_card_requests",
    "provider:can_manage_cards",
    "provider:can_view_dispute_evidence",
    "provider:can_view_user_documents",
    "provider:can_handle_complaints",
    "provider:can_impersonate_users",
  ],
  super_sales_agent: [
    "provider:can_update_password",
    "provider:can_view_users",
    "provider:can_view_staff",
    "provider:can_view_staff_profile",
    "provider:can_create_users",
    "provider:can_comment_on_users",
    "provider:can_view_lead_qualifications",
    "provider:can_upload_user_documents",
    "provider:can_view_user_documents",
  ],
  super_business: [
    "provider:can_update_password",
    "provider:can_view_companies",
    "provider:can_update_companies",
    "provider:can_create_companies",
    "provider:can_view_company_requests",
    "provider:can_approve_company_requests",
    "provider:can_decline_company_requests",
    "provider:can_view_staff",
    "provider:can_view_staff_profile",
    "provider:can_view_wallet",
    "provider:can_apply_for_credit",
    "provider:can_view_loans",
    "provider:can_view_users",
  ],
  company_super_admin: permissionsOf("company"),
  company_hr: [
    "company:can_update_password",
    "company:can_view_company_profile",
    "company:can_view_staff",
    "company:can_update_staff",
    "company:can_delete_staff",
    "company:can_create_staff",
    "company:can_view_staff_profile",
    "company:can_view_loans",
    "company:can_view_departments",
    "company:can_update_departments",
    "company:can_delete_departments",
    "company:can_create_departments",
    "company:can_view_admins",
    "company:can_view_onboarding",
    "company:can_decide_approvals",
    "company:can_pay_salaries",
  ],
  company_finance_manager: [
    ...companyReads,
    "company:can_update_password",
    "company:can_create_beneficiaries",
    "company:can_update_beneficiaries",
    "company:can_delete_beneficiaries",
    "company:can_flag_expenses",
    "company:can_approve_expenses",
    "company:can_approve_expense_requests",
    "company:can_decline_expense_requests",
    "company:can_decide_approvals",
    "company:can_create_expense_policies",
    "company:can_update_expense_policies",
    "company:can_fund_debit_wallet",
    "company:can_apply_for_credit",
    "company:can_pay_statements",
    "company:can_request_cards",
    "company:can_request_transfers",
    "company:can_pay_salaries",
  ],
  company_audit: [...companyReads, "company:can_update_password"],
  company_staff: employee,
  company_department_head: employee,
  company_unit_head: employee,
  staff: personal,
} satisfies Record<keyof typeof roleNames, Permission[]>;

export type RoleSlug = keyof typeof table;
export const roleSlugs = Object.keys(table) as [RoleSlug, ...RoleSlug[]];

/** Role → name, account type and permissions. */
export const roles: Record<RoleSlug, { name: string; permissions: readonly Permission[]; account_type: AccountType }> =
  Object.fromEntries(
    roleSlugs.map((slug) => {
      const permissions: readonly Permission[] = table[slug];
      return [slug, { name: roleNames[slug], permissions, account_type: accountTypesOf([slug])[0] ?? "customer" }];
    }),
  ) as Record<RoleSlug, { name: string; permissions: readonly Permission[]; account_type: AccountType }>;

/** The roles of an account type: `corporate` are the administrators of a company. */
export const rolesOf = (type: AccountType): readonly RoleSlug[] =>
  roleSlugs.filter((slug) => roles[slug].account_type === type);

export const isRole = (text: string): text is RoleSlug => text in table;

/** Roles that the provider has changed, with what they allow now. */
export type ChangedRoles = Readonly<Record<string, readonly string[]>>;

/** The union of what the roles allow. @param changed roles that are no longer as they were shipped */
export function permissionsOfRoles(slugs: readonly string[], changed: ChangedRoles = {}): Permission[] {
  const allowed = slugs.flatMap((slug) => (isRole(slug) ? (changed[slug] ?? roles[slug].permissions) : []));
  return [...new Set(allowed)].filter(isPermission);
}

/** The side whose permissions a role may have; undefined for roles that nobody edits: the super administrator has everything, people have their own. */
export function editableScope(slug: string): "provider" | "company" | undefined {
  if (!isRole(slug) || slug === "super_admin") return undefined;
  return slug.startsWith("super_") ? "provider" : roles[slug].account_type === "corporate" ? "company" : undefined;
}
