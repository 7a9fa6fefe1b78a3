/** Decisions about expense categories. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/expense-categories";

export interface CategoryFacts {
  status: string;
  active_below: number;
  is_parent_archived: boolean;
}

export const categoryRules: RulesOf<typeof calls, CategoryFacts> = {
  archive: { has_below: ({ active_below }) => active_below > 0 },
  restore: { is_below_archived: ({ is_parent_archived }) => is_parent_archived },
};
