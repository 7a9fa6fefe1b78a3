import { billKinds, billProviders } from "@manilla/contract/payments/bill-kinds";
import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { billDesk } = calls;

export const screens = [
  listScreen("R144", "bills-transactions", "Airtime & Bills", billDesk.listAll, {
    menu: "Finance 55",
    columns: [
      ["person", { header: "Person", kind: "text", card: "title", width: 160 }],
      ["status", { badge: "bill", card: "badge", width: 165 }],
      ["total_kobo", { header: "Paid", card: "field", width: 120 }],
      ["kind", { header: "What", words: billKinds, width: 110 }],
      ["service_name", { header: "For", card: "field", width: 150 }],
      ["customer_no", { header: "Number", width: 150 }],
      ["provider", { words: billProviders, width: 120, isHidden: true }],
      ["created_at", { header: "When", card: "field", width: 120 }],
      ["failure", { header: "Why", width: 220, isHidden: true }],
      ["reference", { kind: "reference", width: 170 }],
    ],
    href: "/admin/bills-transactions/{id}",
    tiles: "total_kobo",
    acts: [billDesk.ask, billDesk.giveUp],
    opens: "Open the bill",
    views: [
      { name: "Needs a look", address: "f.needs_review=true", empty: "Every bill has its answer" },
      { name: "In flight", address: "f.status=accepted,sent,unknown", empty: "Nothing is on its way" },
      { name: "Failed", address: "f.status=failed", empty: "Nothing has failed" },
      { name: "Refunded", address: "f.status=refunded", empty: "Nothing was refunded" },
    ],
    link: ["Providers", "/admin/bill-providers"],
    lead: "What people pay for airtime, data, power, television and internet, and where each bill is.",
    empty: "Nobody has paid a bill yet.",
  }),
  // Added: one bill with its timeline and postings, and what can be done.
  screen("added", "bills-transactions/{id}", "Bill", "bill", billDesk.find),
  // Added: floats beside the books, how the providers do, and switching one off.
  screen("added", "bill-providers", "Bill Providers", "providers", billDesk.providers, "Finance 44"),
  // Added: what providers owe us after a refund.
  listScreen("added", "bill-claims", "Claims on Providers", billDesk.listClaims, {
    menu: "Finance 45",
    columns: [
      ["reference", { kind: "reference", card: "title", width: 170 }],
      ["status", { badge: "bill_claim", card: "badge", width: 120 }],
      ["amount_kobo", { card: "field", width: 130 }],
      ["provider", { words: billProviders, card: "field", width: 120 }],
      [
        "cause",
        {
          header: "Because",
          words: { late_delivery: "Delivered after it was paid back", refund: "Refunded for its fault" },
          width: 220,
        },
      ],
      ["person", { header: "Person", kind: "text", width: 180 }],
      ["created_at", { header: "Since", card: "field", width: 120 }],
    ],
    acts: [billDesk.creditClaim, billDesk.loseClaim],
    tiles: "amount_kobo",
    views: [{ name: "Open", address: "f.status=open", empty: "No provider owes us anything" }],
    lead: "What providers of bills and banks owe us: they delivered after we had paid back, or did something wrong.",
    empty: "No provider has owed us anything yet.",
  }),
];
