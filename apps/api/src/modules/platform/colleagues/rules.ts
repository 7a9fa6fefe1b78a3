/** What may be done to a colleague. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/platform/colleagues";

export interface ColleagueFacts {
  id: string;
  status: string;
  has_second_factor: boolean;
  /** A super administrator, and no other one can sign in. */
  is_last_administrator: boolean;
}

const own_access: Rule<ColleagueFacts> = ({ id }, { user_id }) => id === user_id;

export const colleagueRules: RulesOf<typeof calls, ColleagueFacts> = {
  suspend: { own_access, last_administrator: ({ is_last_administrator }) => is_last_administrator },
  letBack: { own_access },
  inviteAgain: {},
  resetSecondFactor: { own_access, no_second_factor: ({ has_second_factor }) => !has_second_factor },
  endSessions: { own_access },
};
