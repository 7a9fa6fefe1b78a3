import { calls } from "../../../shared/api/calls.gen.ts";
import { forCompany, listScreen, screen } from "../../../shared/screens.ts";

const { cards } = calls;

/** The columns of cards as the provider sees them. */
const columns = [
  ["person", { header: "Holder", card: "title", width: 200 }],
  ["company", { kind: "person", card: "field", width: 170 }],
  ["kind", { header: "Kind", kind: "word", card: "field", width: 140 }],
  ["form", { header: "Form", kind: "word", width: 100 }],
  ["last4", { header: "Ends in", kind: "reference", card: "field", width: 90 }],
  ["status", { badge: "card", card: "badge", width: 110 }],
  ["limit_kobo", { header: "Credit", card: "field", width: 130 }],
  ["created_at", { header: "Requested", width: 120 }],
] as const;
const ofPeople = columns.filter(([name]) => name !== "company");
const frozen = { name: "Frozen", address: "f.status=frozen", empty: "No card is frozen" };
const views = [
  { name: "In use", address: "f.status=active", empty: "No card is in use" },
  { name: "On their way", address: "f.status=approved,issued", empty: "No card is being made or on its way" },
  frozen,
] as const;
const href = "/admin/cards/{id}";
/** What is done from a row, as on the card's page. */
const menu = { acts: ["cardRowActions", "cards/cards/card-work.ts"], opens: "Open the card" } as const;

export const screens = [
  listScreen("R126", "cards", "Cards", cards.ofCompanies, {
    menu: "Customers 7",
    columns: [...columns],
    href,
    tiles: true,
    views: [...views],
    ...menu,
    lead: "The cards of companies, from the request to the closing. People's own are beside them.",
    empty: "No company cards yet.",
  }),
  // Added: people's own cards that are made, with an address of their own.
  listScreen("added", "cards/personal", "Personal Cards", cards.inUse, {
    columns: [...ofPeople],
    href,
    tiles: true,
    views: [frozen],
    ...menu,
    lead: "People's own cards that are made and not closed.",
    empty: "Nobody has a card of their own yet.",
  }),
  // Added: the others too, declined and closed.
  listScreen("added", "cards/personal/all", "All Personal Cards", cards.ofPeople, {
    columns: [...ofPeople],
    href,
    tiles: true,
    views: [...views],
    ...menu,
    lead: "Every personal card: open, closed or requested.",
    empty: "No cards have been requested yet.",
  }),
  // Added: the cards of one company, from its page.
  screen(
    "added",
    "companies/{companyId}/cards",
    "Cards of a Company",
    "company-cards",
    "provider:can_view_card_requests",
  ),
  screen("R126", "cards", "Cards", "company", cards.listOwn, "Payments 4"),
  forCompany(screen("R126", "cards", "Cards", "own", "personal:can_view_cards", "Transactions 2")),
  // Added: the company's cards of one employee.
  screen("added", "staff/{userId}/cards", "Cards of an Employee", "employee", "company:can_view_cards"),
  screen("R127", "cards/new", "New Card", "new", cards.requestDebit),
  listScreen("R128", "cards/request", "Card Requests", cards.requests, {
    menu: "Processing 14",
    columns: [...columns.filter(([name]) => name !== "last4"), ["merchant_lock", { header: "Only at", width: 130 }]],
    href,
    acts: [cards.approve, cards.decline],
    opens: "Open the request",
    lead: "Who asks for a card, the longest waiting first. High limits go on to a second person.",
    empty: "Nobody waits for a decision about a card.",
  }),
  screen("R128", "cards/request", "Card Request", "request", "personal:can_request_cards"),
  listScreen("R129", "virtual-cards", "Virtual Cards", cards.listVirtual, {
    menu: "Customers 8",
    columns: [...columns.filter(([name]) => name !== "form"), ["merchant_lock", { header: "Only at", width: 130 }]],
    href: "/admin/virtual-cards/{id}",
    ...menu,
    tiles: true,
    views: [{ name: "Requested", address: "f.status=requested", empty: "Nobody waits" }, ...views],
    lead: "Cards without plastic: for paying online, once or at one merchant where so requested.",
    empty: "No virtual cards have been requested yet.",
  }),
  screen("R135", "virtual-cards/virtual-cards-cards", "Virtual Cards Cards", "virtual-cards", cards.listVirtual),
  listScreen("R136", "virtual-cards/virtual-cards-users", "Virtual Cards Users", cards.holders, {
    columns: [
      ["person", { header: "Holder", card: "title", width: 240 }],
      ["cards", { header: "Cards", kind: "number", card: "field", width: 100 }],
      ["in_use", { header: "Made", kind: "number", width: 100 }],
      ["waiting", { header: "Requests", kind: "number", card: "field", width: 110 }],
      ["status", { header: "Newest", badge: "card", card: "badge", width: 120 }],
      ["created_at", { header: "Requested", width: 130 }],
    ],
    href: "/admin/virtual-cards/{id}",
    acts: [cards.approve, cards.decline],
    opens: "Open the card",
    views: [{ name: "With a request", address: "f.is_waiting=true", empty: "Nobody waits" }],
    lead: "Virtual cards by person; a request that waits is decided here.",
    empty: "Nobody has a virtual card yet.",
  }),
  forCompany(
    // Added: one card, for the provider's staff, its company and its holder.
    screen("added", "cards/{id}", "Card", "card", [
      "provider:can_view_card_requests",
      "company:can_view_cards",
      "company:can_request_cards",
      "personal:can_view_cards",
    ]),
  ),
  // Added: a virtual card by its own call (C132).
  screen("added", "virtual-cards/{id}", "Virtual Card", "virtual-card", cards.findVirtual),
];
