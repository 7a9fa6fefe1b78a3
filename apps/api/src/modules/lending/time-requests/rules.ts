/** Decisions about a request for time. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/lending/time-requests";

export interface TimeRequestFacts {
  status: string;
  user_id: string;
  /** Paid back, or lost. */
  is_over: boolean;
  /** The promised day is before the business day. */
  is_passed: boolean;
}

const own_request: Rule<TimeRequestFacts> = (request, caller) => request.user_id === caller.user_id;

export const timeRequestRules: RulesOf<typeof calls, TimeRequestFacts> = {
  approve: { own_request, loan_over: ({ is_over }) => is_over, day_passed: ({ is_passed }) => is_passed },
  decline: { own_request },
};
