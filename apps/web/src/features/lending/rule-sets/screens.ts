import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { ruleSets } = calls;

export const screens = [
  // Added: Credit rules are data with versions (record 0008).
  screen("added", "rule-sets", "Credit Rules", "rule-sets", ruleSets.listAll, "Underwriting 22"),
  // Added: Which past decisions a draft would change.
  screen("added", "rule-sets/backtests/{id}", "Changed Decisions", "changed", ruleSets.backtestRows),
  // Added: The editor of one version.
  screen("added", "rule-sets/{id}", "Credit Rules", "rule-set", ruleSets.find, { crumb: "Rule set" }),
];
