import { machine } from "../machine.ts";

/** "Expected" is not an exception; "missing" is. */
export const reconciliationStates = machine({
  noun: "reconciliation item",
  table: "reconciliation_items",
  // What only the bank or a provider knows of begins as a mismatch; a payout that came back, as matched.
  initial: ["expected", "matched_auto", "mismatch"],
  states: ["expected", "missing", "matched_auto", "matched_manual", "over", "short", "mismatch", "void"],
  transitions: [
    { action: "match", from: ["expected", "missing"], to: "matched_auto", by: "system" },
    {
      action: "match_by_hand",
      from: ["expected", "missing", "over", "short", "mismatch"],
      to: "matched_manual",
      by: "provider:can_reconcile",
    },
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
