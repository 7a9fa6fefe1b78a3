/** What colleagues and people read of it. */
import type { Note } from "../../platform/notifications/index.ts";

const aboutBooks = { kind: "reconciliation", link: "/admin/reconciliation" } as const;

export const unexpected = (reference: string, reason: string): Note => ({
  ...aboutBooks,
  title: "An event does not fit our books",
  body: `${reference}: ${reason}`,
});

export const unidentified = (reference: string): Note => ({
  ...aboutBooks,
  title: "A payment of an unknown customer",
  body: `Reference ${reference}.`,
});
