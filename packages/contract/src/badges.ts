/**
 * Status → word and tone. The words of the specification (lines 109–111, A58, A59) and the states of business-rules §7;
 * the only place where a status gets its colour, in sentence case (A58 infers title case where the specification shows no label).
 */
import { type Badge, all, named } from "./badge-tones.ts";
import { sentence } from "./formats.ts";
import {
  billBadges,
  billClaimBadges,
  billFloatBadges,
  billPlanBadges,
  billReportLineBadges,
  billOrderBadges,
  refundCaseBadges,
  standingOrderBadges,
  transferBadges,
  transferBatchBadges,
} from "./payments/badges.ts";

export type { Badge, Tone } from "./badge-tones.ts";

const personBadges = new Map<string, Badge>([
  ...all("info", "processing", "doc-processor"),
  ...named("info", "Pre-approved", "pre-approved"),
  ...all("success", "accepted", "approved", "success"),
  ...named("info", "Processing:Verified", "verified"),
  ...named("success", "Approved", "activated"),
  ...named("neutral", "Refunded", "refunded", "reversed", "reverted"),
  ...all("danger", "rejected", "failed", "error", "blacklisted"),
  ...named("danger", "Declined", "declined", "deactivated"),
  ...named("warning", "Incomplete", "incomplete-1", "incomplete-0"),
  ...all("warning", "pending", "uncertain"),
  ...all("neutral", "contacted"),
  ...all("success", "attended"),
]);

const transactionBadges = new Map<string, Badge>([
  ...all("success", "success"),
  ...named("neutral", "Refunded", "refunded", "reversed", "reverted"),
  ...all("danger", "failed", "error"),
  ...all("warning", "pending"),
]);

const loanBadges = new Map<string, Badge>([
  ...all("neutral", "draft", "settled", "reimbursed", "terminated", "withdrawn"),
  ...all("info", "requested"),
  ...named("info", "Pre-approved", "pre_approved"),
  ...named("danger", "Declined by HR", "pre_declined"),
  ...all("info", "approved", "offered", "disbursing"),
  ...all("success", "accepted", "running"),
  ...all("danger", "declined", "rejected"),
  ...all("warning", "stop_requested"),
  ...all("danger", "past_due", "charged_off", "written_off"),
]);

const repaymentBadges = new Map<string, Badge>([
  ...all("neutral", "upcoming", "waived", "deferred", "cancelled"),
  ...all("warning", "due", "pending", "processing"),
  ...named("warning", "Part paid", "part_paid", "partially_paid"),
  ...all("danger", "overdue", "failed", "past_due"),
  ...all("success", "paid", "settled", "success"),
]);

const partnerSettlementBadges = new Map<string, Badge>([
  ...all("info", "asked", "sent"),
  ...all("success", "accepted", "paid"),
  ...all("danger", "refused", "failed"),
  ...all("warning", "awaiting_approval"),
  ...all("neutral", "declined"),
]);

const inboundCreditBadges = new Map<string, Badge>([
  ...named("success", "In the wallet", "received"),
  ...named("warning", "Held", "held"),
  ...named("warning", "Nobody's", "unidentified"),
  ...named("info", "On its way back", "going_back"),
  ...named("neutral", "Sent back", "sent_back"),
]);

// A payout's own states and the stages of a disbursement (disbursements.ts), which are the same thing seen from the loan.
const payoutBadges = new Map<string, Badge>([
  ...all("neutral", "created"),
  ...all("info", "ready", "approved"),
  ...named("neutral", "Not sent yet", "waiting"),
  ...all("warning", "awaiting_approval", "pending"),
  ...named("info", "On its way", "sent", "on_its_way"),
  ...named("warning", "Unknown: asking the bank", "unknown"),
  ...named("danger", "Needs review", "needs_review"),
  ...named("success", "Paid out", "success", "paid"),
  ...named("warning", "On its way back", "returning"),
  ...named("neutral", "Taken back", "reversed"),
  ...all("danger", "failed"),
]);

const cardBadges = new Map<string, Badge>([
  ...all("warning", "requested", "frozen"),
  ...all("info", "approved", "issued"),
  ...all("success", "active"),
  ...all("danger", "declined"),
  ...all("neutral", "closed"),
]);

