/** What people read of their plan. */
import { sentence } from "@manilla/contract/formats";
import type { Note } from "../../../platform/notifications/index.ts";

export const tierLifted = (plan: string): Note => ({
  kind: "wallet",
  title: `You are on ${sentence(plan).toLowerCase()} now`,
  body: "Your papers allow it: more money may come into your wallet and leave it.",
  link: "/customer/wallets/limits",
});
