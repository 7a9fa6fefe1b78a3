/** What colleagues and people read of it. */
import type { Note } from "../../platform/notifications/index.ts";

/** Where a payout is worked. */
export const payoutPage = ({ id }: { id: string }): string => `/admin/payments/${id}`;

interface About {
  payout: { id: string; reference: string };
  failure: string;
}

export const unanswered = ({ payout, failure }: About): Note => ({
  kind: "payout",
  title: "A payout without an answer",
  body: `${payout.reference}: ${failure}`,
  link: payoutPage(payout),
});

export const needsReview = ({ payout, failure }: About): Note =>
  contradicted(payout, `${payout.reference}: ${failure}`);
export const contradicted = (payout: { id: string }, body: string): Note => ({
  kind: "payout",
  title: "A payout needs a look",
  body,
  link: payoutPage(payout),
});
