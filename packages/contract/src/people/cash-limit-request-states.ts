import { machine } from "../machine.ts";

/** A person asks for more room in their cash wallet; a colleague grants it (a second one above the configured amount) or declines. */
export const cashLimitRequestStates = machine({
  noun: "cash limit request",
  table: "cash_limit_requests",
  initial: ["pending"],
  states: ["pending", "approved", "declined"],
  transitions: [
    { action: "approve", from: ["pending"], to: "approved", by: "provider:can_update_user_wallet_limit" },
    { action: "decline", from: ["pending"], to: "declined", by: "provider:can_update_user_wallet_limit" },
  ],
});
