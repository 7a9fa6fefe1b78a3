import { machine } from "../machine.ts";

/** A recall of a transfer that arrived, asked of the receiving bank once. It moves no money: what the bank gives back is the return of the transfer. */
export const recallStates = machine({
  noun: "recall",
  table: "transfer_recalls",
  initial: ["requested"],
  states: ["requested", "asked", "unknown", "returned", "refused", "gone"],
  transitions: [
    { action: "ask", from: ["requested"], to: "asked", by: "system" },
    // Nobody knows of it: it is asked again under the same reference.
    { action: "not_reached", from: ["asked", "unknown"], to: "requested", by: "system" },
    { action: "lose_sight", from: ["asked"], to: "unknown", by: "system" },
    { action: "take", from: ["unknown"], to: "asked", by: "system" },
    { action: "return", from: ["asked", "unknown"], to: "returned", by: "system" },
    { action: "refuse", from: ["asked", "unknown"], to: "refused", by: "system" },
    { action: "find_gone", from: ["asked", "unknown"], to: "gone", by: "system" },
  ],
});
export type RecallState = (typeof recallStates.states)[number];
