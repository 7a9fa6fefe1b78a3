import { machine } from "../machine.ts";

/** A secure card: requested with the receipt of the deposit, paid when two people have found it at the bank, returned when the card is closed. */
export const secureCardStates = machine({
  noun: "secure card",
  table: "secure_cards",
  initial: ["requested"],
  states: ["requested", "declined", "paid", "returned"],
  transitions: [
    { action: "mark_as_paid", from: ["requested"], to: "paid", by: "provider:can_reconcile", posts: "take_deposit" },
    { action: "decline", from: ["requested"], to: "declined", by: "provider:can_reconcile" },
    { action: "return", from: ["paid"], to: "returned", by: "system", posts: "return_deposit" },
  ],
});
