import { machine } from "../machine.ts";

/**
 * One message to one person. The provider's reports come late, twice and in any order: what the handset confirmed is true whatever failed before it, and a mail
 * that came back is back even after another server took it. So every order of the same reports ends in the same state.
 */
export const messageStates = machine({
  noun: "message",
  table: "communication_messages",
  initial: ["waiting"],
  states: ["waiting", "skipped", "queued", "handed_over", "delivered", "failed", "bounced"],
  transitions: [
    { action: "skip", from: ["waiting", "queued"], to: "skipped", by: "system" },
    { action: "queue", from: ["waiting"], to: "queued", by: "system" },
    { action: "show", from: ["waiting"], to: "delivered", by: "system" },
    { action: "hand_over", from: ["queued"], to: "handed_over", by: "system" },
    { action: "deliver", from: ["queued", "handed_over", "failed"], to: "delivered", by: "system" },
    { action: "fail", from: ["queued", "handed_over"], to: "failed", by: "system" },
    { action: "bounce", from: ["queued", "handed_over", "delivered", "failed"], to: "bounced", by: "system" },
  ],
});
