/** What colleagues and people read of it. */
import type { Note } from "../../platform/notifications/index.ts";

export const unanswered = ({ reference }: { reference: string }): Note => ({
  kind: "charge",
  title: "A card charge needs a look",
  body: `The provider has not reported the outcome of ${reference}.`,
  link: `/admin/repayments/debits?search=${reference}`,
});
