import { cardPaymentChannels } from "@manilla/contract/cards/card-payment-words";
import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { cardLines } = calls;

export const screens = [
  listScreen("R111", "disbursement/credit-card/loans", "Credit Card Loans Disbursement", cardLines.listLines, {
    columns: [
      ["person", { header: "Holder", kind: "text", card: "title", width: 200 }],
      ["kind", { header: "Kind", kind: "word", width: 130 }],
      ["last4", { header: "Ends in", kind: "reference", card: "field", width: 90 }],
      ["card_status", { header: "Card", badge: "card", card: "badge", width: 110 }],
      ["limit_kobo", { header: "Limit", card: "field", width: 130 }],
      ["owed_kobo", { header: "Owed", card: "field", width: 130 }],
      ["available_kobo", { header: "Left", width: 130 }],
      ["granted_on", { header: "Granted", width: 120 }],
    ],
    href: "/admin/cards/{id}",
    views: [
      { name: "In use", address: "f.is_closed=false", empty: "No line is in use" },
      { name: "Closed", address: "f.is_closed=true", empty: "No card with a line was closed" },
    ],
    lead: "The credit of people's cards: granted when the card is made, drawn by what it pays.",
    empty: "Nobody has a credit card yet.",
  }),
  listScreen("R116", "repayments/credit-cards", "Credit Card Repayments", cardLines.listRepayments, {
    columns: [
      ["person", { header: "Holder", kind: "text", card: "title", width: 200 }],
      ["last4", { header: "Ends in", kind: "reference", width: 90 }],
      ["month", { header: "Month", kind: "text", card: "field", width: 100 }],
      ["status", { header: "State", badge: "line_statement", card: "badge", width: 125 }],
      ["due_on", { header: "Due on", kind: "day", card: "field", width: 120 }],
      ["full_kobo", { header: "Owed", width: 130 }],
      ["minimum_kobo", { header: "Minimum", width: 130 }],
      ["left_kobo", { header: "Left of it", card: "field", width: 130 }],
    ],
    href: "/admin/cards/{card_id}",
    views: [
      { name: "Due", address: "f.status=issued", empty: "Nothing is due" },
      { name: "Overdue", address: "f.status=overdue", empty: "Nothing is overdue" },
      { name: "Paid", address: "f.status=met,settled", empty: "Nothing was paid yet" },
    ],
    lead: "Amounts due on people's credit cards, bill by bill.",
    empty: "No credit card has had a bill yet.",
  }),
  listScreen("R117", "repayments/credit-cards/payments", "Credit Card Payments", cardLines.listPayments, {
    columns: [
      ["created_at", { header: "When", kind: "date", card: "field", width: 140 }],
      ["person", { header: "Holder", kind: "text", card: "title", width: 190 }],
      ["last4", { header: "Ends in", kind: "reference", width: 90 }],
      ["amount_kobo", { card: "field", width: 130 }],
      ["channel", { header: "How", words: cardPaymentChannels, card: "field", width: 180 }],
      ["principal_kobo", { header: "Principal", width: 120 }],
      ["interest_kobo", { header: "Interest", width: 110 }],
      ["reference", { kind: "reference", width: 150 }],
    ],
    href: "/admin/cards/{card_id}",
    lead: "Payments on people's credit cards, by component.",
    empty: "Nothing was paid on a credit card yet.",
  }),
  // Added: what is owed on one's own credit cards, and paying it.
  screen("added", "cards/bills", "Card Bills", "bills", cardLines.listOwn),
  // Added: what the cards of a company have drawn of its line (C241), and how it is paid (C255).
  screen("added", "cards/repayment", "Card Repayment", "repayment", "company:can_view_statements"),
];
