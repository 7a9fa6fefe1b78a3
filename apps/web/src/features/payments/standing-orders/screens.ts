import { repeats } from "@manilla/contract/payments/standing-order-rules";
import { calls } from "../../../shared/api/calls.gen.ts";
import { type PlainList, listScreen, screen } from "../../../shared/screens.ts";

const { standingOrders } = calls;
const { skip, pause, resume, end } = standingOrders;

const columns: PlainList["columns"] = [
  ["payee", { header: "To", kind: "text", card: "title", width: 190 }],
  ["status", { badge: "standing_order", card: "badge", width: 165 }],
  ["amount_kobo", { header: "Each time", card: "field", width: 120 }],
  ["repeat", { header: "Repeats", kind: "text", words: repeats, card: "field", width: 255 }],
  ["next_goes_on", { header: "Next on", card: "field", width: 130 }],
  ["paid_count", { header: "Times sent", width: 100 }],
  ["narration", { header: "For", width: 140 }],
  ["created_at", { header: "Since", width: 120, isHidden: true }],
  ["reference", { width: 165, isHidden: true }],
];
const views: PlainList["views"] = [
  {
    name: "Next to be paid",
    address: "f.status=active&sortColumn=next_goes_on&sortOrder=asc",
    empty: "Nothing is paid next",
  },
  { name: "Paused", address: "f.status=paused", empty: "Nothing is paused" },
  { name: "Awaiting approval", address: "f.status=awaiting_approval", empty: "Nothing awaits approval" },
];

export const screens = [
  // Added: what a person sends again and again, and when it is paid next.
  listScreen("added", "standing-orders", "Standing Orders", standingOrders.listOwn, {
    menu: "Transactions 5",
    columns,
    href: "/customer/standing-orders/{id}",
    acts: [skip, pause, resume, end],
    views: [views[0]!, views[1]!],
    link: ["New standing order", "/customer/standing-orders/new", standingOrders.create],
    lead: "Regular payments from your cash wallet, until you end them.",
    empty: "You have no standing order yet.",
  }),
  // Added: the same of a company.
  listScreen("added", "standing-orders", "Standing Orders", standingOrders.listOfCompany, {
    menu: "Payments 17",
    columns,
    href: "/corporate/standing-orders/{id}",
    acts: [skip, pause, resume, end],
    views,
    link: ["New standing order", "/corporate/standing-orders/new", standingOrders.request],
    lead: "Regular payments from your company’s wallet. Somebody else agrees once, before the first one.",
    empty: "Your company has no standing order yet.",
  }),
  // Added: what will leave the wallets of people and companies.
  listScreen("added", "standing-orders", "Standing Orders", standingOrders.listAll, {
    menu: "Finance 58",
    columns: [
      ["owner", { header: "Of", kind: "text", card: "title", width: 160 }],
      ["status", { badge: "standing_order", card: "badge", width: 165 }],
      ["payee", { header: "To", kind: "text", card: "field", width: 158 }],
      ["amount_kobo", { header: "Each time", card: "field", width: 120 }],
      ["repeat", { header: "Repeats", kind: "text", words: repeats, width: 230 }],
      ["next_goes_on", { header: "Next on", card: "field", width: 130 }],
      ["because", { header: "Why not", width: 135, canWrap: true }],
      ["reference", { width: 165, isHidden: true }],
    ],
    href: "/admin/standing-orders/{id}",
    acts: [skip, pause, resume, end],
    opens: "Open the standing order",
    views,
    lead: "Transfers that people and companies have sent again and again by a rule.",
    empty: "Nobody has a standing order yet.",
  }),
  // Added: to whom, how much, how often; its dates and every charge before it is saved.
  screen("added", "standing-orders/new", "New Standing Order", "new", "personal:can_use_wallets"),
  // Added: the same for a company, to a beneficiary.
  screen("added", "standing-orders/new", "New Standing Order", "request", "company:can_request_transfers"),
  // Added: one standing order: its next dates, and whether each earlier one was sent.
  screen("added", "standing-orders/{id}", "Standing Order", "order", standingOrders.find),
];
