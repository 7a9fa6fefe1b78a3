/** Decisions about expenses. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import { noReceipt, snooze, spendOwn, update } from "@manilla/contract/companies/expenses";

export interface ExpenseFacts {
  status: string;
  user_id: string;
  money_reference: string | null;
  has_receipt: boolean;
  wants_receipt: boolean;
  is_from_purse: boolean;
  request_id: string | null;
  /** Where the row says it: something was paid back into their purse. */
  was_paid_back?: boolean;
}

/** What is done to an expense. */
export const expenseActions = { ...update.choices, noReceipt, spendOwn, snooze };

const own_expense: Rule<ExpenseFacts> = (expense, caller) => expense.user_id === caller.user_id;

const not_yours: Rule<ExpenseFacts> = (expense, caller) => expense.user_id !== caller.user_id;
const has_receipt: Rule<ExpenseFacts> = (expense) => expense.has_receipt || !expense.wants_receipt;

export const expenseRules: RulesOf<typeof expenseActions, ExpenseFacts> = {
  flag: { own_expense },
  approve: { own_expense },
  remove: { own_expense, has_money: ({ money_reference }) => money_reference !== null },
  noReceipt: { not_yours, has_receipt },
  spendOwn: {
    not_yours,
    not_from_purse: ({ is_from_purse, request_id, was_paid_back }) =>
      !is_from_purse || request_id !== null || was_paid_back === false,
  },
  snooze: { not_yours, has_receipt },
};

/** The days after an expense was recorded on which its missing receipt is reminded of. */
export const REMINDER_DAYS = [7, 14, 29] as const;

interface Missing {
  /** Since it was recorded. */
  days: number;
  /** The last of the days on which a reminder was sent; 0 before the first. */
  reminded: number;
  /** `yyyy-mm-dd` */
  snoozed_until: string | null;
}

/**
 * Whether a reminder is due: on each of the days once, and when what was put off comes back.
 * @param today `yyyy-mm-dd`
 * @returns the day it counts as; null where none is due
 */
export function reminderDue({ days, reminded, snoozed_until }: Missing, today: string): number | null {
  if (snoozed_until !== null && today < snoozed_until) return null;
  const day = REMINDER_DAYS.findLast((each) => each <= days) ?? 0;
  return snoozed_until !== null || day > reminded ? day : null;
}
