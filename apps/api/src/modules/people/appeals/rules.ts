/** Decisions about an appeal. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/people/appeals";

export interface AppealFacts {
  status: string;
  user_id: string;
}

const own_request: Rule<AppealFacts> = (appeal, caller) => appeal.user_id === caller.user_id;

export const appealRules: RulesOf<typeof calls, AppealFacts> = { approve: { own_request }, decline: { own_request } };
