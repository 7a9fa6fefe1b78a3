import { machine } from "../machine.ts";

/** Somebody of the provider's staff: invited, at work, or shut out. Only who is active signs in. */
export const colleagueStates = machine({
  noun: "colleague",
  table: "colleagues",
  initial: ["invited", "active"],
  states: ["invited", "active", "suspended"],
  transitions: [
    { action: "join", from: ["invited"], to: "active", by: "system" },
    { action: "suspend", from: ["invited", "active"], to: "suspended", by: "provider:can_delete_admins" },
    { action: "let_back", from: ["suspended"], to: "active", by: "provider:can_update_admins" },
    { action: "invite_anew", from: ["suspended"], to: "invited", by: "provider:can_update_admins" },
  ],
});
