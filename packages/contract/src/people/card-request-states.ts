import { machine } from "../machine.ts";

/** A card that somebody asks for. */
export const cardRequestStates = machine({
  noun: "card request",
  table: "card_requests",
  initial: ["started"],
  states: ["started", "pending", "approved", "declined"],
  transitions: [
    { action: "submit", from: ["started"], to: "pending", by: "owner" },
    { action: "approve", from: ["pending"], to: "approved", by: "provider:can_update_staff" },
    { action: "decline", from: ["pending"], to: "declined", by: "provider:can_decline_card_requests" },
  ],
});
