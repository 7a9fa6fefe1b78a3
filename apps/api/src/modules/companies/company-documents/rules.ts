/** Decisions about papers of companies. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/company-documents";

export interface CompanyDocumentFacts {
  status: string;
  /** The provider's own people who belong to the company. */
  colleague_ids: readonly string[];
  uploader_id: string | null;
}

const own_company: Rule<CompanyDocumentFacts> = ({ colleague_ids, uploader_id }, { user_id }) =>
  uploader_id === user_id || colleague_ids.includes(user_id);

export const companyDocumentRules: RulesOf<typeof calls, CompanyDocumentFacts> = {
  verify: { own_company },
  refuse: { own_company },
};
