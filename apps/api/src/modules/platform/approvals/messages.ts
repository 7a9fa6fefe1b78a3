/** What is said about requests that wait for a second person. */
import type { Message } from "../notifications/index.ts";
import { personOf } from "./index.ts";

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
