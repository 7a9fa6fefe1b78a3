import { machine } from "../machine.ts";

/** What somebody says of their employer, until the company has answered. */
export const employmentClaimStates = machine({
  noun: "employment claim",
  table: "employment_claims",
  initial: ["pending"],
  states: ["pending", "confirmed", "refused", "withdrawn"],
  transitions: [
    { action: "confirm", from: ["pending"], to: "confirmed", by: "company:can_create_staff" },
    { action: "refuse", from: ["pending"], to: "refused", by: "company:can_create_staff" },
    { action: "withdraw", from: ["pending"], to: "withdrawn", by: "owner" },
  ],
});
