import type { Message, Note } from "../../platform/notifications/index.ts";

interface AboutAppeal {
  id: string;
}

/** To those who decide. */
export const appealMade = ({ name }: { name: string }): Note => ({
  kind: "appeal",
  title: "An appeal",
  body: `${name} appeals.`,
  link: "/admin/users/appeal-requests",
});

export const granted = ({ id }: AboutAppeal): Message => ({
  kind: "profile",
  title: "Your appeal was granted",
  body: "Your profile is under review again.",
  link: "/customer/approval",
  also: ["mail"],
  about: `appeal:${id}`,
});

export const declined = ({ id }: AboutAppeal, { reason }: { reason: string }): Message => ({
  kind: "profile",
  title: "Your appeal was declined",
  body: `We looked at your appeal and stay with our decision. ${reason}`,
  link: "/customer/approval",
  also: ["mail"],
  about: `appeal:${id}`,
});
