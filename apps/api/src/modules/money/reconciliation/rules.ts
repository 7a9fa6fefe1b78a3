/** What may be done to a row of the reconciliation. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/money/reconciliation";

export interface ItemFacts {
  status: string;
  subject_type: string;
  has_line: boolean;
  is_asked: boolean;
}

export const itemRules: RulesOf<typeof calls, ItemFacts> = {
  match: {},
  voidItem: {},
  resolve: {
    no_line: ({ has_line, subject_type }) => !has_line && subject_type !== "bank_balance",
    already_asked: ({ is_asked }) => is_asked,
  },
  assign: {},
};
