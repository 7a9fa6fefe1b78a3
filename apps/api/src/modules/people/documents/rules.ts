/** Decisions about a document. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/people/documents";

export interface DocumentFacts {
  status: string;
  type: string;
  confirmed_by: string | null;
}

export const documentRules: RulesOf<typeof calls, DocumentFacts> = {
  confirmMbs: { not_a_statement: ({ type }) => type !== "bank_statement" },
  accept: {},
  reopen: { not_reversible: ({ confirmed_by }, { user_id }) => confirmed_by !== user_id },
  invalidate: {},
};
