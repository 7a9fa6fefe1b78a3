/** What colleagues and people read of it. */
import type { Note } from "../../platform/notifications/index.ts";

export const booksDiffer = (what: readonly string[]): Note => ({
  kind: "books",
  title: "The books differ from their logs",
  body: `${what.join(", ")}: run ledger:verify before money moves.`,
  link: "/admin/books/trial-balance",
});
