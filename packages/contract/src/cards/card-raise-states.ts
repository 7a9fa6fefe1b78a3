import { machine } from "../machine.ts";

/** More than a limit of a card, for a time. */
export const cardRaiseStates = machine({
  noun: "raise of a limit",
  table: "card_raises",
  initial: ["asked", "granted"],
  states: ["asked", "granted", "declined", "withdrawn", "ended"],
  transitions: [
    { action: "grant", from: ["asked"], to: "granted", by: "company:can_request_cards" },
    { action: "decline", from: ["asked"], to: "declined", by: "company:can_request_cards" },
    { action: "withdraw", from: ["asked"], to: "withdrawn", by: "owner" },
    { action: "end", from: ["asked", "granted"], to: "ended", by: "system" },
  ],
});
