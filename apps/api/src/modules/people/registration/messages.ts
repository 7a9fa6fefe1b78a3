/** What new customers read. */
import type { Note } from "../../platform/notifications/index.ts";

export const welcome = (): Note => ({
  kind: "welcome",
  title: "Welcome to Manilla",
  body: "Complete your profile to see what you can borrow.",
  link: "/customer/settings/profile",
});
