/** Who may decide about a request. Pure; the database refuses the maker as well. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type { Permission } from "@manilla/contract/permissions";
import type * as calls from "@manilla/contract/platform/approvals";

export interface ApprovalFacts {
  status: string;
  maker_id: string;
  /** What a decider of its kind must hold; undefined for kinds that are gone. */
  permission: Permission | undefined;
  /** It is about the caller, or about what they did themselves. */
  is_own: boolean;
}

const not_a_checker: Rule<ApprovalFacts> = ({ maker_id }, { user_id }) => maker_id === user_id;
const wrong_role: Rule<ApprovalFacts> = ({ permission }, { permissions }) =>
  !permission || !permissions.has("provider:can_decide_approvals") || !permissions.has(permission);
const own_case: Rule<ApprovalFacts> = ({ is_own }) => is_own;

export const approvalRules: RulesOf<typeof calls, ApprovalFacts> = {
  approve: { not_a_checker, wrong_role, own_case },
  decline: { not_a_checker, wrong_role, own_case },
  withdraw: { not_the_maker: ({ maker_id }, { user_id }) => maker_id !== user_id },
};
