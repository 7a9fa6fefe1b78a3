import { machine } from "../machine.ts";

/** `rejected` and `reviewed` end a request for more; `declined` and `approved` a first application (spec: section 4). */
export const limitRequestStates = machine({
  noun: "limit request",
  table: "limit_requests",
  initial: ["pending"],
  states: ["pending", "reviewed", "rejected", "approved", "declined"],
  transitions: [
    { action: "review", from: ["pending"], to: "reviewed", by: "provider:can_update_user_wallet_limit" },
    { action: "reject", from: ["pending"], to: "rejected", by: "provider:can_update_user_wallet_limit" },
    { action: "approve", from: ["pending"], to: "approved", by: "provider:can_update_user_wallet_limit" },
    { action: "decline", from: ["pending"], to: "declined", by: "provider:can_update_user_wallet_limit" },
  ],
});
