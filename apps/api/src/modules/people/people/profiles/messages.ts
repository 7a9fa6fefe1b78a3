/** Notifications about what staff set up. */
import type { Message } from "../../../platform/notifications/index.ts";

export const cardActive = ({ id }: { id: string }): Message => ({
  kind: "card",
  title: "Your card is active",
  body: "You can use your card now.",
  about: `card:${id}`,
});
