import { machine } from "../machine.ts";

/** Whether a document counts. */
export const documentStates = machine({
  noun: "document",
  table: "documents",
  initial: ["received"],
  states: ["received", "confirmed", "invalidated"],
  transitions: [
    { action: "accept", from: ["received"], to: "confirmed", by: "provider:can_accept_user_documents" },
    { action: "confirm", from: ["received"], to: "confirmed", by: "provider:can_confirm_user_statements" },
    { action: "reopen", from: ["confirmed"], to: "received", by: "provider:can_accept_user_documents" },
    {
      action: "invalidate",
      from: ["received", "confirmed"],
      to: "invalidated",
      by: "provider:can_invalidate_user_documents",
    },
  ],
});
