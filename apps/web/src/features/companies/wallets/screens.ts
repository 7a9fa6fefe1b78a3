import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { wallets } = calls;

export const screens = [
  screen(
    "R031",
    "wallet",
    "Wallet",
    "wallet",
    [
      "provider:can_view_wallet",
      "provider:can_fund_debit_wallet",
      "provider:can_apply_for_credit",
      "company:can_view_wallet",
      "company:can_fund_debit_wallet",
      "company:can_apply_for_credit",
    ],
    { menus: { corporate: "Payments 1", admin: "Finance 8: Company Wallets" } },
  ),
  // Added: the wallet of one company, for the provider's staff.
  screen("added", "wallet/{id}", "Company Wallet", "company-wallet", "provider:can_view_wallet"),
  // Added: what the company's people hold of it.
  screen("added", "wallet/purses", "Purses", "purses", wallets.purses),
];
