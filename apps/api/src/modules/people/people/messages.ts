/** Notifications about profiles, and to colleagues about cases. */
import { fullStop } from "@manilla/contract/formats";
import { type Letter, type Message, type Note, TROUBLE } from "../../platform/notifications/index.ts";

interface AboutProfile {
  id: string;
  version: number;
}

const aboutProfile = ({ id, version }: AboutProfile) =>
  ({ kind: "profile", link: "/customer/dashboard", also: ["mail"], about: `profile:${id}:${version}` }) as const;

const because = (reason: string | undefined): string =>
  reason ? ` The reason: ${reason.replace(/[.!?]?$/, ".")}` : "";

export const activated = (profile: AboutProfile): Message => ({
  ...aboutProfile(profile),
  also: ["sms", "mail"],
  title: "You are approved",
  body: "You can ask for a loan now.",
});

export const declined = (profile: AboutProfile, reason: string | undefined): Message => ({
  ...aboutProfile(profile),
  title: "Your profile was not approved",
  body: `We cannot lend to you at present.${because(reason)} If you think that this is wrong, you can appeal.`,
  link: "/customer/approval",
});

export const deactivated = (profile: AboutProfile, reason: string | undefined): Message => ({
  ...aboutProfile(profile),
  title: "Your profile was deactivated",
  body: `You cannot ask for new loans.${because(reason)} Reach us through Help if you think that this is wrong.`,
});

export const accountRefuted = ({ id }: { id: string }, reason: string | undefined): Message => ({
  kind: "profile",
  title: "Please check your bank account",
  body: `Please check your bank account with us. ${fullStop(reason ?? "It does not seem to be yours.")}`,
  link: "/customer/settings/profile",
  also: TROUBLE,
  about: `profile:${id}`,
});

/** To a colleague who is named in a comment. */
export const mentioned = (comment: { user_id: string; author: string; excerpt: string }): Note => ({
  kind: "mention",
  title: `${comment.author} mentioned you`,
  body: comment.excerpt,
  link: `/admin/users/${comment.user_id}?tab=comments`,
  names: comment.user_id,
});

export const accountCreated = (person: { id: string; name: string }, public_url: string, token: string): Letter => ({
  subject: "Your Manilla account",
  text: `Hello ${person.name},\n\nan account was made for you. Set your password here within the hour:\n${public_url}/password/reset/${token}\n\nLater, ask for a new link at ${public_url}/login.`,
  about: `created:${person.id}`,
});
