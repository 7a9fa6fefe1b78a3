import type { Message } from "../../platform/notifications/index.ts";

const DONE = { flag: "flagged", approve: "approved", delete: "deleted" } as const;

/** What who spent it reads of a decision. */
export const decided = (
  { id, merchant }: { id: string; merchant: string },
  action: keyof typeof DONE,
  reason: string | null,
): Message => ({
  kind: "expense",
  title: `Your expense was ${DONE[action]}`,
  body: reason ? `${merchant}: ${reason}` : merchant,
  link: "/customer/expenses",
  about: `expense:${id}`,
});
