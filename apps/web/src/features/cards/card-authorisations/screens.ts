import { calls } from "../../../shared/api/calls.gen.ts";
import { forCompany, listScreen, screen } from "../../../shared/screens.ts";

const { cardAuthorisations } = calls;

const payments = [
  ["merchant", { header: "Shop", card: "title", width: 190 }],
  ["status", { badge: "card_payment", card: "badge", width: 110 }],
  ["amount_kobo", { card: "field", width: 130 }],
  ["person", { header: "Holder", card: "field", width: 170 }],
  ["company", { kind: "person", width: 150 }],
  ["category", { header: "Category", kind: "word", width: 140 }],
  ["channel", { header: "Channel", kind: "word", width: 90 }],
  ["created_at", { header: "When", card: "field", width: 120 }],
] as const;
const moved = [
  ["merchant", { header: "Shop", card: "title", width: 190 }],
  ["kind", { header: "What", kind: "word", card: "badge", width: 130 }],
  ["amount_kobo", { card: "field", width: 130 }],
  ["overdrawn_kobo", { header: "Beyond the money", width: 150 }],
  ["person", { header: "Holder", card: "field", width: 180 }],
  ["reference", { width: 170 }],
  ["happened_at", { header: "When", card: "field", width: 120 }],
] as const;
const views = [
  { name: "Declined", address: "f.status=declined", empty: "Nothing was declined" },
  { name: "Held", address: "f.status=approved", empty: "Nothing is held" },
] as const;

export const screens = [
  screen(
    "R132",
    "cards/transaction",
    "Card Transaction",
    "payments",
    ["provider:can_view_card_requests", "company:can_view_cards", "personal:can_view_cards"],
    { label: "Card Payments", menus: { admin: "Finance 21", corporate: "Payments 6", customer: "Transactions 3" } },
  ),
  // Added: why a payment was declined, what is left and what to do.
  screen("added", "cards/transaction/{id}", "Card Payment", "payment", cardAuthorisations.find),
  listScreen("R133", "virtual-cards/transactions", "Virtual Card Transactions", cardAuthorisations.ofVirtual, {
    columns: [...payments],
    href: "/admin/cards/transaction/{id}",
    views: [...views],
    lead: "Payments with virtual cards, declined ones included.",
    empty: "Nothing has been paid with a virtual card yet.",
  }),
  listScreen(
    "R134",
    "virtual-cards/virtual-cards-transactions",
    "Virtual Cards Transactions",
    cardAuthorisations.virtualCaptures,
    {
      columns: [...moved],
      views: [{ name: "Given back", address: "f.kind=refund", empty: "Nothing was given back" }],
      lead: "What shops took with virtual cards, and gave back.",
      empty: "No shop has taken anything with a virtual card yet.",
    },
  ),
  // Added: what the issuer took without asking, for operations.
  listScreen("added", "cards/captures", "Card Captures", cardAuthorisations.captures, {
    menu: "Finance 22",
    columns: [...moved],
    views: [
      { name: "Without a payment", address: "f.is_matched=false", empty: "Each capture has its payment" },
      { name: "Given back", address: "f.kind=refund", empty: "Nothing was given back" },
    ],
    link: ["By category and shop", "/admin/cards/spend"],
    lead: "What shops took and gave back. What came without a payment that we know is looked at here.",
    empty: "No shop has taken anything yet.",
  }),
  // Added: what cards pay for, by category and by shop, for operations.
  screen("added", "cards/spend", "Card Spend", "spend", cardAuthorisations.spend, "Finance 25"),
].map(forCompany);
