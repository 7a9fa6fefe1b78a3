/** Notifications of onboarding. */
import type { Message } from "../../platform/notifications/index.ts";

export const cardRequested = ({ id }: { id: string }): Message => ({
  kind: "card",
  title: "We have your card request",
  body: "We will tell you as soon as your card is ready.",
  link: "/customer/dashboard",
  about: `card:${id}`,
});
