/** What may be done to a row of the reconciliation. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/money/reconciliation";

export interface ItemFacts {
  status: string;
  subject_type: string;
  has_line: boolean;
  is_asked: boolean;
  /** Who recorded the receipt that it is about. */
  recorded_by: string | null;
}

/** Who recorded money never explains away that the bank has not seen it. */
const own_receipt: Rule<ItemFacts> = ({ recorded_by }, caller) => recorded_by === caller.user_id;

/** Its books follow the payout. */
const is_return: Rule<ItemFacts> = ({ subject_type }) => subject_type === "payout_return";

export const itemRules: RulesOf<typeof calls, ItemFacts> = {
  match: { own_receipt, is_return },
  voidItem: { own_receipt, is_return },
  resolve: {
    own_receipt,
    no_line: ({ has_line, subject_type }) => !has_line && subject_type !== "bank_balance",
    already_asked: ({ is_asked }) => is_asked,
  },
  came: {
    not_a_return: ({ subject_type }) => subject_type !== "payout_return",
    already_asked: ({ is_asked }) => is_asked,
  },
  assign: {},
};
