/** What approvers and requesters read of a request. */
import type { Message, Note } from "../../platform/notifications/index.ts";

interface About {
  id: string;
  title: string;
}

/** `{accountType}` is the reader's own: links of notes are opened from either side. */
const linkTo = ({ id }: About, is_administrator: boolean): string =>
  `/${is_administrator ? "corporate" : "customer"}/approvals/${id}`;
const message = (approval: About, is_administrator: boolean, title: string, body = approval.title): Message => ({
  kind: "approval",
  title,
  body,
  link: linkTo(approval, is_administrator),
  about: `company-approval:${approval.id}`,
});

export const waitsForYou = (approval: About, is_administrator: boolean): Message =>
  message(approval, is_administrator, "A request waits for your decision");

export const escalatedToYou = (approval: About, is_administrator: boolean): Message =>
  message(approval, is_administrator, "A request has waited long and may be decided by you");

const outcomes = {
  approved: "Your request was approved",
  declined: "Your request was declined",
  returned: "Your request was returned",
} as const;
export const decided = (
  approval: About,
  is_administrator: boolean,
  outcome: keyof typeof outcomes,
  reason: string | null,
): Message =>
  message(approval, is_administrator, outcomes[outcome], reason ? `${approval.title}: ${reason}` : approval.title);

export const standsIn = (absent: string, days: string, is_administrator: boolean): Message => ({
  kind: "approval",
  title: `You decide for ${absent}`,
  body: `${absent} is away ${days}. You can decide their requests.`,
  link: `/${is_administrator ? "corporate" : "customer"}/approvals`,
  about: "delegation",
});

/** To the absent approver, where somebody else has recorded the absence. */
export const namedForYou = (by: string, delegate: string, days: string, is_administrator: boolean): Message => ({
  kind: "approval",
  title: `${delegate} decides for you`,
  body: `${by} named ${delegate} to decide your requests ${days}. If this is not right, end it.`,
  link: `/${is_administrator ? "corporate/approvals/delegates" : "customer/approvals"}`,
  about: "delegation",
});

/** To the other administrators, where nobody else can approve. */
export const doneAlone = (what: string, by: string): Note => ({
  kind: "approval",
  title: `${by} did this alone`,
  body: `${what}. The company has nobody else who could agree. If this is not right, call us.`,
  link: "/corporate/activities",
});
