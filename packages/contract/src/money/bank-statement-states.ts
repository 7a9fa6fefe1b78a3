import { machine } from "../machine.ts";

/** Nothing moves until a statement is taken; what it did is mirrored when it is taken back. */
export const bankStatementStates = machine({
  noun: "bank statement",
  table: "bank_statements",
  // What is fetched and ours is taken at once; what is fetched and not ours stays as it came, with the reason.
  initial: ["read", "taken", "refused"],
  states: ["read", "waiting", "taken", "refused", "discarded", "taken_back"],
  transitions: [
    { action: "take", from: ["read"], to: "taken", by: "provider:can_reconcile" },
    { action: "ask", from: ["read"], to: "waiting", by: "provider:can_reconcile" },
    { action: "agree", from: ["waiting"], to: "taken", by: "provider:can_reconcile" },
    { action: "send_back", from: ["waiting"], to: "read", by: "provider:can_reconcile" },
    { action: "discard", from: ["read", "refused"], to: "discarded", by: "provider:can_reconcile" },
    { action: "take_back", from: ["taken"], to: "taken_back", by: "provider:can_reconcile" },
  ],
});
