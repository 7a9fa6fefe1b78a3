import { machine } from "../machine.ts";

/** A rule set judged on past decisions. */
export const backtestStates = machine({
  noun: "backtest",
  table: "backtests",
  initial: ["pending"],
  states: ["pending", "running", "done", "failed"],
  transitions: [
    { action: "start", from: ["pending"], to: "running", by: "system" },
    { action: "finish", from: ["pending", "running"], to: "done", by: "system" },
    { action: "fail", from: ["pending", "running"], to: "failed", by: "system" },
  ],
});
