/** What people read about the passkeys of their account. */
import { counted } from "@manilla/contract/formats";
import type { Message } from "../../notifications/index.ts";

const IF_NOT_YOU = "If it was not you, change your password now, remove what is not yours, and tell us.";
/** By mail and text: an attacker in control of one of the two does not read the other. */
const also = ["mail", "sms_help"] as const;
const inQuotes = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(", ");

interface About {
  user_id: string;
  /** The page of passkeys, in the part of the product where they are. */
  link: string;
}

const security = ({ user_id, link }: About, title: string, body: string): Message => ({
  kind: "security",
  title,
  body,
  link,
  also,
  about: `passkeys:${user_id}`,
});

export const added = (about: About, name: string): Message =>
  security(about, "A passkey was added", `The passkey “${name}” opens your account from now on. ${IF_NOT_YOU}`);

export const removed = (about: About, name: string): Message =>
  security(about, "A passkey was removed", `The passkey “${name}” no longer opens your account. ${IF_NOT_YOU}`);

export const ended = (about: About, names: readonly string[]): Message =>
  security(
    about,
    "Your passkeys were removed",
    `Your access was reset, so ${counted(names.length, "passkey")} no longer opens your account: ${inQuotes(names)}. Sign in with your password and add those that are yours again.`,
  );

export const still = (about: About, names: readonly string[]): Message =>
  security(
    about,
    "Your password was changed",
    `Your password was changed. Your account also opens with ${counted(names.length, "passkey")}: ${inQuotes(names)}. ${IF_NOT_YOU}`,
  );

export const copied = (about: About, name: string): Message =>
  security(
    about,
    "A sign-in was refused",
    `Somebody signed with the passkey “${name}” in a way that says it may have been copied. The sign-in was refused. Remove this passkey and tell us.`,
  );
