import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { limits } = calls;

export const screens = [
  screen(
    "R080",
    "users/limit-increase-request",
    "Limit Increase Requests",
    "requests",
    limits.listRequests,
    "Processing 10",
  ),
  // Added: where applications for credit wait.
  screen(
    "added",
    "users/credit-applications",
    "Credit Applications",
    "requests",
    limits.listApplications,
    "Processing 11",
  ),
];
