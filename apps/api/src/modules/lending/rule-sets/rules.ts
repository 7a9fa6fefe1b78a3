/** Decisions about a version of the credit rules. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/lending/rule-sets";

export interface RuleSetFacts {
  status: string;
  /** Whether a backtest of just this content has ended. */
  is_tested: boolean;
}

export const ruleSetRules: RulesOf<typeof calls, RuleSetFacts> = {
  activate: { not_tested: ({ is_tested }) => !is_tested },
};
