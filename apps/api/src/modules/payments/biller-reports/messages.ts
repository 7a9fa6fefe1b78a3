/** What colleagues read of the providers' reports. */
import { counted, day as dayInWords, naira } from "@manilla/contract/formats";
import { type BillProvider, billProviders } from "@manilla/contract/payments/bill-kinds";
import type { Note } from "../../platform/notifications/index.ts";

export const linesDiffer = (provider: BillProvider, day: string, open: number): Note => ({
  kind: "reconciliation",
  title: `${billProviders[provider]}'s report differs`,
  body: `${dayInWords(day)}: ${counted(open, "line")} to look at`,
  link: "/admin/bill-reports/lines?f.status=open",
});

export const floatDiffers = (provider: BillProvider, day: string, difference_kobo: bigint): Note => ({
  kind: "reconciliation",
  title: `Our float at ${billProviders[provider]} differs`,
  body: `${dayInWords(day)}: it says ${naira(difference_kobo < 0n ? -difference_kobo : difference_kobo)} ${difference_kobo < 0n ? "less" : "more"} than the books.`,
  link: "/admin/bill-reports?f.status=differs",
});
