/** Decisions about a loan. Pure: facts in, verdict out. */
import type { Permission } from "@manilla/contract/permissions";
import { loanStates, transitionOf } from "@manilla/contract/platform/states";

export interface LoanFacts {
  status: string;
  user_id: string;
  officer_verified_by: string | null;
  operations_verified_by: string | null;
  offer_expires_on: string | null;
}

export interface CallerFacts {
  user_id: string;
  permissions: ReadonlySet<Permission>;
}

/** The words for a person who asks why a button is off. Null when it is on. */
export type WhyNot = string | null;

const needs = (caller: CallerFacts, permission: Permission): WhyNot =>
  caller.permissions.has(permission) ? null : "Your role does not include this.";
const needsState = (loan: LoanFacts, action: string): WhyNot =>
  transitionOf(loan.status, action, loanStates)
    ? null
    : `Not possible while the loan is ${loan.status.replaceAll("_", " ")}.`;

const BEFORE_OFFER = ["requested", "pre_approved"];
const isOwn = (loan: LoanFacts, caller: CallerFacts): WhyNot =>
  loan.user_id === caller.user_id ? "Nobody decides about their own loan." : null;

/** Approval wants both marks, made by two people. */
export function whyNotApprove(loan: LoanFacts, caller: CallerFacts): WhyNot {
  const marks = !loan.officer_verified_by
    ? "The credit officer has not verified it yet."
    : !loan.operations_verified_by
      ? "Operations has not verified it yet."
      : null;
  return needs(caller, "provider:can_approve_loans") ?? needsState(loan, "approve") ?? isOwn(loan, caller) ?? marks;
}

/** Why this caller cannot give the credit officer's mark; null when they can. */
export function whyNotOfficerVerify(loan: LoanFacts, caller: CallerFacts): WhyNot {
  const state = BEFORE_OFFER.includes(loan.status)
    ? null
    : `Not possible while the loan is ${loan.status.replaceAll("_", " ")}.`;
  const done = loan.officer_verified_by ? "The credit officer has verified it already." : null;
  const same = loan.operations_verified_by === caller.user_id ? "The officer and operations are two people." : null;
  return needs(caller, "provider:can_verify_loans_as_officer") ?? state ?? isOwn(loan, caller) ?? done ?? same;
}

/** Why this caller cannot give operations' mark; null when they can. */
export function whyNotOperationsVerify(loan: LoanFacts, caller: CallerFacts): WhyNot {
  const state = BEFORE_OFFER.includes(loan.status)
    ? null
    : `Not possible while the loan is ${loan.status.replaceAll("_", " ")}.`;
  const done = loan.operations_verified_by ? "Operations has verified it already." : null;
  const same = loan.officer_verified_by === caller.user_id ? "The officer and operations are two people." : null;
  return needs(caller, "provider:can_verify_loans_as_operations") ?? state ?? isOwn(loan, caller) ?? done ?? same;
}

/** Why this caller cannot change the request's terms; null when they can. */
export function whyNotModify(loan: LoanFacts, caller: CallerFacts): WhyNot {
  const state = BEFORE_OFFER.includes(loan.status)
    ? null
    : `Not possible while the loan is ${loan.status.replaceAll("_", " ")}.`;
  return needs(caller, "provider:can_modify_loans") ?? state ?? isOwn(loan, caller);
}

const ofStaff =
  (action: string, permission: Permission) =>
  (loan: LoanFacts, caller: CallerFacts): WhyNot =>
    needs(caller, permission) ?? needsState(loan, action) ?? isOwn(loan, caller);

export const whyNotDecline = ofStaff("decline", "provider:can_decline_loans");
export const whyNotRequestStop = ofStaff("request_stop", "provider:can_request_loan_stop");
export const whyNotMarkReimbursed = ofStaff("mark_reimbursed", "provider:can_mark_loans_reimbursed");

/** Only the person's own offer, while it stands. */
export function whyNotAccept(loan: LoanFacts, caller: CallerFacts, today: string): WhyNot {
  if (loan.user_id !== caller.user_id) return "Only the person who asked for the loan can accept it.";
  const expired = loan.offer_expires_on !== null && loan.offer_expires_on < today ? "This offer has expired." : null;
  return needsState(loan, "accept") ?? expired;
}

/** Why this caller cannot reject the offer; null when they can. */
export function whyNotReject(loan: LoanFacts, caller: CallerFacts): WhyNot {
  return loan.user_id === caller.user_id
    ? needsState(loan, "reject")
    : "Only the person who asked for the loan can reject it.";
}

/** Everything that this caller may do to the loan now; the screen draws its buttons from it. */
export function abilitiesOf(
  loan: LoanFacts,
  caller: CallerFacts,
  today: string,
): Record<string, { allowed: boolean; why_not: WhyNot }> {
  const verdicts: Record<string, WhyNot> = {
    approve: whyNotApprove(loan, caller),
    decline: whyNotDecline(loan, caller),
    officers_verify: whyNotOfficerVerify(loan, caller),
    operations_verify: whyNotOperationsVerify(loan, caller),
    modify: whyNotModify(loan, caller),
    request_stop: whyNotRequestStop(loan, caller),
    mark_as_reimbursed: whyNotMarkReimbursed(loan, caller),
    accept: whyNotAccept(loan, caller, today),
    reject: whyNotReject(loan, caller),
  };
  return Object.fromEntries(
    Object.entries(verdicts).map(([action, why_not]) => [action, { allowed: why_not === null, why_not }]),
  );
}
