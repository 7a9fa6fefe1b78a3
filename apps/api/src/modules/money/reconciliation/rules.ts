/** What may be done to a row of the reconciliation. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/money/reconciliation";

export interface ItemFacts {
  status: string;
  subject_type: string;
  has_line: boolean;
  expected_kobo: bigint | number | null;
  actual_kobo: bigint | number | null;
  is_asked: boolean;
  /** Money that came without a name and was not given to anybody. */
  is_nobodys: boolean;
  /** The receipt that it is about was taken back. */
  is_reversed: boolean;
  /** Who recorded the receipt that it is about. */
  recorded_by: string | null;
}

/** Who recorded money never explains away that the bank has not seen it. */
const own_receipt: Rule<ItemFacts> = ({ recorded_by }, caller) => recorded_by === caller.user_id;

/** Its books follow the payout. */
const is_return: Rule<ItemFacts> = ({ subject_type }) => subject_type === "payout_return";

/** A second person is asked about it. */
const already_asked: Rule<ItemFacts> = ({ is_asked }) => is_asked;

/** It is owed to somebody: one person alone never takes it out of sight. */
const needs_second: Rule<ItemFacts> = ({ is_nobodys }) => is_nobodys;

/** What the bank says and the books do not. A line may be voided, then the balance differs by it; that difference is named, by two. */
const AT_THE_BANK: readonly string[] = ["bank_line", "bank_balance"];

export const itemRules: RulesOf<typeof calls, ItemFacts> = {
  match: {
    own_receipt,
    is_return,
    already_asked,
    needs_second,
    // Its other side is not in the books, or not whole: a person names the difference.
    not_booked: ({ subject_type, has_line, is_reversed, expected_kobo, actual_kobo }) =>
      AT_THE_BANK.includes(subject_type) || (has_line && (is_reversed || expected_kobo !== actual_kobo)),
  },
  voidItem: {
    own_receipt,
    is_return,
    already_asked,
    needs_second,
    at_the_bank: ({ subject_type }) => subject_type === "bank_balance",
  },
  setAside: { not_nobodys: ({ is_nobodys }) => !is_nobodys, already_asked },
  resolve: {
    own_receipt,
    no_line: ({ has_line, subject_type }) => !has_line && subject_type !== "bank_balance",
    already_asked,
  },
  came: { not_a_return: ({ subject_type }) => subject_type !== "payout_return", already_asked },
  assign: {},
};
