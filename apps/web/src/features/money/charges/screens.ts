import { screen } from "../../../shared/screens.ts";

export const screens = [
  screen(
    "R124",
    "repayment-cards",
    "Repayment Cards",
    "repayment-cards",
    [
      "personal:can_view_repayment_cards",
      "personal:can_create_repayment_cards",
      "personal:can_update_repayment_cards",
      "personal:can_delete_repayment_cards",
    ],
    "Loans 4 c",
    { when: "personal" },
  ),
];
