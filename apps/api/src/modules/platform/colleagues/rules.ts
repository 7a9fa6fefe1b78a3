/** What may be done to a colleague. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/platform/colleagues";

export interface ColleagueFacts {
  id: string;
  status: string;
  has_second_factor: boolean;
  /** One passkey or more, which count as both factors. */
  has_passkey: boolean;
  /** Lets others back in, and fewer than two who do would be left. */
  is_needed_administrator: boolean;
}

const own_access: Rule<ColleagueFacts> = ({ id }, { user_id }) => id === user_id;

export const colleagueRules: RulesOf<typeof calls, ColleagueFacts> = {
  suspend: { own_access, two_administrators: ({ is_needed_administrator }) => is_needed_administrator },
  letBack: { own_access },
  inviteAgain: {},
  resetSecondFactor: {
    own_access,
    no_second_factor: ({ has_second_factor, has_passkey }) => !has_second_factor && !has_passkey,
  },
  endSessions: { own_access },
};
