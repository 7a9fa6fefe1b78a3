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

export const waitsForYou = (title: string): Note => ({
  kind: "approval",
  title: "A request waits for a second person",
  body: title,
  link: "/admin/approvals",
});
