import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen } from "../../../shared/screens.ts";

const { transferReviews } = calls;

export const screens = [
  // Added: transfers that are held until a colleague has looked at them.
  listScreen("added", "transfer-reviews", "Transfer Reviews", transferReviews.listAll, {
    menu: "Finance 57",
    columns: [
      ["owner", { header: "Of", kind: "text", card: "title", width: 160 }],
      ["status", { badge: "transfer", card: "badge", width: 135 }],
      ["total_kobo", { header: "With charges", card: "field", width: 125 }],
      ["payee", { header: "To", kind: "text", card: "field", width: 165 }],
      ["held_because", { header: "Held because", kind: "text", width: 240, canWrap: true, card: "field" }],
      ["reviewed_by", { header: "Looked at by", kind: "text", width: 140 }],
      ["review_note", { header: "They said", width: 170, canWrap: true, isHidden: true }],
      ["reference", { width: 165, isHidden: true }],
      ["created_at", { header: "Asked for", card: "field", width: 120 }],
    ],
    href: "/admin/transfers/{id}",
    acts: [transferReviews.letGo, transferReviews.stop],
    views: [
      {
        name: "To look at",
        address: "f.status=in_review&sortColumn=created_at&sortOrder=asc",
        first: true,
        empty: "Nothing is held",
      },
      { name: "Not sent", address: "f.status=cancelled", empty: "Everything that was held was sent" },
    ],
    lead: "Transfers of people and companies that look unusual are held in their wallet until somebody has looked, also planned ones. Nobody looks at their own.",
    empty: "No transfer has been held yet.",
  }),
];
