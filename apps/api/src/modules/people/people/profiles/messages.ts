/** What people read of their plan and of what staff changed for them. */
import { sentence } from "@manilla/contract/formats";
import { masked } from "../../../../field-encryption.ts";
import { type Message, type Note, TROUBLE } from "../../../platform/notifications/index.ts";

export const tierLifted = (plan: string): Note => ({
  kind: "wallet",
  title: `You are on ${sentence(plan).toLowerCase()} now`,
  body: "Your papers allow it: more money may come into your wallet and leave it.",
  link: "/customer/wallets/limits",
});

export const phoneChanged = (user_id: string, phone: string): Message => ({
  kind: "account",
  title: "Your phone number was changed",
  body: `Your account has the phone ${masked(phone.slice(-4))} now: codes go there. You have been signed out. If you did not ask for this, call us at once.`,
  link: "/customer/settings/security",
  also: TROUBLE,
  about: `user:${user_id}`,
});
