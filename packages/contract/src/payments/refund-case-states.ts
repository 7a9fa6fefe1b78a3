import { machine } from "../machine.ts";

/** A payment that may have to be paid back. Its end follows that of the payment, or is a colleague's decision. */
export const refundCaseStates = machine({
  noun: "refund",
  table: "refund_cases",
  initial: ["open"],
  states: ["open", "refunded", "processed", "cancelled"],
  transitions: [
    // The payment failed, or was given up: the money is back.
    { action: "pay_back", from: ["open"], to: "refunded", by: "system" },
    // Its provider delivered after all.
    { action: "deliver", from: ["open"], to: "processed", by: "system" },
    { action: "refund", from: ["open"], to: "refunded", by: "provider:can_refund_transactions" },
    { action: "process", from: ["open"], to: "processed", by: "provider:can_refund_transactions" },
    { action: "cancel", from: ["open"], to: "cancelled", by: "provider:can_refund_transactions" },
  ],
});
export type RefundCaseState = (typeof refundCaseStates.states)[number];
