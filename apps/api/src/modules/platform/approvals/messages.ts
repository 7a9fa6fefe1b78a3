import type { Message, Note } from "../notifications/index.ts";
import { personOf } from "./payload.ts";

interface AboutApproval {
  id: string;
  title: string;
  payload: Record<string, unknown>;
}

export const decided = ({ id, title, payload }: AboutApproval, status: "approved" | "declined"): Message => ({
  kind: "approval",
  title: `Your request was ${status}`,
  body: title,
  link: "/admin/approvals",
  names: personOf(payload),
  about: `approval:${id}`,
});

/** What it was about is over. */
export const overtaken = ({ title, payload }: Omit<AboutApproval, "id">, reason: string): Note => ({
  kind: "approval",
  title: "Your request was withdrawn",
  body: `${title}. ${reason}`,
  link: "/admin/approvals",
  names: personOf(payload),
});

export const waitsForYou = (title: string): Note => ({
  kind: "approval",
  title: "A request waits for a second person",
  body: title,
  link: "/admin/approvals",
});
