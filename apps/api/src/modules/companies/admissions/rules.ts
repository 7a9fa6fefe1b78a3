/** Decisions about companies. Pure. */
import { isSameCompany } from "@manilla/contract/companies/company-names";
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/admissions";

export interface CompanyFacts {
  status: string;
  name: string;
  rc_number: string | null;
  /** What the register says of its present number; null before it was asked. */
  register: "active" | "inactive" | "unknown" | null;
  registered_name: string | null;
  /** The colleague who registered it. */
  created_by: string | null;
  /** The provider's own people who belong to it. */
  colleague_ids: readonly string[];
  has_joined: boolean;
}

const own_company: Rule<CompanyFacts> = ({ created_by, colleague_ids }, { user_id }) =>
  created_by === user_id || colleague_ids.includes(user_id);

export const companyRules: RulesOf<typeof calls, CompanyFacts> = {
  lookUp: { no_number: ({ rc_number }) => rc_number === null },
  approve: {
    own_company,
    not_looked_up: ({ register }) => register === null,
    not_active: ({ register }) => register !== null && register !== "active",
    name_differs: ({ name, registered_name }) => registered_name !== null && !isSameCompany(name, registered_name),
  },
  decline: { own_company },
  suspend: { own_company },
  letBack: { own_company },
  inviteAgain: { has_joined: ({ has_joined }) => has_joined },
};
