import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { assignments } = calls;

export const screens = [
  screen("R073", "users/assigned", "Assigned Users", "assigned", assignments.assigned, "Underwriting 2"),
  // Added: A colleague's own cases.
  screen("added", "users/assigned-to-me", "Assigned to me", "assigned", assignments.assignedToMe, "Underwriting 3 m"),
  // Added: the pool of colleagues and its capacity.
  screen("added", "assignments", "Assignment", "pool", assignments.pool, "Underwriting 4"),
];
