import { machine } from "../machine.ts";

/** A report that a colleague made of a list. Only an active one is made by itself, on its schedule. */
export const reportStates = machine({
  noun: "report",
  table: "reports",
  initial: ["unscheduled", "active"],
  states: ["unscheduled", "active", "paused", "removed"],
  transitions: [
    { action: "schedule", from: ["unscheduled"], to: "active", by: "owner" },
    { action: "unschedule", from: ["active", "paused"], to: "unscheduled", by: "owner" },
    { action: "pause", from: ["active"], to: "paused", by: "owner" },
    // Its owner does not work here any more.
    { action: "stop", from: ["active"], to: "paused", by: "system" },
    { action: "resume", from: ["paused"], to: "active", by: "owner" },
    { action: "remove", from: ["unscheduled", "active", "paused"], to: "removed", by: "owner" },
  ],
});
