import { machine } from "../machine.ts";

export const reconciliationStates = machine({
  noun: "reconciliation item",
  table: "reconciliation_items",
  // What only the bank or a provider knows of begins as a mismatch; a payout that came back, as matched. "Match by hand" books nothing, so what
  // differs in its amount is resolved instead.
  initial: ["expected", "matched_auto", "mismatch"],
  states: ["expected", "missing", "matched_auto", "matched_manual", "over", "short", "mismatch", "void"],
  transitions: [
    { action: "match", from: ["expected", "missing"], to: "matched_auto", by: "system" },
    {
      action: "match_by_hand",
      from: ["expected", "missing", "mismatch"],
      to: "matched_manual",
      by: "provider:can_reconcile",
    },
    {
      action: "resolve",
      from: ["over", "short", "mismatch"],
      to: "matched_manual",
      by: "provider:can_reconcile",
      posts: "name_difference",
    },
    // Within the tolerance that is in force.
    { action: "tolerate", from: ["over", "short"], to: "matched_auto", by: "system", posts: "name_difference" },
    // The statement on which it was is taken back.
    {
      action: "wait_again",
      from: ["matched_auto", "matched_manual", "over", "short", "mismatch"],
      to: "expected",
      by: "provider:can_reconcile",
    },
    // A payout that was taken back once more.
    { action: "expect_again", from: ["void", "matched_auto", "matched_manual"], to: "expected", by: "system" },
    { action: "miss", from: ["expected"], to: "missing", by: "system" },
    { action: "find_over", from: ["expected", "missing"], to: "over", by: "system" },
    { action: "find_short", from: ["expected", "missing"], to: "short", by: "system" },
    {
      action: "find_mismatch",
      from: ["expected", "missing", "matched_auto", "matched_manual", "over", "short", "void"],
      to: "mismatch",
      by: "system",
    },
    {
      action: "void",
      from: ["expected", "missing", "over", "short", "mismatch"],
      to: "void",
      by: "provider:can_reconcile",
    },
  ],
});

/** What has to be looked at. What is expected is no exception; what is missing is. */
export const exceptionStates = ["missing", "over", "short", "mismatch"] as const;