const cardPaymentBadges = new Map<string, Badge>([
  ...named("info", "Held", "approved"),
  ...named("info", "Announced", "announced"),
  ...all("danger", "declined"),
  ...named("success", "Paid", "captured"),
  ...named("neutral", "Given back", "reversed"),
  ...all("neutral", "expired"),
]);

const cardRaiseBadges = new Map<string, Badge>([
  ...all("warning", "asked"),
  ...all("success", "granted"),
  ...all("danger", "declined"),
  ...named("neutral", "Taken back", "withdrawn"),
  ...all("neutral", "ended"),
]);

const approvalBadges = new Map<string, Badge>([
  ...all("warning", "pending"),
  ...all("success", "approved"),
  ...all("danger", "declined", "failed"),
  ...all("neutral", "withdrawn"),
]);

const reconciliationBadges = new Map<string, Badge>([
  ...all("neutral", "expected", "void"),
  ...all("danger", "missing", "mismatch"),
  ...named("success", "Matched", "matched_auto"),
  ...named("success", "Matched by hand", "matched_manual"),
  ...all("warning", "over", "short"),
]);

const bankStatementBadges = new Map<string, Badge>([
  ...all("info", "read"),
  ...named("warning", "Waits for a second person", "waiting"),
  ...all("success", "taken"),
  ...all("danger", "refused"),
  ...all("neutral", "discarded", "taken_back"),
]);

const colleagueBadges = new Map<string, Badge>([
  ...all("info", "invited"),
  ...all("success", "active"),
  ...all("danger", "suspended"),
]);

const complaintBadges = new Map<string, Badge>([
  ...all("warning", "open"),
  ...all("info", "answered"),
  ...all("danger", "escalated"),
  ...all("success", "resolved"),
]);

const lineBadges = new Map<string, Badge>([
  ...all("neutral", "draft", "withdrawn", "lapsed"),
  ...all("info", "requested"),
  ...all("warning", "offered"),
  ...all("success", "granted"),
  ...all("danger", "declined"),
]);

const deductionFileBadges = new Map<string, Badge>([
  ...named("warning", "To confirm", "open"),
  ...named("warning", "To pay", "confirmed"),
  ...all("info", "paid"),
  ...named("success", "Paid to loans", "allocated"),
  ...named("danger", "Not answered", "lapsed"),
]);

const companyBadges = new Map<string, Badge>([
  ...all("warning", "pending"),
  ...all("success", "approved"),
  ...all("danger", "declined"),
  ...named("danger", "Suspended", "deactivated"),
]);

const beneficiaryBadges = new Map<string, Badge>([
  ...all("warning", "pending"),
  ...all("success", "active"),
  ...all("danger", "refused"),
  ...named("neutral", "Deleted", "removed"),
]);
const beneficiaryUploadBadges = new Map<string, Badge>([
  ...all("info", "checking"),
  ...all("warning", "checked"),
  ...all("success", "added"),
]);

const expenseBadges = new Map<string, Badge>([
  ...all("info", "recorded"),
  ...all("warning", "flagged"),
  ...all("success", "approved"),
  ...all("neutral", "deleted"),
]);
const expenseRequestBadges = new Map<string, Badge>([
  ...all("neutral", "draft", "withdrawn", "deleted"),
  ...all("warning", "pending"),
  ...all("info", "approved", "returned", "paying"),
  ...all("success", "paid", "retired"),
  ...all("danger", "declined"),
]);
const expenseCategoryBadges = new Map<string, Badge>([...all("success", "active"), ...all("neutral", "archived")]);
const expensePolicyBadges = new Map<string, Badge>([...all("success", "active"), ...all("neutral", "deleted")]);

const companyApprovalBadges = new Map<string, Badge>([
  ...all("warning", "pending"),
  ...all("success", "approved"),
  ...all("danger", "declined"),
  ...all("info", "returned"),
  ...all("neutral", "withdrawn"),
]);

const departmentBadges = new Map<string, Badge>([...all("success", "active"), ...all("neutral", "closed")]);

const employmentBadges = new Map<string, Badge>([
  ...all("success", "active"),
  ...all("info", "invited"),
  ...named("warning", "Link ended", "expired"),
  ...all("danger", "inactive"),
  ...all("neutral", "left", "withdrawn"),
]);

const companyDocumentBadges = new Map<string, Badge>([
  ...all("warning", "received"),
  ...all("success", "verified"),
  ...all("danger", "refused"),
]);

