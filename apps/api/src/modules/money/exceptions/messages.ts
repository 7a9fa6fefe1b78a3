/** What colleagues and people read of it. */
import { naira } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";

const aboutBooks = { kind: "reconciliation", link: "/admin/reconciliation" } as const;

export const unexpected = (reference: string, reason: string): Note => ({
  ...aboutBooks,
  title: "An event does not fit our books",
  body: `${reference}: ${reason}`,
});

export const unidentified = (facts: { reference: string; sender: string; amount_kobo: bigint }): Note => ({
  ...aboutBooks,
  title: "A payment of an unknown customer",
  body: `${naira(facts.amount_kobo)}${facts.sender && ` from ${facts.sender}`}, reference ${facts.reference}.`,
});
