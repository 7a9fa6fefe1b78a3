import { machine } from "../machine.ts";

/** Somebody's place in a company: invited by a link that ends, at work, suspended from the company's business, or gone. One for each person and company. */
export const employmentStates = machine({
  noun: "employment",
  table: "employments",
  initial: ["invited", "active"],
  states: ["invited", "expired", "withdrawn", "active", "inactive", "left"],
  transitions: [
    { action: "join", from: ["invited", "expired"], to: "active", by: "system" },
    { action: "expire", from: ["invited"], to: "expired", by: "system" },
    { action: "invite_again", from: ["expired"], to: "invited", by: "company:can_create_staff" },
    { action: "withdraw", from: ["invited", "expired"], to: "withdrawn", by: "company:can_delete_staff" },
    { action: "deactivate", from: ["active"], to: "inactive", by: "company:can_update_staff" },
    { action: "activate", from: ["inactive"], to: "active", by: "company:can_update_staff" },
    { action: "leave", from: ["active", "inactive"], to: "left", by: "company:can_delete_staff" },
    { action: "return", from: ["left", "withdrawn"], to: "active", by: "system" },
  ],
});
