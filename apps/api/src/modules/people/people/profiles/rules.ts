/** Decisions about a person's case. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import * as people from "@manilla/contract/people/people";
import * as profiles from "@manilla/contract/people/profiles";
import type { CaseStatus } from "@manilla/contract/people/queues";

/** Why a mark was taken back, in the history: the figures of decisions count neither it nor the time since it. */
export const TAKEN_BACK = "Taken back";

/** What a case was before it was marked uncertain, kept for taking that back. */
export interface UncertainMark {
  /** Who marked it. */
  by: string;
  profile_status: "pending" | "verified" | "pre-approved";
  case_status: CaseStatus;
  /** What the case's status would have been by what was there: where that has changed since, it counts. */
  follows: CaseStatus;
  /** Since when it had been waiting. */
  ready_at: string | null;
  /** The assignment that became attended by it. */
  attended_id: string | null;
}

/** What the rules look at; `status` is the profile's. */
export interface CaseFacts {
  id: string;
  status: string;
  case_status: string;
  is_blacklisted: boolean;
  is_post_no_debit: boolean;
  post_no_debit_reason: string | null;
  has_bvn: boolean;
  has_account: boolean;
  bank_account_status: string;
  /** Of staff; null where the person did. */
  account_typed_by: string | null;
  /** Who decided so last; null before, and after the case was opened again. */
  verified_by: string | null;
  pre_approved_by: string | null;
  uncertain_mark: UncertainMark | null;
  bvn_verified_at: Date | null;
  bvn_bypassed_at: Date | null;
  nin_verified_at: Date | null;
  nin_bypassed_at: Date | null;
}

/** Every action on a person's case. */
export const caseCalls = {
  ...people,
  ...people.setStatus.choices,
  ...people.bypass.choices,
  requeue: profiles.requeue,
  activatePostNoDebit: profiles.activatePostNoDebit,
  deactivatePostNoDebit: profiles.deactivatePostNoDebit,
};

/** Why the money of a person whose case was opened again does not leave yet. */
export const REOPENED = "Opened again after it was deactivated: activating the profile ends this";
/** Stopped by a colleague, for a reason of their own; the stop of a case that was opened again is nobody's, and gives way to one. */
export const isStoppedByHand = ({
  is_post_no_debit,
  post_no_debit_reason,
}: Pick<CaseFacts, "is_post_no_debit" | "post_no_debit_reason">): boolean =>
  is_post_no_debit && post_no_debit_reason !== REOPENED;

const own_case: Rule<CaseFacts> = (person, caller) => person.id === caller.user_id;
const favourable = {
  own_case,
  blacklisted: (person: CaseFacts) => person.is_blacklisted,
  not_ready: (person: CaseFacts) => !person.has_bvn || (!person.bvn_verified_at && !person.bvn_bypassed_at),
};
/** Back to pending is nothing favourable. */
const isFavoured = ({ uncertain_mark }: CaseFacts): boolean =>
  uncertain_mark !== null && uncertain_mark.profile_status !== "pending";
const no_account: Rule<CaseFacts> = (person) => !person.has_account;
const bypass = (kind: "bvn" | "nin", is_bypassed: boolean) => ({
  already_verified: (person: CaseFacts) => person[`${kind}_verified_at`] !== null,
  already_decided: (person: CaseFacts) => (person[`${kind}_bypassed_at`] !== null) === is_bypassed,
});

export const caseRules: RulesOf<typeof caseCalls, CaseFacts> = {
  verify: favourable,
  preApprove: favourable,
  activate: {
    ...favourable,
    looked_first: ({ verified_by, pre_approved_by }, caller) =>
      [verified_by ?? pre_approved_by, pre_approved_by ?? verified_by].every((by) => by === caller.user_id),
  },
  decline: { own_case },
  deactivate: { own_case },
  markUncertain: { own_case },
  unmarkUncertain: {
    not_reversible: ({ uncertain_mark, case_status }, caller) =>
      uncertain_mark?.by !== caller.user_id || case_status !== "processed",
    own_case,
    blacklisted: (person) => isFavoured(person) && favourable.blacklisted(person),
    not_ready: (person) => isFavoured(person) && favourable.not_ready(person),
  },
  reconsider: { own_case },
  toDocProcessor: { own_case, already_there: (person) => person.case_status === "doc-processor" },
  toProcessing: { own_case, already_there: (person) => person.case_status === "processing" },
  requeue: { own_case },
  blacklist: { own_case, already_decided: (person) => person.is_blacklisted },
  unblacklist: { own_case, already_decided: (person) => !person.is_blacklisted },
  activatePostNoDebit: { own_case, already_decided: isStoppedByHand },
  deactivatePostNoDebit: { own_case, already_decided: (person) => !person.is_post_no_debit },
  verifyBankAccount: {
    own_case,
    no_account,
    own_typing: (person, caller) => person.account_typed_by === caller.user_id,
    refuted: (person) => person.bank_account_status === "refuted",
    illegal_transition: (person) => person.bank_account_status === "verified",
  },
  refuteBankAccount: { own_case, no_account, illegal_transition: (person) => person.bank_account_status === "refuted" },
  bypassBvn: bypass("bvn", true),
  endBypassBvn: bypass("bvn", false),
  bypassNin: bypass("nin", true),
  endBypassNin: bypass("nin", false),
};

/** The card that a person requested. */
export const cardCalls = { activateDebitCard: profiles.activateDebitCard };
export const cardRules: RulesOf<typeof cardCalls, { status: string; user_id: string }> = {
  activateDebitCard: { own_case: (request, caller) => request.user_id === caller.user_id },
};
