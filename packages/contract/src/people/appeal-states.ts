import { machine } from "../machine.ts";

/** A declined person asks to be looked at again; one appeal waits at a time. */
export const appealStates = machine({
  noun: "appeal",
  table: "appeals",
  initial: ["pending"],
  states: ["pending", "approved", "declined"],
  transitions: [
    { action: "approve", from: ["pending"], to: "approved", by: "provider:can_update_staff" },
    { action: "decline", from: ["pending"], to: "declined", by: "provider:can_update_staff" },
  ],
});
