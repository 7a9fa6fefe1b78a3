import { machine } from "../machine.ts";

/** A rule by which transfers are made again and again. What it pays never changes: a change is another order in its place. */
export const standingOrderStates = machine({
  noun: "standing order",
  table: "standing_orders",
  initial: ["awaiting_approval", "active"],
  states: ["awaiting_approval", "active", "paused", "ended", "declined"],
  transitions: [
    { action: "agree", from: ["awaiting_approval"], to: "active", by: "company:can_decide_approvals" },
    { action: "decline", from: ["awaiting_approval"], to: "declined", by: "company:can_decide_approvals" },
    { action: "pause", from: ["active"], to: "paused", by: "owner" },
    // Too many dates in a row were skipped, or it may not be paid at all any more.
    { action: "stop", from: ["active"], to: "paused", by: "system" },
    { action: "resume", from: ["paused"], to: "active", by: "owner" },
    { action: "end", from: ["active", "paused"], to: "ended", by: "owner" },
    // Its last date is over.
    { action: "complete", from: ["active"], to: "ended", by: "system" },
    // Another order holds from its next date on.
    { action: "replace", from: ["active", "paused"], to: "ended", by: "owner" },
  ],
});
