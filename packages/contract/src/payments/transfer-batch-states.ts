import { machine } from "../machine.ts";

/** Many transfers of a company from one file: each row is looked at before anything moves, the whole is agreed to once, and paid as it was agreed to. */
export const transferBatchStates = machine({
  noun: "transferBatch",
  table: "transfer_batches",
  initial: ["checking"],
  states: ["checking", "checked", "awaiting_approval", "in_review", "sending", "done", "cancelled"],
  transitions: [
    { action: "finish", from: ["checking"], to: "checked", by: "system" },
    { action: "submit", from: ["checked"], to: "awaiting_approval", by: "company:can_request_transfers" },
    {
      action: "begin",
      from: ["awaiting_approval"],
      to: "sending",
      by: "company:can_decide_approvals",
      posts: "transfer_batch_accepted",
    },
    // Held as a whole while a colleague of ours looks at it.
    { action: "hold", from: ["awaiting_approval"], to: "in_review", by: "system" },
    {
      action: "pass",
      from: ["in_review"],
      to: "sending",
      by: "provider:can_fund_debit_wallet",
      posts: "transfer_batch_accepted",
    },
    { action: "stop_batch", from: ["in_review"], to: "cancelled", by: "provider:can_fund_debit_wallet" },
    { action: "reopen", from: ["awaiting_approval"], to: "checked", by: "company:can_decide_approvals" },
    { action: "decline", from: ["awaiting_approval"], to: "cancelled", by: "company:can_decide_approvals" },
    {
      action: "cancel",
      from: ["checking", "checked", "in_review"],
      to: "cancelled",
      by: "company:can_request_transfers",
    },
    { action: "complete", from: ["sending"], to: "done", by: "system" },
  ],
});
