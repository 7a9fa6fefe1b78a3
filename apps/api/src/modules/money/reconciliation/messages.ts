/** What colleagues read of the bank's balance. */
import type { Note } from "../../platform/notifications/index.ts";

export const balanceDiffers = (reason: string): Note => ({
  kind: "reconciliation",
  title: "The bank's balance is not explained",
  body: `${reason} You see to it.`,
  link: "/admin/reconciliation",
});
