// Written by `npm run generate` from the files of the wings. Do not edit.
import { approvalStates } from "./platform/approval-states.ts";
import { colleagueStates } from "./platform/colleague-states.ts";
import { companyStates } from "./platform/company-states.ts";
import { reportRunStates } from "./platform/report-run-states.ts";
import { reportStates } from "./platform/report-states.ts";
import { bankStatementStates } from "./money/bank-statement-states.ts";
import { chargeStates } from "./money/charge-states.ts";
import { payoutStates } from "./money/payout-states.ts";
import { reconciliationStates } from "./money/reconciliation-states.ts";
import { appealStates } from "./people/appeal-states.ts";
import { assignmentStates } from "./people/assignment-states.ts";
import { cardRequestStates } from "./people/card-request-states.ts";
import { cashLimitRequestStates } from "./people/cash-limit-request-states.ts";
import { communicationStates } from "./people/communication-states.ts";
import { complaintStates } from "./people/complaint-states.ts";
import { dataRequestStates } from "./people/data-request-states.ts";
import { documentStates } from "./people/document-states.ts";
import { employmentClaimStates } from "./people/employment-claim-states.ts";
import { importStates } from "./people/import-states.ts";
import { messageStates } from "./people/message-states.ts";
import { profileStates } from "./people/profile-states.ts";
import { statementAnalysisStates } from "./people/statement-analysis-states.ts";
import { statementPullStates } from "./people/statement-pull-states.ts";
import { verificationStates } from "./people/verification-states.ts";
import { backtestStates } from "./lending/backtest-states.ts";
import { limitRequestStates } from "./lending/limit-request-states.ts";
import { loanStates } from "./lending/loan-states.ts";
import { repaymentStates } from "./lending/repayment-states.ts";
import { ruleSetStates } from "./lending/rule-set-states.ts";
import { timeRequestStates } from "./lending/time-request-states.ts";
import { beneficiaryStates } from "./companies/beneficiary-states.ts";
import { beneficiaryUploadStates } from "./companies/beneficiary-upload-states.ts";
import { companyApprovalStates } from "./companies/company-approval-states.ts";
import { companyDocumentStates } from "./companies/company-document-states.ts";
import { deductionFileStates } from "./companies/deduction-file-states.ts";
import { departmentStates } from "./companies/department-states.ts";
import { employmentStates } from "./companies/employment-states.ts";
import { expenseCategoryStates } from "./companies/expense-category-states.ts";
import { expensePolicyStates } from "./companies/expense-policy-states.ts";
import { expenseRequestStates } from "./companies/expense-request-states.ts";
import { expenseStates } from "./companies/expense-states.ts";
import { lineApplicationStates } from "./companies/line-application-states.ts";
import { lineStatementStates } from "./companies/line-statement-states.ts";
import { cardAuthorisationStates } from "./cards/card-authorisation-states.ts";
import { cardDisputeStates } from "./cards/card-dispute-states.ts";
import { cardRaiseStates } from "./cards/card-raise-states.ts";
import { cardSettlementStates } from "./cards/card-settlement-states.ts";
import { cardStatementStates } from "./cards/card-statement-states.ts";
import { cardStates } from "./cards/card-states.ts";
import { issuerFloatStates } from "./cards/issuer-float-states.ts";
import { secureCardStates } from "./cards/secure-card-states.ts";
import { billClaimStates } from "./payments/bill-claim-states.ts";
import { billFloatStates } from "./payments/bill-float-states.ts";
import { billOrderStates } from "./payments/bill-order-states.ts";
import { billPlanStates } from "./payments/bill-plan-states.ts";
import { billReportLineStates } from "./payments/bill-report-line-states.ts";
import { billStates } from "./payments/bill-states.ts";
import { inboundCreditStates } from "./payments/inbound-credit-states.ts";
import { limitRaiseStates } from "./payments/limit-raise-states.ts";
import { partnerFundingStates } from "./payments/partner-funding-states.ts";
import { partnerPaymentStates } from "./payments/partner-payment-states.ts";
import { recallStates } from "./payments/recall-states.ts";
import { refundCaseStates } from "./payments/refund-case-states.ts";
import { standingOrderStates } from "./payments/standing-order-states.ts";
import { transferBatchStates } from "./payments/transfer-batch-states.ts";
import { transferStates } from "./payments/transfer-states.ts";
import { rewardLotStates } from "./growth/reward-lot-states.ts";

/** The machine of every noun that has states, by the name that its transitions are kept under. */
export const machines = {
  approval: approvalStates,
  colleague: colleagueStates,
  company: companyStates,
  reportRun: reportRunStates,
  report: reportStates,
  bankStatement: bankStatementStates,
  charge: chargeStates,
  payout: payoutStates,
  reconciliation: reconciliationStates,
  appeal: appealStates,
  assignment: assignmentStates,
  cardRequest: cardRequestStates,
  cashLimitRequest: cashLimitRequestStates,
  communication: communicationStates,
  complaint: complaintStates,
  dataRequest: dataRequestStates,
  document: documentStates,
  employmentClaim: employmentClaimStates,
  import: importStates,
  message: messageStates,
  profile: profileStates,
  statementAnalysis: statementAnalysisStates,
  statementPull: statementPullStates,
  verification: verificationStates,
  backtest: backtestStates,
  limitRequest: limitRequestStates,
  loan: loanStates,
  repayment: repaymentStates,
  ruleSet: ruleSetStates,
  timeRequest: timeRequestStates,
  beneficiary: beneficiaryStates,
  beneficiaryUpload: beneficiaryUploadStates,
  companyApproval: companyApprovalStates,
  companyDocument: companyDocumentStates,
  deductionFile: deductionFileStates,
  department: departmentStates,
  employment: employmentStates,
  expenseCategory: expenseCategoryStates,
  expensePolicy: expensePolicyStates,
  expenseRequest: expenseRequestStates,
  expense: expenseStates,
  lineApplication: lineApplicationStates,
  lineStatement: lineStatementStates,
  cardAuthorisation: cardAuthorisationStates,
  cardDispute: cardDisputeStates,
  cardRaise: cardRaiseStates,
  cardSettlement: cardSettlementStates,
  cardStatement: cardStatementStates,
  card: cardStates,
  issuerFloat: issuerFloatStates,
  secureCard: secureCardStates,
  billClaim: billClaimStates,
  billFloat: billFloatStates,
  billOrder: billOrderStates,
  billPlan: billPlanStates,
  billReportLine: billReportLineStates,
  bill: billStates,
  inboundCredit: inboundCreditStates,
  limitRaise: limitRaiseStates,
  partnerFunding: partnerFundingStates,
  partnerPayment: partnerPaymentStates,
  recall: recallStates,
  refundCase: refundCaseStates,
  standingOrder: standingOrderStates,
  transferBatch: transferBatchStates,
  transfer: transferStates,
  rewardLot: rewardLotStates,
} as const;
