import { machine } from "../machine.ts";

/** A closed day of a float: what its provider says is left is what the books say, or somebody says why not. */
export const billFloatStates = machine({
  noun: "day of a float",
  table: "bill_float_days",
  initial: ["agrees", "differs"],
  states: ["agrees", "differs", "explained"],
  transitions: [
    { action: "agree", from: ["differs"], to: "agrees", by: "system" },
    { action: "explain", from: ["differs"], to: "explained", by: "provider:can_reconcile" },
  ],
});
