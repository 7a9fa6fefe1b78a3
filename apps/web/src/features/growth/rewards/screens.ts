import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { rewards, cashTransactions } = calls;

export const screens = [
  listScreen("R169", "wallets", "Reward Wallets", rewards.listAll, {
    menu: "Rewards 1",
    columns: [
      ["last_name", { card: "title" }],
      ["available_kobo", { header: "To redeem", card: "field", width: 120 }],
      ["next_expires_on", { header: "Next expires", card: "field", width: 120 }],
      ["earned_kobo", { header: "Earned", width: 110 }],
      ["redeemed_kobo", { header: "Redeemed", width: 110 }],
      ["expired_kobo", { header: "Expired", width: 110 }],
      ["email", { width: 190 }],
      ["opened_at", { header: "Since", kind: "day", width: 110 }],
    ],
    href: "/admin/wallets/{id}",
    views: [{ name: "To redeem", address: "f.has_rewards=true", empty: "Nobody has rewards to redeem" }],
    lead: "What people have earned, redeemed into their cash wallets, and let expire.",
    empty: "Nobody has earned a reward yet.",
  }),
  listScreen("R170", "wallets/redemption", "Wallet Redemption", rewards.movements, {
    menu: "Rewards 2",
    columns: [
      ["happened_at", { header: "When", kind: "date", card: "field", width: 150 }],
      ["person", { header: "Person", kind: "text", card: "title", width: 190, opens: "/admin/wallets/{user_id}" }],
      ["wallet", { kind: "word", width: 100 }],
      ["kind", { header: "What", kind: "word", card: "field", width: 120 }],
      ["amount_kobo", { card: "field", width: 130 }],
      ["balance_kobo", { header: "Balance after", width: 130 }],
      ["reference", { width: 150 }],
      ["note", { header: "For", width: 160 }],
    ],
    views: [
      { name: "Redeemed", address: "f.kind=redeemed&f.wallet=reward", empty: "No rewards were redeemed yet" },
      { name: "Earned", address: "f.kind=earned", empty: "No rewards were earned yet" },
      { name: "Given", address: "f.kind=given", empty: "No rewards were given by hand" },
      { name: "Expired", address: "f.kind=expired", empty: "No reward has expired" },
      { name: "Withdrawn", address: "f.kind=withdrawn", empty: "No money was sent to bank accounts" },
    ],
    lead: "Each movement of reward and cash wallets.",
    empty: "Nothing has moved yet.",
  }),
  // Added: one person's rewards, cash and tier, and giving a reward (C176).
  screen("added", "wallets/{id}", "Reward Wallet", "person-wallet", rewards.find),
  screen("R169", "wallets", "Wallets", "wallets", rewards.findOwn, "Rewards 1"),
  screen("R170", "wallets/redemption", "Wallet Redemption", "redemption", cashTransactions.withdraw),
  // The cash wallet between any two days, and the same as files; what is owed on credit cards is one link away.
  screen("R029", "statement", "Statement", "statement", calls.personalWallets.statement),
];
