/** What colleagues and people read of it. */
import type { Note } from "../../platform/notifications/index.ts";

export const unanswered = (body: string, link: string): Note => ({
  kind: "payout",
  title: "A payout without an answer",
  body,
  link,
});

export const needsReview = (body: string, link: string): Note => ({
  kind: "payout",
  title: "A payout needs a look",
  body,
  link,
});
