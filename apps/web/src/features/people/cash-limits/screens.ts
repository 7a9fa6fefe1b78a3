import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { cashLimits } = calls;

export const screens = [
  screen("R025", "cash/configuration", "Cash Configuration", "configuration", cashLimits.configuration, "Settings 43"),
  screen("R137", "cash/limit-requests", "Cash Limit Requests", "requests", cashLimits.listRequests, "Processing 15"),
  // Added: where a person asks for what R137 decides.
  screen("added", "wallets/limits", "Limits", "own", cashLimits.ask),
];
