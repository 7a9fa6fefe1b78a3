import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { ruleSets } = calls;

export const screens = [
  screen("added", "rule-sets", "Credit Rules", "rule-sets", ruleSets.listAll, "Underwriting 22"),
  screen("added", "rule-sets/backtests/{id}", "Changed Decisions", "changed", ruleSets.backtestRows),
  screen("added", "rule-sets/{id}", "Credit Rules", "rule-set", ruleSets.find),
];
