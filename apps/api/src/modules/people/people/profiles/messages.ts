/** Notifications about what staff set up. */
import { sentence } from "@manilla/contract/formats";
import type { Message, Note } from "../../../platform/notifications/index.ts";

export const cardActive = ({ id }: { id: string }): Message => ({
  kind: "card",
  title: "Your card is active",
  body: "You can use your card now.",
  about: `card:${id}`,
});

export const tierLifted = (plan: string): Note => ({
  kind: "wallet",
  title: `You are on ${sentence(plan).toLowerCase()} now`,
  body: "Your papers allow it: more money may come into your wallet and leave it.",
  link: "/customer/wallets/limits",
});
