import { machine } from "../machine.ts";

/** A charge whose outcome is unknown is queried until the provider answers. Its word about money is the truth: what was held to have failed may still succeed. */
export const chargeStates = machine({
  noun: "charge",
  table: "charges",
  initial: ["created", "sent"],
  states: ["created", "sent", "unknown", "success", "failed", "abandoned"],
  transitions: [
    { action: "send", from: ["created"], to: "sent", by: "system" },
    { action: "lose_sight", from: ["created", "sent"], to: "unknown", by: "system" },
    {
      action: "succeed",
      from: ["created", "sent", "unknown", "failed", "abandoned"],
      to: "success",
      by: "system",
      posts: "repay",
    },
    { action: "fail", from: ["created", "sent", "unknown"], to: "failed", by: "system" },
    { action: "abandon", from: ["created", "sent", "unknown"], to: "abandoned", by: "system" },
  ],
});
