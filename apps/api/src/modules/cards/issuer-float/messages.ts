/** What colleagues read of our account with the issuer. */
import { day as dayInWords, money } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";

export const differs = (day: string, difference_kobo: bigint, currency: "NGN" | "USD"): Note => ({
  kind: "reconciliation",
  title: `Our account with the issuer${currency === "USD" ? " in dollars" : ""} differs`,
  body: `${dayInWords(day)}: the issuer says ${money(difference_kobo < 0n ? -difference_kobo : difference_kobo, currency)} ${difference_kobo < 0n ? "less" : "more"} than the books.`,
  link: "/admin/cards/float?f.status=differs",
});
