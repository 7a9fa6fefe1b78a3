/** What is written to people who sign in: codes and links. */
import type { Letter } from "../notifications/index.ts";

/** @param about the code's use and id: "otp:<id>" */
export const codeLetter = (code: string, about: string, subject = "Your Manilla code"): Letter => ({
  subject,
  text: `Your Manilla code is ${code}. It works for ten minutes. Nobody from Manilla will ever ask you for it.`,
  about,
});

export const newPassword = (person: { id: string; name: string }, link: string): Letter => ({
  subject: "Set a new password",
  text: `Hello ${person.name},\n\nSet a new password here within the hour:\n${link}\n\nIf you did not ask for this, do nothing.`,
  about: `reset:${person.id}`,
});
