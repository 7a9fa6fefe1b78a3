import { exchangeWords } from "@manilla/contract/cards/dollar-words";
import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { dollarCards } = calls;

export const screens = [
  // Added: the dollars behind one's dollar cards, bought and taken back.
  screen("added", "cards/dollars", "Card Dollars", "own", dollarCards.find),
  // Added: what was exchanged, at which rate and margin.
  listScreen("added", "dollar-cards", "Card Dollars", dollarCards.exchanges, {
    menu: "Finance 47",
    columns: [
      ["person", { header: "Holder", card: "title", width: 170 }],
      ["kind", { header: "What", words: exchangeWords, card: "badge", width: 140 }],
      ["amount_cents", { header: "Dollars", card: "field", width: 120 }],
      ["amount_kobo", { header: "Naira", card: "field", width: 140 }],
      ["rate", { header: "Rate", kind: "number", width: 110 }],
      ["mid_rate", { header: "Middle rate", kind: "number", width: 110 }],
      ["margin_kobo", { header: "Margin", width: 120 }],
      ["reference", { width: 150 }],
      ["used_at", { header: "When", card: "field", width: 120 }],
    ],
    views: [
      { name: "Bought", address: "f.kind=buy", empty: "No dollars were bought" },
      { name: "Taken back", address: "f.kind=sell,return", empty: "No dollars were taken back" },
    ],
    link: ["Terms and position", "/admin/dollar-cards/terms"],
    lead: "Naira that became dollars of people's cards, and back: at which rate, and what was earned with it.",
    empty: "Nobody has bought dollars yet.",
  }),
  // Added: what cards took beyond the dollars that were there.
  listScreen("added", "dollar-cards/owed", "Owed Dollars", dollarCards.owed, {
    menu: "Finance 48",
    columns: [
      ["person", { header: "Holder", card: "title", width: 170 }],
      ["last4", { header: "Card", kind: "text", card: "field", width: 90 }],
      ["status", { badge: "card", card: "badge", width: 110 }],
      ["owed_cents", { header: "Owed", card: "field", width: 120 }],
      ["moved_on", { header: "Since", kind: "day", card: "field", width: 120 }],
    ],
    acts: [dollarCards.writeOffOwed],
    views: [
      { name: "Of closed cards", address: "f.status=closed", empty: "No closed card owes dollars" },
      { name: "Write-off asked", address: "f.is_waiting=true", empty: "No write-off is requested" },
    ],
    link: ["Terms and position", "/admin/dollar-cards/terms"],
    lead: "Dollars that cards took beyond their balance. The holder's next dollars pay them; two people write off the rest.",
    empty: "No card owes dollars.",
  }),
  // Added: whether dollars are offered, at what margin; two people change it. And the position.
  screen("added", "dollar-cards/terms", "Terms of Dollar Cards", "terms", dollarCards.terms),
];
