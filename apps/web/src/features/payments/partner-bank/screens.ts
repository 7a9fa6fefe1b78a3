import { heldReasons } from "@manilla/contract/payments/inbound-credit-states";
import { calls } from "../../../shared/api/calls.gen.ts";
import { forCompany, listScreen, screen } from "../../../shared/screens.ts";

const { partnerBank } = calls;
const match = ["item_status", { header: "Statement", badge: "reconciliation", width: 145 }] as const;

export const screens = [
  listScreen("R148", "wema-transactions/incoming", "Incoming Bank Transactions", partnerBank.incomingList, {
    menu: "Finance 61",
    columns: [
      ["owner", { header: "For", kind: "text", card: "field", width: 150 }],
      ["status", { badge: "inbound_credit", card: "badge", width: 145 }],
      ["amount_kobo", { card: "field", width: 120 }],
      ["held_because", { header: "Held because", words: heldReasons, width: 130 }],
      ["sender", { header: "From", kind: "text", card: "title", width: 130 }],
      ["sender_bank", { header: "Bank", kind: "text", width: 150, isHidden: true }],
      ["narration", { header: "For what", kind: "text", width: 170, isHidden: true }],
      match,
      ["session_id", { header: "Session id", kind: "reference", width: 145 }],
      ["created_at", { header: "Came", card: "field", width: 130 }],
    ],
    href: "/admin/wema-transactions/incoming/{id}",
    acts: [partnerBank.release, partnerBank.sendBack],
    opens: "Open the transfer",
    views: [
      { name: "Held", address: "f.status=held", empty: "Nothing is held" },
      { name: "Nobody’s", address: "f.status=unidentified", empty: "Everything has its owner" },
      { name: "Sent back", address: "f.status=sent_back", empty: "Nothing went back" },
    ],
    link: ["Balance at the bank", "/admin/wema-transactions/balance"],
    lead: "Transfers that came in at the partner bank. What a wallet may not take is held until it may, or goes back under two persons.",
    empty: "No transfer has come in yet.",
  }),
  // Added: one transfer with both parties and its postings.
  screen("added", "wema-transactions/incoming/{id}", "Incoming Transfer", "transfer", partnerBank.incomingOne),
  listScreen("R149", "wema-transactions/outgoing", "Outgoing Bank Transactions", partnerBank.outgoingList, {
    menu: "Finance 62",
    columns: [
      ["receiver", { header: "To", kind: "text", card: "title", width: 165 }],
      ["status", { badge: "payout", card: "badge", width: 196 }],
      ["amount_kobo", { card: "field", width: 130 }],
      ["purpose", { header: "For", kind: "word", card: "field", width: 135 }],
      ["sender", { header: "Money of", kind: "text", width: 170, isHidden: true }],
      ["receiver_bank", { header: "Bank", kind: "text", width: 150, isHidden: true }],
      ["receiver_account", { header: "Account", kind: "text", width: 115 }],
      match,
      ["reference", { width: 160 }],
      ["provider_reference", { header: "The bank’s reference", kind: "reference", width: 170, isHidden: true }],
      ["created_at", { header: "When", card: "field", width: 130 }],
    ],
    href: "/admin/payments/{id}",
    views: [
      { name: "Unknown", address: "f.status=unknown", empty: "Every payout has an answer" },
      { name: "Held money", address: "f.purpose=inbound_return", empty: "No held money was sent back" },
    ],
    lead: "What we paid out through the bank, to whom, and what the bank’s statement says of it.",
    empty: "Nothing was paid out yet.",
  }),
  // Added: C131 on a page of its own.
  screen("added", "wema-transactions/balance", "Balance at the Partner Bank", "balance", partnerBank.balance),
  // Added: where people read the number that others send money to.
  screen("added", "wallets/account", "Receive Money", "own-account", partnerBank.ownAccount, "Transactions 45"),
  ...[
    // Added: the same for a company's wallet.
    screen(
      "added",
      "wallet/account",
      "Pay In by Transfer",
      "company-account",
      partnerBank.companyAccount,
      "Payments 75",
    ),
  ].map(forCompany),
];
