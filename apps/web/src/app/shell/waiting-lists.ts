import type { AccountType } from "@manilla/contract/accounts";
import { calls } from "../../shared/api/calls.gen.ts";
import type { Wanted } from "../../shared/session/session.ts";

/** Where work waits: the entry or tab, the list and what of it, and the call with which one works on it. */
export type Waiting = readonly [
  path: string,
  list: Wanted & { path: string },
  filter: Readonly<Record<string, boolean | readonly string[]>> | undefined,
  act: Wanted,
];

const toDecide: Waiting = [
  "/expenses/requests",
  calls.approvalChains.listAll,
  { for_me: true, kind: ["expense_request"] },
  calls.approvalChains.approve,
];
export const waiting: Readonly<Record<AccountType, readonly Waiting[]>> = {
  admin: [
    ["/complaints", calls.complaints.listAll, { status: ["open", "escalated"] }, calls.complaints.assign],
    ["/refunds", calls.refunds.listAll, { status: ["open"] }, calls.refunds.refundBills],
    ["/cards/disputes", calls.cardDisputes.listAll, { status: ["open", "refused"] }, calls.cardDisputes.send],
    ["/transfer-reviews", calls.transferReviews.listAll, { status: ["in_review"] }, calls.transferReviews.letGo],
    ["/bills-transactions", calls.billDesk.listAll, { needs_review: true }, calls.billDesk.ask],
    ["/bill-claims", calls.billDesk.listClaims, { status: ["open"] }, calls.billDesk.creditClaim],
    ["/payments", calls.moneyEvents.listOpen, { is_unknown: true }, calls.disbursements.queryPayout],
    [
      "/reconciliation",
      calls.reconciliation.listAll,
      { status: ["missing", "over", "short", "mismatch"] },
      calls.reconciliation.match,
    ],
    ["/companies/requests", calls.admissions.requests, undefined, calls.admissions.approve],
    ["/companies/credit-applications", calls.creditLines.listAll, { status: ["requested"] }, calls.creditLines.offer],
    [
      "/companies/deductions",
      calls.salaryDeductions.ofCompanies,
      { is_unpaid: true },
      calls.salaryDeductions.ofCompanies,
    ],
    ["/repayments/time-requests", calls.timeRequests.listAll, { status: ["pending"] }, calls.timeRequests.approve],
    ["/cards/request", calls.cards.requests, undefined, calls.cards.approve],
    ["/users/limit-increase-request", calls.limits.listRequests, { status: ["pending"] }, calls.limits.markAsReviewed],
    ["/cash/limit-requests", calls.cashLimits.listRequests, { status: ["pending"] }, calls.cashLimits.addLimit],
    ["/users/appeal-requests", calls.appeals.listAll, { status: ["pending"] }, calls.appeals.approve],
  ],
  corporate: [
    toDecide,
    ["/expenses/requests", calls.expenseRequests.listAll, { status: ["approved"] }, calls.expenseRequests.pay],
    ["/expenses", calls.expenses.listAll, { status: ["flagged"] }, calls.expenses.categorise],
    ["/loans/requests", calls.loans.listOfCompany, { status: ["requested"] }, calls.loans.preApprove],
    ["/employment-claims", calls.employmentClaims.listAll, { status: ["pending"] }, calls.employmentClaims.confirm],
    ["/deductions", calls.salaryDeductions.listAll, { status: ["open"] }, calls.salaryDeductions.confirm],
    ["/deductions", calls.salaryDeductions.listAll, { status: ["confirmed"] }, calls.salaryDeductions.pay],
  ],
  customer: [toDecide],
};
