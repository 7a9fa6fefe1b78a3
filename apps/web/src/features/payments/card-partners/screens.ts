import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { cardPartners } = calls;

export const screens = [
  // Added: where the partner of R114 and R123 is chosen.
  listScreen("added", "card-partners", "Card Partners", cardPartners.listPartners, {
    menu: "Finance 63",
    columns: [
      ["name", { header: "Partner", kind: "text", card: "title", width: 200 }],
      ["cards", { header: "Cards", kind: "number", card: "field", width: 100 }],
      ["interest_share_percent", { header: "Share of interest, %", kind: "number", card: "field", width: 170 }],
      ["takes_new", { header: "Funds new cards", kind: "boolean", card: "field", width: 150 }],
      ["valid_from", { header: "Terms since", kind: "day", width: 140 }],
    ],
    href: "/admin/disbursement/personal/credit-card/{slug}",
    lead: "Lenders that pay for what people's credit cards draw, and get back what is repaid.",
    empty: "No partner funds cards.",
  }),
  screen(
    "R114",
    "disbursement/personal/credit-card/{partner}",
    "Partner Credit Card Disbursement",
    "disbursements",
    cardPartners.disbursements,
  ),
  screen(
    "R123",
    "repayments/personal/credit-card/{partner}",
    "Partner Credit Card Repayments",
    "repayments",
    cardPartners.repayments,
  ),
  // Added: what was asked and sent, beside the partner's own report.
  screen(
    "added",
    "card-partners/{partner}/settlements",
    "Partner Settlements",
    "settlements",
    cardPartners.settlements,
  ),
  // Added: what is agreed with the partner, and from when; two people change it.
  screen("added", "card-partners/{partner}/terms", "Partner Terms", "terms", cardPartners.terms),
];
