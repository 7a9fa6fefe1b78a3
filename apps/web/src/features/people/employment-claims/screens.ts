import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { employmentClaims } = calls;

export const screens = [
  // Added: A company confirms who works for it.
  screen("added", "employment-claims", "Employee Requests", "claims", employmentClaims.listAll, "Settings 0"),
];
