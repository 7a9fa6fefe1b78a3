/** What colleagues read of the issuer's settlement. */
import { day as dayInWords } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";

export const differencesFound = (day: string, open: number): Note => ({
  kind: "reconciliation",
  title: "The issuer's settlement differs",
  body: `${dayInWords(day)}: ${open} ${open === 1 ? "line" : "lines"} to look at`,
  link: "/admin/cards/settlements/lines?f.status=open",
});
