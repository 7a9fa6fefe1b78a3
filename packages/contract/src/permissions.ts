/** Every permission string. `spec` is the row of permissions.tsv; `ours` marks those that the specification leaves unnamed. */
const declared = {
  provider: {
    spec: [
      "can_update_password", "can_update_system_configuration", "can_edit_bypass", "can_view_cash_configuration", "can_view_loan_disbursements",
      "can_disburse_loans", "can_undisburse_loans", "can_view_expenses", "can_flag_expenses", "can_approve_expenses", "can_delete_expenses",
      "can_view_staff", "can_update_staff", "can_delete_staff", "can_create_staff", "can_view_staff_profile", "can_view_loans", "can_view_admins",
      "can_update_admins", "can_delete_admins", "can_create_admins", "can_view_repayments", "can_view_loan_repayments", "can_delete_repayments",
      "can_view_credit_card_repayments", "can_settle_repayment", "can_view_repayment_cards", "can_create_repayment_cards",
      "can_update_repayment_cards", "can_delete_repayment_cards", "can_manage_push_notifications", "can_view_companies", "can_update_companies",
      "can_view_company_requests", "can_approve_company_requests", "can_decline_company_requests", "can_create_companies", "can_view_offer_letter",
      "can_view_wallet", "can_fund_debit_wallet", "can_apply_for_credit", "can_create_communications", "can_view_communication_templates",
      "can_create_communication_templates", "can_view_statements", "can_delete_statements", "can_view_permissions", "can_modify_permissions",
      "can_view_identity_verifications", "can_view_lead_qualifications", "can_view_card_requests", "can_refund_transactions",
      "can_view_wema_transactions", "can_update_user_wallet_limit", "can_view_settlements", "can_view_user_savings",
      "can_view_savings_configuration", "can_verify_bank_accounts", "can_approve_card_requests", "can_decline_card_requests", "can_view_bank_accounts",
    ],
    ours: [
      "can_view_users", "can_create_users", "can_comment_on_users", "can_upload_user_documents", "can_reveal_identity_numbers", "can_run_loanbot",
      "can_approve_loans", "can_decline_loans", "can_verify_loans_as_officer", "can_verify_loans_as_operations", "can_modify_loans",
      "can_request_loan_stop", "can_mark_loans_reimbursed", "can_view_loan_products", "can_manage_loan_products", "can_view_ledger", "can_view_reconciliation",
      "can_reconcile", "can_view_audit", "can_view_approvals", "can_decide_approvals", "can_view_jobs", "can_run_close_of_business", "can_write_off_loans",
      "can_impersonate_users", "can_manage_shared_views", "can_assign_users", "can_post_no_debit", "can_view_rule_sets", "can_manage_rule_sets",
      "can_overrule_decisions", "can_handle_data_requests", "can_manage_affiliates",
    ],
  },
  company: {
    spec: [
      "can_view_company_profile", "can_update_company_profile", "can_upload_company_documents", "can_update_password", "can_view_beneficiaries",
      "can_create_beneficiaries", "can_update_beneficiaries", "can_delete_beneficiaries", "can_view_loan_disbursements", "can_view_expenses",
      "can_flag_expenses", "can_approve_expenses", "can_delete_expenses", "can_view_expense_requests", "can_approve_expense_requests",
      "can_decline_expense_requests", "can_delete_expense_requests", "can_view_expense_policies", "can_create_expense_policies",
      "can_update_expense_policies", "can_delete_expense_policies", "can_view_staff", "can_update_staff", "can_delete_staff", "can_create_staff",
      "can_view_staff_profile", "can_view_loans", "can_view_admins", "can_update_admins", "can_delete_admins", "can_create_admins",
      "can_view_departments", "can_update_departments", "can_delete_departments", "can_create_departments", "can_view_onboarding", "can_view_wallet",
      "can_fund_debit_wallet", "can_apply_for_credit", "can_view_analytics", "can_view_statements", "can_pay_statements", "can_view_permissions",
      "can_modify_permissions", "can_view_bills", "can_request_cards",
    ],
    ours: ["can_manage_subscription", "can_manage_shared_views"],
  },
  personal: {
    spec: [
      "can_view_personal_profile", "can_update_personal_profile", "can_upload_personal_documents", "can_update_password",
      "can_view_loan_disbursements", "can_view_expenses", "can_view_repayments", "can_pay_repayments", "can_view_repayment_cards",
      "can_create_repayment_cards", "can_update_repayment_cards", "can_delete_repayment_cards", "can_view_offer_letter", "can_view_statements",
      "can_pay_statements", "can_pay_bills", "can_apply_for_credit", "can_view_loans",
    ],
    ours: ["can_request_cards"],
  },
} as const;

type Declared = typeof declared;
export type Scope = keyof Declared;
/** `scope:can_action`. A permission that is not declared here does not compile. */
export type Permission = { [S in Scope]: `${S}:${Declared[S]["spec" | "ours"][number]}` }[Scope];

export const scopes = Object.keys(declared) as Scope[];

/** Every permission with its origin, in the order of the specification. */
export const permissions: readonly { slug: Permission; scope: Scope; origin: "spec" | "ours" }[] = scopes.flatMap((scope) =>
  (["spec", "ours"] as const).flatMap((origin) =>
    declared[scope][origin].map((name) => ({ slug: `${scope}:${name}` as Permission, scope, origin })),
  ),
);

const known = new Set<string>(permissions.map(({ slug }) => slug));
/** Tells whether a string from outside is one of ours. */
export const isPermission = (text: string): text is Permission => known.has(text);

/** All permissions of a scope, the wildcard of a super role. */
export const permissionsOf = (scope: Scope): Permission[] => permissions.filter((row) => row.scope === scope).map(({ slug }) => slug);
