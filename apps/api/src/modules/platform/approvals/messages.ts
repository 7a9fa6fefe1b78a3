import { counted, naira } from "@manilla/contract/formats";
import { approvalKind } from "@manilla/contract/platform/approval-kinds";
import type { Message, Note } from "../notifications/index.ts";
import { personOf } from "./payload.ts";

export interface AboutApproval {
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

/** Requests of one act: what they are, and their sum. */
export interface Together {
  kind: string;
  count: number;
  amount_kobo: bigint;
}
const together = ({ kind, amount_kobo }: Together): string =>
  [approvalKind(kind), amount_kobo !== 0n && `${naira(amount_kobo)} in all`].filter(Boolean).join(", ");

export const manyWaitForYou = (asked: Together): Note => ({
  kind: "approval",
  title: `${counted(asked.count, "request")} wait for a second person`,
  body: together(asked),
  link: "/admin/approvals",
});

export const manyApproved = (decided: Together): Message => ({
  kind: "approval",
  title: `${counted(decided.count, "request")} of yours were approved`,
  body: together(decided),
  link: "/admin/approvals",
  about: "approvals",
});
