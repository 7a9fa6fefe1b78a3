import { machine } from "../machine.ts";

/** A closed day of our account with the issuer: its balance there is what the books say, or somebody says why not. */
export const issuerFloatStates = machine({
  noun: "day of the issuer's account",
  table: "issuer_float_days",
  initial: ["agrees", "differs"],
  states: ["agrees", "differs", "explained"],
  transitions: [
    { action: "agree", from: ["differs"], to: "agrees", by: "system" },
    { action: "explain", from: ["differs"], to: "explained", by: "provider:can_reconcile" },
  ],
});
