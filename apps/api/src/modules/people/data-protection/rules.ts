/** Who may answer a request about data. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/people/data-protection";

export interface DataRequestFacts {
  status: string;
  user_id: string;
}

export const dataRequestRules: RulesOf<typeof calls, DataRequestFacts> = {
  answer: { own_request: (request, caller) => request.user_id === caller.user_id },
};
