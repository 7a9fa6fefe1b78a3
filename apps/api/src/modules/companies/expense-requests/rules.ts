/** Decisions about expense requests. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/expense-requests";

export interface RequestFacts {
  status: string;
  user_id: string;
}

export const requestRules: RulesOf<typeof calls, RequestFacts> = {
  remove: {
    not_yours: ({ user_id }, caller) =>
      user_id !== caller.user_id && !caller.permissions.has("company:can_delete_expense_requests"),
  },
};
