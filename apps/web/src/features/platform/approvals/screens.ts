import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { approvals } = calls;

export const screens = [
  // Added: The queue of the second person.
  screen("added", "approvals", "Approvals", "approvals", approvals.listAll, "Account 3 a"),
  // Added: What will happen, before somebody agrees.
  screen("added", "approvals/{id}", "Approval", "approval", approvals.find),
];
