import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { affiliates } = calls;

export const screens = [
  screen("R090", "affiliate/all", "All Affiliates", "affiliates", affiliates.listAll, "Affiliate 1"),
  screen(
    "R089",
    "affiliate/register",
    "Register an Affiliate",
    "register",
    "provider:can_manage_affiliates",
    "Affiliate 2",
  ),
];
