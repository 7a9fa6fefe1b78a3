import { counted, day } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

interface About {
  id: string;
  reference: string;
  /** Of their own account type. */
  link: string;
}

export const received = ({ id, reference, link, due_on }: About & { due_on: string }): Message => ({
  kind: "complaint",
  title: `We have your complaint ${reference}`,
  body: `We have your complaint ${reference}. A colleague answers you, and we resolve it by ${day(due_on)} at the latest.`,
  link,
  also: ["sms", "mail"],
  about: `complaint:${id}`,
});

export const answered = ({ id, reference, link }: About, text: string): Message => ({
  kind: "complaint",
  title: `An answer to your complaint ${reference}`,
  body: `Your complaint ${reference}: ${text}`,
  link,
  also: ["sms", "mail"],
  about: `complaint:${id}`,
});

export const resolved = ({ id, reference, link }: About, text: string): Message => ({
  kind: "complaint",
  title: `Your complaint ${reference} is resolved`,
  body: `Your complaint ${reference} is resolved. ${text}\n\nIf you are not content, write to us under the same reference and we look at it again.`,
  link,
  also: ["sms", "mail"],
  about: `complaint:${id}`,
});

const forStaff = (id: string, title: string, body: string): Note => ({
  kind: "complaint",
  title,
  body,
  link: `/admin/complaints/${id}`,
});

/** To those who answer. */
export const complaintMade = ({ id, name, reference }: { id: string; name: string; reference: string }): Note =>
  forStaff(id, "A complaint", `${name} complains: ${reference}.`);

export const writtenMore = ({ id, reference }: Omit<About, "link">): Note =>
  forStaff(id, `More on complaint ${reference}`, "The person has written again.");

export const givenToYou = ({ id, reference }: Omit<About, "link">): Note =>
  forStaff(id, `Complaint ${reference} is yours`, "A colleague gave it to you.");

export const escalated = ({ id, reference }: Omit<About, "link">, reason: string): Note =>
  forStaff(id, `Complaint ${reference} was escalated`, reason);

export const late = ({ id, reference, days }: { id: string; reference: string; days: number }): Note =>
  forStaff(id, `Complaint ${reference} is late`, `It should have been resolved ${counted(days, "day")} ago.`);
