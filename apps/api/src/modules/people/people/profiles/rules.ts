/** Who may do what to a person's case, and why not: the page shows these words, the calls hold to them. */
import type { Permission } from "@manilla/contract/permissions";
import { profileStates } from "@manilla/contract/people/profile-states";
import { transitionOf } from "@manilla/contract/machine";

/** What the rules look at (facts.ts, PersonFacts). */
export interface CaseFacts {
  id: string;
  status: string;
  is_blacklisted: boolean;
  bvn_verified_at: Date | null;
  bvn_bypassed_at: Date | null;
  nin_verified_at: Date | null;
  profile: { status: string; bvn_last4: string | null; account_no_last4: string | null; bank_account_status: string };
}

export interface Caller {
  user_id: string;
  permissions: ReadonlySet<Permission>;
}

const NO_PERMISSION = "Your role may not do this.";
const hasIdentity = (person: CaseFacts): boolean =>
  person.profile.bvn_last4 !== null && (person.bvn_verified_at !== null || person.bvn_bypassed_at !== null);
const decisions = [
  "verify",
  "pre_approve",
  "activate",
  "decline",
  "deactivate",
  "mark_uncertain",
  "reconsider",
] as const;
export type Decision = (typeof decisions)[number];
/** What speaks for the person can only be said of somebody whose identity stands. */
const FAVOURABLE = new Set<string>(["verify", "pre_approve", "activate"]);

/** Why a decision is not possible apart from permission and state; null when nothing stands against it. */
export function whyNotDecide(person: CaseFacts, action: Decision, caller: Caller): string | null {
  if (person.id === caller.user_id) return "Nobody decides about themselves.";
  if (FAVOURABLE.has(action) && person.is_blacklisted) return "This person is on the blacklist.";
  if (FAVOURABLE.has(action) && !hasIdentity(person)) return "The BVN is neither verified nor bypassed.";
  return null;
}

const RULES: Record<string, { permission: Permission; why_not: (person: CaseFacts, caller: Caller) => string | null }> =
  {
    blacklist: {
      permission: "provider:can_update_staff",
      why_not: (person, caller) =>
        person.id === caller.user_id
          ? "Nobody decides about themselves."
          : person.is_blacklisted
            ? "This person is on the blacklist already."
            : null,
    },
    unblacklist: {
      permission: "provider:can_update_staff",
      why_not: (person) => (person.is_blacklisted ? null : "This person is not on the blacklist."),
    },
    verify_bank_account: {
      permission: "provider:can_verify_bank_accounts",
      why_not: (person) => bankAccountReason(person, "verified"),
    },
    refute_bank_account: {
      permission: "provider:can_verify_bank_accounts",
      why_not: (person) => bankAccountReason(person, "refuted"),
    },
    send_to_doc_processor: {
      permission: "provider:can_update_staff",
      why_not: (person) => (person.status === "doc-processor" ? "The document processor has this case already." : null),
    },
    comment: { permission: "provider:can_comment_on_users", why_not: () => null },
    upload_document: { permission: "provider:can_upload_user_documents", why_not: () => null },
    request_documents: { permission: "provider:can_upload_user_documents", why_not: () => null },
    run_checks: { permission: "provider:can_run_loanbot", why_not: () => null },
    reveal: { permission: "provider:can_reveal_identity_numbers", why_not: () => null },
    bypass_bvn: {
      permission: "provider:can_edit_bypass",
      why_not: (person) => (person.bvn_verified_at ? "The BVN is verified." : null),
    },
    bypass_nin: {
      permission: "provider:can_edit_bypass",
      why_not: (person) => (person.nin_verified_at ? "The NIN is verified." : null),
    },
  };

/** Why a bank account cannot be marked; null when it can. */
export function bankAccountReason(person: CaseFacts, to: "verified" | "refuted"): string | null {
  if (person.profile.account_no_last4 === null) return "There is no bank account yet.";
  return person.profile.bank_account_status === to ? `The bank account is ${to} already.` : null;
}

/** Every action with whether this caller may take it now. */
export function abilitiesOf(
  person: CaseFacts,
  caller: Caller,
): Record<string, { allowed: boolean; why_not: string | null }> {
  const decided = decisions.map((action) => {
    const transition = transitionOf<string>(person.profile.status, action, profileStates);
    const isAllowed = caller.permissions.has("provider:can_update_staff");
    const why_not = !isAllowed
      ? NO_PERMISSION
      : transition
        ? whyNotDecide(person, action, caller)
        : `This profile is ${person.profile.status}.`;
    return [action, { allowed: why_not === null, why_not }] as const;
  });
  const others = Object.entries(RULES).map(([action, { permission, why_not: rule }]) => {
    const why_not = caller.permissions.has(permission) ? rule(person, caller) : NO_PERMISSION;
    return [action, { allowed: why_not === null, why_not }] as const;
  });
  return Object.fromEntries([...decided, ...others]);
}
