import type { Message, Note } from "../../platform/notifications/index.ts";

interface AboutClaim {
  id: string;
  company: string;
}

/** To those of the company who may confirm it. */
export const claimMade = ({ name, company }: { name: string; company: string }): Note => ({
  kind: "employment_claim",
  title: "Does this person work for you?",
  body: `${name} says that they work for ${company}.`,
  link: "/corporate/employment-claims",
});

export const confirmed = ({ id, company }: AboutClaim): Message => ({
  kind: "employment_claim",
  title: "Your employer confirmed you",
  body: `${company} confirmed that you work there.`,
  link: "/customer/settings/profile",
  about: `employment_claim:${id}`,
});

export const refused = ({ id, company }: AboutClaim, { reason }: { reason?: string | null | undefined }): Message => ({
  kind: "employment_claim",
  title: "Your employer did not confirm you",
  body: `${company} says that you do not work there.${reason ? ` ${reason}` : ""}`,
  link: "/customer/settings/profile",
  about: `employment_claim:${id}`,
});
