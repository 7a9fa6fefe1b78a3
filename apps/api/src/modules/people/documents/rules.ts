/** Decisions about a document. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/people/documents";

export interface DocumentFacts {
  status: string;
  type: string;
  confirmed_by: string | null;
  uploaded_by: string | null;
}

const own_upload: Rule<DocumentFacts> = ({ uploaded_by }, { user_id }) => uploaded_by === user_id;

export const documentRules: RulesOf<typeof calls, DocumentFacts> = {
  confirmMbs: { own_upload, not_a_statement: ({ type }) => type !== "bank_statement" },
  accept: { own_upload },
  reopen: { not_reversible: ({ confirmed_by }, { user_id }) => confirmed_by !== user_id },
  invalidate: {},
};
