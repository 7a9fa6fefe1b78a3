import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { creditLines } = calls;

export const screens = [
  listScreen("R042", "companies/credit-applications", "Companies Credit Applications", creditLines.listAll, {
    menu: "Processing 13",
    columns: [
      ["company", { kind: "text", card: "title", width: 250 }],
      ["status", { header: "State", badge: "line", card: "badge", width: 120 }],
      ["amount_kobo", { header: "Asked for", card: "field", width: 150 }],
      ["monthly_turnover_kobo", { header: "Sells in a month", card: "field", width: 160 }],
      ["offered_kobo", { header: "Offered", width: 150 }],
      ["created_at", { header: "Asked", card: "field", width: 130 }],
    ],
    href: "/admin/companies/credit-applications/{id}",
    opens: "Open the application",
    tiles: "amount_kobo",
    views: [
      { name: "To decide", address: "f.status=requested", empty: "No application waits" },
      { name: "Offered", address: "f.status=offered", empty: "No offer waits for its signatures" },
      { name: "Granted", address: "f.status=granted", empty: "No line has been granted" },
      { name: "Declined", address: "f.status=declined", empty: "No application was declined" },
    ],
    lead: "Companies that ask for a credit line; the longest waiting come first.",
    empty: "No company has requested a line.",
  }),
  // Added: where a line is analysed and offered.
  screen("added", "companies/credit-applications/{id}", "Credit Application", "application", creditLines.find),
  // A company's half of R108: where it applies for its line; the line itself is in the wallet.
  screen("R108", "credit-application", "Credit Application", "credit", "company:can_apply_for_credit"),
  // Added: the credit half of R031.
  screen("added", "wallet/credit", "Credit", "credit", creditLines.findOwn),
];
