/** Decisions about expense requests. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import { pay, remove } from "@manilla/contract/companies/expense-requests";

export interface RequestFacts {
  status: string;
  user_id: string;
}

/** What is done to a request as a whole. */
export const requestActions = { remove, ...pay.choices };

const own_request: Rule<RequestFacts> = ({ user_id }, caller) => user_id === caller.user_id;

export const requestRules: RulesOf<typeof requestActions, RequestFacts> = {
  account: { own_request },
  purse: { own_request },
  remove: {
    not_yours: ({ user_id }, caller) =>
      user_id !== caller.user_id && !caller.permissions.has("company:can_delete_expense_requests"),
  },
};
