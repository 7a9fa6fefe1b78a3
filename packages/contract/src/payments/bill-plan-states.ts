import { machine } from "../machine.ts";

/** An automatic purchase: one bill on each of its days, until somebody pauses or ends it. */
export const billPlanStates = machine({
  noun: "automatic purchase",
  table: "bill_plans",
  initial: ["active"],
  states: ["active", "paused", "ended"],
  transitions: [
    { action: "pause", from: ["active"], to: "paused", by: "personal:can_pay_bills" },
    { action: "resume", from: ["paused"], to: "active", by: "personal:can_pay_bills" },
    { action: "end", from: ["active", "paused"], to: "ended", by: "personal:can_pay_bills" },
    { action: "run_out", from: ["active"], to: "ended", by: "system" },
  ],
});
