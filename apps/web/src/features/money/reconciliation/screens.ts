import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { reconciliation } = calls;

export const screens = [
  screen(
    "R104",
    "reconciliation",
    "Reconciliation",
    "reconciliation",
    ["provider:can_view_reconciliation", "provider:can_reconcile"],
    "Finance 20 c",
  ),
  // Added: One exception, with what was expected, what was found and what may be done.
  screen("added", "reconciliation/{id}", "Reconciliation Row", "item", reconciliation.find),
];
