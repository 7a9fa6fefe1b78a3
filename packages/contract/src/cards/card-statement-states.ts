import { machine } from "../machine.ts";

/** A month's statement of a credit card. It is met when its minimum is paid, carried when the next one takes over what is overdue. */
export const cardStatementStates = machine({
  noun: "card statement",
  table: "card_statements",
  initial: ["issued", "settled"],
  states: ["issued", "met", "overdue", "carried", "settled"],
  transitions: [
    { action: "meet", from: ["issued", "overdue"], to: "met", by: "system" },
    { action: "settle", from: ["issued", "overdue", "met"], to: "settled", by: "system" },
    { action: "fall_due", from: ["issued"], to: "overdue", by: "system" },
    // What had paid it was taken back.
    { action: "reopen", from: ["met", "settled"], to: "issued", by: "system" },
    { action: "carry", from: ["overdue"], to: "carried", by: "system" },
  ],
});
