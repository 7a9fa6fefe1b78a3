import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { approvals } = calls;

export const screens = [
  screen("added", "approvals", "Approvals", "approvals", approvals.listAll, "Account 3 a"),
  screen("added", "approvals/{id}", "Approval", "approval", approvals.find),
];
