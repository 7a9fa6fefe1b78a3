import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen } from "../../../shared/screens.ts";

export const screens = [
  listScreen("added", "security-events", "Security Events", calls.securityEvents.listAll, {
    menu: "Settings 81",
    columns: [
      ["kind", { kind: "word", card: "title" }],
      ["person", { card: "field" }],
      ["network_address", { card: "field" }],
      ["count", { card: "field" }],
      ["last_call", { kind: "word" }],
      ["last_at", { card: "field" }],
      "is_alerted",
    ],
    views: [{ name: "Alerted", address: "f.is_alerted=yes", empty: "Nothing was so often that somebody was notified" }],
    lead: "Refusals, guesses and unusual access, counted by the hour. Operations are notified of too many.",
    empty: "Nothing unusual has happened.",
  }),
];
