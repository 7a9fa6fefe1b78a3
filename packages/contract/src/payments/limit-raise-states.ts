import { machine } from "../machine.ts";

/** A company asks for a higher limit of its wallet; a colleague of ours grants it (a second one above the configured amount) or declines. It ends by itself. */
export const limitRaiseStates = machine({
  noun: "limit raise",
  table: "limit_raises",
  initial: ["pending"],
  states: ["pending", "granted", "declined", "ended"],
  transitions: [
    { action: "grant", from: ["pending"], to: "granted", by: "provider:can_update_user_wallet_limit" },
    { action: "decline", from: ["pending"], to: "declined", by: "provider:can_update_user_wallet_limit" },
    { action: "end", from: ["granted"], to: "ended", by: "system" },
  ],
});