const lineStatementBadges = new Map<string, Badge>([
  ...named("info", "To pay", "issued"),
  ...named("success", "Minimum paid", "met"),
  ...all("success", "settled"),
  ...all("danger", "overdue"),
  ...named("warning", "Carried over", "carried"),
]);

const cardSettlementLineBadges = new Map<string, Badge>([
  ...named("success", "Agrees", "matched"),
  ...named("warning", "To look at", "open"),
  ...all("neutral", "written_off"),
]);

const cardDisputeBadges = new Map<string, Badge>([
  ...named("warning", "To look at", "open"),
  ...named("info", "On its way", "sending"),
  ...named("info", "With the issuer", "sent"),
  ...named("warning", "Lost, to decide", "refused"),
  ...all("success", "won"),
  ...all("danger", "lost", "declined"),
  ...all("neutral", "withdrawn"),
  ...named("neutral", "Given back by the shop", "refunded"),
  ...named("neutral", "Written off", "written_off"),
]);

const issuerFloatBadges = new Map<string, Badge>([
  ...all("success", "agrees"),
  ...all("warning", "differs"),
  ...all("neutral", "explained"),
]);

const reportBadges = new Map<string, Badge>([
  ...named("neutral", "By hand", "unscheduled"),
  ...named("success", "Scheduled", "active"),
  ...all("warning", "paused"),
  ...all("neutral", "removed"),
]);
const reportRunBadges = new Map<string, Badge>([
  ...all("info", "waiting"),
  ...all("success", "made"),
  ...all("danger", "failed"),
  ...all("warning", "skipped"),
  ...all("neutral", "expired"),
]);

const kinds = {
  person: personBadges,
  transaction: transactionBadges,
  transfer: transferBadges,
  transfer_batch: transferBatchBadges,
  standing_order: standingOrderBadges,
  loan: loanBadges,
  repayment: repaymentBadges,
  payout: payoutBadges,
  inbound_credit: inboundCreditBadges,
  partner_settlement: partnerSettlementBadges,
  card: cardBadges,
  card_payment: cardPaymentBadges,
  card_raise: cardRaiseBadges,
  card_dispute: cardDisputeBadges,
  issuer_float: issuerFloatBadges,
  card_settlement_line: cardSettlementLineBadges,
  approval: approvalBadges,
  reconciliation: reconciliationBadges,
  bank_statement: bankStatementBadges,
  colleague: colleagueBadges,
  company: companyBadges,
  line: lineBadges,
  deduction_file: deductionFileBadges,
  line_statement: lineStatementBadges,
  company_approval: companyApprovalBadges,
  beneficiary: beneficiaryBadges,
  expense: expenseBadges,
  expense_request: expenseRequestBadges,
  expense_category: expenseCategoryBadges,
  expense_policy: expensePolicyBadges,
  beneficiary_upload: beneficiaryUploadBadges,
  company_document: companyDocumentBadges,
  department: departmentBadges,
  employment: employmentBadges,
  complaint: complaintBadges,
  bill: billBadges,
  bill_claim: billClaimBadges,
  bill_order: billOrderBadges,
  bill_plan: billPlanBadges,
  bill_report_line: billReportLineBadges,
  bill_float: billFloatBadges,
  refund_case: refundCaseBadges,
  report: reportBadges,
  report_run: reportRunBadges,
};
export type BadgeKind = keyof typeof kinds;
export const badgeKinds = Object.keys(kinds) as BadgeKind[];

/** The statuses that a kind names, for the design page and for tests. */
export const statusesOf = (kind: BadgeKind): string[] => [...kinds[kind].keys()];

/**
 * The badge of a status. An unknown one gets its own words in a quiet tone; an unknown transaction counts as pending (K063).
 * @param kind whose status it is: the same word may mean another thing elsewhere
 */
export function badge(kind: BadgeKind, status: string): Badge {
  const found = kinds[kind].get(status);
  if (found) return found;
  if (kind === "transaction") return { label: "Pending", tone: "warning" };
  return { label: sentence(status), tone: "neutral" };
}

/** A58: a person whose status is `processed` shows the profile's status instead. */
export const personBadge = (status: string, profileStatus: string): Badge =>
  badge("person", status === "processed" ? profileStatus : status);
