/** What colleagues read of a statement. */
import { day } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";

/** @param id of the statement; null of a file that cannot be read, of which none is kept */
export const fetchedAndNotTaken = (id: string | null, date: string, reasons: readonly string[]): Note => ({
  kind: "reconciliation",
  title: `The bank's statement of ${day(date)} was not taken`,
  body: reasons.join(" "),
  link: id ? `/admin/reconciliation/statements/${id}` : "/admin/reconciliation/statements",
});
