/** Decisions about an employment claim. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/people/employment-claims";

export interface ClaimFacts {
  status: string;
  /** The company that the person belongs to now. */
  employer_id: string | null;
}

export const claimRules: RulesOf<typeof calls, ClaimFacts> = {
  confirm: { has_company: ({ employer_id }) => employer_id !== null },
  refuse: {},
  withdrawOwn: {},
};
