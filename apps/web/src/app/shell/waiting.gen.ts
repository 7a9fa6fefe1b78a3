// Written by `npm run generate` from waiting-lists.ts. Do not edit.
import type { AccountType } from "@manilla/contract/accounts";
import type { Waiting } from "./waiting-lists.ts";

export const waiting: Readonly<Record<AccountType, readonly Waiting[]>> = {
  admin: [
    ["/complaints", {"path":"/admin/complaints","can":["provider:can_handle_complaints"],"audience":"admin"}, {"status":["open","escalated"]}, {"can":["provider:can_handle_complaints"],"audience":"admin"}],
    ["/refunds", {"path":"/admin/transactions/refundable","can":["provider:can_refund_transactions"],"audience":"admin"}, {"status":["open"]}, {"can":["provider:can_refund_transactions"],"audience":"admin"}],
    ["/cards/disputes", {"path":"/cards/disputes","can":["personal:can_view_cards","company:can_view_cards","provider:can_view_card_requests","provider:can_reconcile"],"audience":["customer","corporate","admin"]}, {"status":["open","refused"]}, {"can":["provider:can_manage_cards"],"audience":"admin"}],
    ["/transfer-reviews", {"path":"/admin/transfer-reviews","can":["provider:can_fund_debit_wallet"],"audience":"admin"}, {"status":["in_review"]}, {"can":["provider:can_fund_debit_wallet"],"audience":"admin"}],
    ["/bills-transactions", {"path":"/admin/bills","can":["provider:can_refund_transactions","provider:can_view_cash_configuration"],"audience":"admin"}, {"needs_review":true}, {"can":["provider:can_refund_transactions"],"audience":"admin"}],
    ["/bill-claims", {"path":"/admin/bills/claims","can":["provider:can_refund_transactions","provider:can_view_cash_configuration"],"audience":"admin"}, {"status":["open"]}, {"can":["provider:can_refund_transactions"],"audience":"admin"}],
    ["/payments", {"path":"/payments","can":["provider:can_view_transactions","company:can_view_statements","personal:can_view_statements"],"audience":["admin","corporate","customer"]}, {"is_unknown":true}, {"can":["provider:can_disburse_loans","provider:can_view_loan_disbursements"],"audience":"admin"}],
    ["/reconciliation", {"path":"/admin/reconciliation","can":["provider:can_view_reconciliation","provider:can_reconcile"],"audience":"admin"}, {"status":["missing","over","short","mismatch"]}, {"can":["provider:can_reconcile"],"audience":"admin"}],
    ["/companies/requests", {"path":"/companies/requests","can":["provider:can_view_company_requests","provider:can_approve_company_requests","provider:can_decline_company_requests"],"audience":"admin"}, undefined, {"can":["provider:can_approve_company_requests"],"audience":"admin"}],
    ["/companies/credit-applications", {"path":"/admin/corporate/credit-applications","can":["provider:can_view_companies"],"audience":"admin"}, {"status":["requested"]}, {"can":["provider:can_apply_for_credit"],"audience":"admin"}],
    ["/companies/deductions", {"path":"/admin/corporate/deductions","can":["provider:can_view_repayments"],"audience":"admin"}, {"is_unpaid":true}, {"can":["provider:can_view_repayments"],"audience":"admin"}],
    ["/repayments/time-requests", {"path":"/admin/personal/time-requests","can":["provider:can_view_loans"],"audience":"admin"}, {"status":["pending"]}, {"can":["provider:can_reschedule_loans"],"audience":"admin"}],
    ["/cards/request", {"path":"/companies/card/requests/all","can":["provider:can_view_card_requests"],"audience":"admin"}, undefined, {"can":["provider:can_approve_card_requests"],"audience":"admin"}],
    ["/users/limit-increase-request", {"path":"/admin/users/credit-limits","can":["provider:can_update_user_wallet_limit"],"audience":"admin"}, {"status":["pending"]}, {"can":["provider:can_update_user_wallet_limit"],"audience":"admin"}],
    ["/cash/limit-requests", {"path":"/admin/personal/cash/limit-requests","can":["provider:can_update_user_wallet_limit"],"audience":"admin"}, {"status":["pending"]}, {"can":["provider:can_update_user_wallet_limit"],"audience":"admin"}],
    ["/users/appeal-requests", {"path":"/admin/personal/users/appeal-requests","can":["provider:can_view_users"],"audience":"admin"}, {"status":["pending"]}, {"can":["provider:can_update_staff"],"audience":"admin"}],
  ],
  corporate: [
    ["/expenses/requests", {"path":"/companies/approvals","can":["company:can_view_approvals","company:can_decide_approvals","personal:can_decide_approvals"],"audience":["corporate","customer"]}, {"for_me":true,"kind":["expense_request"]}, {"can":["company:can_decide_approvals","personal:can_decide_approvals"],"audience":["corporate","customer"]}],
    ["/expenses/requests", {"path":"/companies/expense/request","can":["personal:can_view_expenses","company:can_view_expense_requests"],"audience":["customer","corporate"]}, {"status":["approved"]}, {"can":["company:can_fund_debit_wallet"],"audience":"corporate"}],
    ["/expenses", {"path":"/companies/expenses","can":["company:can_view_expenses","personal:can_view_expenses"],"audience":["corporate","customer"]}, {"status":["flagged"]}, {"can":["company:can_approve_expenses"],"audience":"corporate"}],
    ["/loans/requests", {"path":"/companies/loans","can":["company:can_view_loans"],"audience":"corporate"}, {"status":["requested"]}, {"can":["company:can_update_staff"],"audience":"corporate"}],
    ["/employment-claims", {"path":"/companies/employment-claims","can":["company:can_view_staff"],"audience":"corporate"}, {"status":["pending"]}, {"can":["company:can_create_staff"],"audience":"corporate"}],
    ["/deductions", {"path":"/companies/deductions","can":["company:can_view_loans"],"audience":"corporate"}, {"status":["open"]}, {"can":["company:can_update_staff"],"audience":"corporate"}],
    ["/deductions", {"path":"/companies/deductions","can":["company:can_view_loans"],"audience":"corporate"}, {"status":["confirmed"]}, {"can":["company:can_fund_debit_wallet"],"audience":"corporate"}],
  ],
  customer: [
    ["/expenses/requests", {"path":"/companies/approvals","can":["company:can_view_approvals","company:can_decide_approvals","personal:can_decide_approvals"],"audience":["corporate","customer"]}, {"for_me":true,"kind":["expense_request"]}, {"can":["company:can_decide_approvals","personal:can_decide_approvals"],"audience":["corporate","customer"]}],
  ],
};
