import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { transferReviews, transfers } = calls;

export const screens = [
  screen("R145", "transfers", "Transfers", "company", transfers.listOfCompany, "Payments 15"),
  screen("R145", "transfers", "Transfers", "own", transfers.listOwn, "Transactions 1"),
  // Added: transfers of people and companies, for operations.
  listScreen("added", "transfers", "Transfers", transfers.listAll, {
    menu: "Finance 54",
    columns: [
      ["owner", { header: "Of", kind: "text", card: "title", width: 160 }],
      ["status", { badge: "transfer", card: "badge", width: 148 }],
      ["payee", { header: "To", kind: "text", card: "field", width: 150 }],
      ["total_kobo", { header: "With charges", card: "field", width: 120 }],
      ["bank_name", { width: 125 }],
      ["failure", { header: "Why not", width: 142, canWrap: true }],
      ["reference", { width: 165 }],
      ["created_at", { header: "Sent", card: "field", width: 110 }],
    ],
    href: "/admin/transfers/{id}",
    tiles: "total_kobo",
    acts: [transferReviews.letGo, transferReviews.stop],
    opens: "Open the transfer",
    views: [
      { name: "On the way", address: "f.status=approved,sent,unknown", empty: "Nothing is on its way" },
      { name: "Without an answer", address: "f.status=unknown", empty: "The banks have answered" },
      { name: "Awaiting approval", address: "f.status=awaiting_approval,in_review", empty: "Nothing awaits approval" },
      { name: "Came back", address: "f.status=failed,reversed", empty: "Nothing came back" },
    ],
    lead: "Money that people and companies send. What is held is decided from its row or under Transfer Reviews, what awaits approval under Cash Transactions.",
    empty: "Nobody has sent money yet.",
  }),
  // Added: to whom, how much, and every charge before it is sent.
  screen("added", "transfers/new", "Send Money", "send", "personal:can_use_wallets"),
  // Added: the same for a company, to a beneficiary.
  screen("added", "transfers/new", "Send Money", "request", "company:can_request_transfers"),
  // Added: one transfer with all that happened to it, and its receipt.
  screen("added", "transfers/{id}", "Transfer", "transfer", transfers.find),
];
