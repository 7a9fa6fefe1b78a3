import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { employmentClaims } = calls;

export const screens = [
  screen("added", "employment-claims", "Employee Requests", "claims", employmentClaims.listAll, "Settings 0"),
];
