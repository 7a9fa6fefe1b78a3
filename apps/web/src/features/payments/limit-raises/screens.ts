import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { limitRaises } = calls;

export const screens = [
  // Added: what is left of a company's limits, and asking for more.
  screen("added", "wallet/limits", "Wallet Limits", "own", limitRaises.ask),
  // Added: companies that ask for higher limits of their wallets.
  screen("added", "company-limits", "Company Limits", "requests", limitRaises.listAll, "Finance 24"),
];
