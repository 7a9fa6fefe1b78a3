/** Decisions about a complaint. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/people/complaints";

export interface ComplaintFacts {
  status: string;
  user_id: string;
}

const own_request: Rule<ComplaintFacts> = (complaint, caller) => complaint.user_id === caller.user_id;

export const complaintRules: RulesOf<typeof calls, ComplaintFacts> = {
  assign: { own_request },
  answer: { own_request },
  resolve: { own_request },
  escalate: { own_request },
  reply: {},
};
