import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { transfers } = calls;

export const screens = [
  screen("R145", "transfers", "Transfers", "company", transfers.listOfCompany, "Payments 15"),
  screen("R145", "transfers", "Transfers", "own", transfers.listOwn, "Transactions 1"),
  // Added: to whom, how much, and every charge before it is sent.
  screen("added", "transfers/new", "Send Money", "send", "personal:can_use_wallets"),
  screen("added", "transfers/new", "Send Money", "request", "company:can_request_transfers"),
  // Added: one transfer with all that happened to it, and its receipt.
  screen("added", "transfers/{id}", "Transfer", "transfer", transfers.find),
];
