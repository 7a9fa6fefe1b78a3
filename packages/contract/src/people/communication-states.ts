import { machine } from "../machine.ts";

/** A message to many, or to one. To many it goes once a second person has agreed. */
export const communicationStates = machine({
  noun: "communication",
  table: "communications",
  initial: ["waiting", "scheduled"],
  states: ["waiting", "scheduled", "sending", "done", "cancelled", "declined"],
  transitions: [
    { action: "approve", from: ["waiting"], to: "scheduled", by: "provider:can_create_communications" },
    { action: "decline", from: ["waiting"], to: "declined", by: "provider:can_create_communications" },
    { action: "send", from: ["scheduled"], to: "sending", by: "system" },
    // At its time the segment holds more people than anyone has agreed to.
    { action: "outgrow", from: ["scheduled"], to: "cancelled", by: "system" },
    { action: "finish", from: ["sending"], to: "done", by: "system" },
    {
      action: "cancel",
      from: ["waiting", "scheduled", "sending"],
      to: "cancelled",
      by: "provider:can_create_communications",
    },
  ],
});
