/** Decisions about a loan. Pure: facts in, refused or not. */
import type * as calls from "@manilla/contract/lending/loans";
import type { Rule, RulesOf } from "@manilla/contract/abilities";

export interface LoanFacts {
  status: string;
  user_id: string;
  officer_verified_by: string | null;
  operations_verified_by: string | null;
  offer_expires_on: string | null;
  principal_kobo: bigint;
  /** What the rules say; a verifier's own overruling does not count. Null where they were not asked. */
  rules_outcome: string | null;
  /** Who has overruled the rules by hand. */
  overruled_by: string | null;
  rules_limit_kobo: bigint | null;
  /** Reports of credit bureaus that its product asks for, in words. */
  missing: string | null;
  /** Its payout is on its way back: how that ends decides what becomes of the loan. */
  is_returning: boolean;
}

const marks = {
  officer_mark_missing: (loan: LoanFacts) => loan.officer_verified_by === null,
  operations_mark_missing: (loan: LoanFacts) => loan.operations_verified_by === null,
  reports_missing: (loan: LoanFacts) => loan.missing !== null,
};
/** The rules do not approve it, or not so much. */
const isAgainstRules = ({ rules_outcome, rules_limit_kobo, principal_kobo }: LoanFacts): boolean =>
  rules_outcome !== null && (rules_outcome !== "approved" || principal_kobo > (rules_limit_kobo ?? 0n));

/** Those who gave a mark do not approve: that takes a third person. */
const gave_a_mark: Rule<LoanFacts> = (loan, caller) =>
  [loan.officer_verified_by, loan.operations_verified_by].includes(caller.user_id);
/** Nobody makes the rules agree with their own approval. */
const overruled: Rule<LoanFacts> = (loan, caller) => loan.overruled_by === caller.user_id;
const own_loan: Rule<LoanFacts> = (loan, caller) => loan.user_id === caller.user_id;
/** An employer's word takes both: to change people, and to see their loans. */
const not_seen: Rule<LoanFacts> = (_, { permissions }) => !permissions.has("company:can_view_loans");
const not_the_borrower: Rule<LoanFacts> = (loan, caller) => loan.user_id !== caller.user_id;

/** Approval needs both marks, made by two people, and is decided by a third; nobody decides about their own loan. */
export const loanRules: RulesOf<typeof calls, LoanFacts> = {
  approve: { own_loan, ...marks, against_rules: isAgainstRules, gave_a_mark, overruled },
  approveAgainstRules: { own_loan, ...marks, within_rules: (loan) => !isAgainstRules(loan), gave_a_mark },
  decline: { own_loan },
  officersVerify: {
    own_loan,
    already_verified: (loan) => loan.officer_verified_by !== null,
    same_person: (loan, caller) => loan.operations_verified_by === caller.user_id,
  },
  operationsVerify: {
    own_loan,
    already_verified: (loan) => loan.operations_verified_by !== null,
    officer_mark_missing: (loan) => loan.officer_verified_by === null,
    same_person: (loan, caller) => loan.officer_verified_by === caller.user_id,
  },
  preApprove: { own_loan, not_seen },
  preDecline: { own_loan, not_seen },
  modify: { own_loan },
  requestStop: { own_loan, awaiting_return: ({ is_returning }) => is_returning },
  markAsReimbursed: { own_loan },
  acceptOffer: {
    not_the_borrower,
    expired: (loan, { today }) =>
      today !== undefined && loan.offer_expires_on !== null && loan.offer_expires_on < today,
  },
  rejectOffer: { not_the_borrower },
  withdraw: { not_the_borrower },
};
