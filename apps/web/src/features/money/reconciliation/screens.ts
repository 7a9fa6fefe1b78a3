import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { reconciliation } = calls;

export const screens = [
  screen("R104", "reconciliation", "Reconciliation", "reconciliation", reconciliation.listAll, "Finance 20 c"),
  screen("added", "reconciliation/{id}", "Reconciliation Row", "item", reconciliation.find),
];
