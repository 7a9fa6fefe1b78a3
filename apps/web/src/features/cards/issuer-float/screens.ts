import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { issuerFloat } = calls;

export const screens = [
  // Added: our account with the issuer beside the books, day by day.
  listScreen("added", "cards/float", "Issuer Account", issuerFloat.listDays, {
    menu: "Finance 43",
    columns: [
      ["day", { header: "Day", kind: "day", card: "title", width: 120 }],
      ["card_currency", { header: "Account", words: { NGN: "Naira", USD: "Dollars" }, width: 100 }],
      ["status", { badge: "issuer_float", card: "badge", width: 120 }],
      ["issuer_kobo", { header: "Issuer says", card: "field", width: 150 }],
      ["books_kobo", { header: "Books say", card: "field", width: 150 }],
      ["difference_kobo", { header: "Difference", card: "field", width: 140 }],
      ["decision_reason", { header: "Why", kind: "text", width: 220 }],
      ["decided_by", { header: "Explained by", kind: "text", width: 150 }],
    ],
    acts: [issuerFloat.explain],
    views: [{ name: "To look at", address: "f.status=differs", empty: "Each day agrees" }],
    link: ["Top-ups", "/admin/cards/float/top-ups"],
    lead: "What the issuer says that our account with it holds, beside the books, at the end of each day that it has settled.",
    empty: "The issuer has settled no day yet.",
  }),
  // Added: what tops the account up, against the bank's lines.
  screen("added", "cards/float/top-ups", "Top-ups", "top-ups", issuerFloat.find),
];
