import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { refunds } = calls;

export const screens = [
  screen("R142", "refunds", "Refunds", "refunds", refunds.listAll, "Finance 56"),
  // Added: the evidence of both sides, and what can be decided.
  screen("added", "refunds/{id}", "Refund", "case", refunds.find),
];
