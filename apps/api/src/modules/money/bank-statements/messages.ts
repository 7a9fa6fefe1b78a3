/** What colleagues read of a statement. */
import { day } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";

export const fetchedAndNotTaken = (id: string, date: string, reasons: readonly string[]): Note => ({
  kind: "reconciliation",
  title: `The bank's statement of ${day(date)} was not taken`,
  body: reasons.join(" "),
  link: `/admin/reconciliation/statements/${id}`,
});
