import { machine } from "../machine.ts";

/** A card that somebody asks for. */
export const cardRequestStates = machine({
  noun: "card request",
  table: "card_requests",
  initial: ["started"],
  states: ["started", "pending", "approved", "declined"],
  transitions: [
    // After a decision another card may be requested.
    { action: "submit", from: ["started", "approved", "declined"], to: "pending", by: "owner" },
    { action: "withdraw", from: ["pending"], to: "started", by: "owner" },
    { action: "approve", from: ["pending"], to: "approved", by: "provider:can_update_staff" },
    { action: "decline", from: ["pending"], to: "declined", by: "provider:can_decline_card_requests" },
  ],
});
