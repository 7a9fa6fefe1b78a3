/** Decisions about expenses. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type { update } from "@manilla/contract/companies/expenses";

export interface ExpenseFacts {
  status: string;
  user_id: string;
  money_reference: string | null;
}

const own_expense: Rule<ExpenseFacts> = (expense, caller) => expense.user_id === caller.user_id;

export const expenseRules: RulesOf<(typeof update)["choices"], ExpenseFacts> = {
  flag: { own_expense },
  approve: { own_expense },
  remove: { own_expense, has_money: ({ money_reference }) => money_reference !== null },
};
