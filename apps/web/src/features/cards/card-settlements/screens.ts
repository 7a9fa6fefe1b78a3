import { settlementReasons } from "@manilla/contract/cards/card-settlement-states";
import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen } from "../../../shared/screens.ts";

const { cardSettlements } = calls;
const menu = "Finance 42";

export const screens = [
  // Added: the issuer's files, day by day, beside the books.
  listScreen("added", "cards/settlements", "Card Settlements", cardSettlements.listDays, {
    menu,
    columns: [
      ["day", { header: "Day", kind: "day", card: "title", width: 120 }],
      ["card_currency", { header: "Account", words: { NGN: "Naira", USD: "Dollars" }, width: 100 }],
      ["lines", { header: "Payments", kind: "number", card: "field", width: 100 }],
      ["open", { header: "To look at", kind: "number", card: "field", width: 110 }],
      ["settled_kobo", { header: "Shops took", width: 140 }],
      ["charges_kobo", { header: "Issuer's charges", width: 140 }],
      ["interchange_kobo", { header: "Interchange", width: 130 }],
      ["net_kobo", { header: "Left our account", card: "field", width: 150 }],
      ["created_at", { header: "Read", width: 130 }],
    ],
    href: "/admin/cards/settlements/lines?f.settlement_id={id}",
    link: ["Issuer account", "/admin/cards/float"],
    lead: "What the issuer settled of a day: what shops took less what they gave back, its charges, and our part.",
    empty: "The issuer has settled nothing yet.",
  }),
  // Added: each payment beside the issuer's line of it.
  listScreen("added", "cards/settlements/lines", "Settlement Lines", cardSettlements.listLines, {
    columns: [
      ["merchant", { header: "Shop", kind: "text", card: "title", width: 160 }],
      ["status", { badge: "card_settlement_line", card: "badge", width: 110 }],
      ["reason", { header: "Why", words: settlementReasons, card: "field", width: 200 }],
      ["issuer_kobo", { header: "Issuer says", card: "field", width: 130 }],
      ["unsaid_amount", { header: "Without a currency", kind: "number", width: 150 }],
      ["our_kobo", { header: "Books say", card: "field", width: 130 }],
      ["difference_kobo", { header: "Difference", width: 120 }],
      ["day", { header: "Day", kind: "day", width: 120 }],
      ["issuer_transaction_id", { header: "Issuer's reference", kind: "reference", width: 160, isHidden: true }],
    ],
    acts: [cardSettlements.sayDollars, cardSettlements.sayNaira, cardSettlements.writeOff],
    views: [
      { name: "To look at", address: "f.status=open", empty: "Everything agrees" },
      {
        name: "Without a currency",
        address: "f.status=open&f.reason=no_currency",
        empty: "Each line says its currency",
      },
      { name: "Written off", address: "f.status=written_off", empty: "Nothing was written off" },
    ],
    lead: "What the issuer settled beside what our books say. A line that does not agree is corrected by the issuer's next file, or written off by two people; where it does not say the currency, one person says it.",
    empty: "The issuer has settled nothing yet.",
  }),
];
