import { calls } from "../../../shared/api/calls.gen.ts";
import { type PlainList, listScreen, screen } from "../../../shared/screens.ts";

const { standingOrders } = calls;
const { change: _, ...acts } = {
  change: standingOrders.change,
  skip: standingOrders.skip,
  pause: standingOrders.pause,
  resume: standingOrders.resume,
  end: standingOrders.end,
};
const columns: PlainList["columns"] = [
  ["payee", { header: "To", kind: "text", card: "title", width: 190 }],
  ["status", { badge: "standing_order", card: "badge", width: 150 }],
  ["amount_kobo", { header: "Each time", card: "field", width: 120 }],
  ["repeat", { header: "Repeats", kind: "text", words: repeats, card: "field", width: 190, canWrap: true }],
  ["next_goes_on", { header: "Next on", kind: "day", card: "field", width: 120 }],
  ["paid_count", { header: "Times sent", kind: "number", width: 100 }],
  ["narration", { header: "For", width: 140 }],
  ["created_at", { header: "Since", width: 120, isHidden: true }],
  ["reference", { isHidden: true }],
];
