/** What new customers read. */
import type { Letter, Note } from "../../platform/notifications/index.ts";

export const welcome = (): Note => ({
  kind: "welcome",
  title: "Welcome to Manilla",
  body: "Complete your profile to see what you can borrow.",
  link: "/customer/settings/profile",
});

/** To the owner of an address or phone with which somebody tried to register. */
export const alreadyRegistered = (code_id: string, public_url: string): Letter => ({
  subject: "You already have a Manilla account",
  text: `Somebody, perhaps you, tried to register with your details. You already have an account: sign in at ${public_url}/login or set a new password there.`,
  about: `taken:${code_id}`,
});
