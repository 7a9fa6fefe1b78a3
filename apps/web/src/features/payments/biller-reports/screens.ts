import { billProviders } from "@manilla/contract/payments/bill-kinds";
import { billReportKinds, billReportReasons } from "@manilla/contract/payments/bill-report-line-states";
import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen } from "../../../shared/screens.ts";

const { billerReports } = calls;

export const screens = [
  // Added: the providers' reports, day by day, with each float beside the books.
  listScreen("added", "bill-reports", "Biller Reports", billerReports.listDays, {
    menu: "Finance 46",
    columns: [
      ["day", { header: "Day", kind: "day", card: "title", width: 110 }],
      ["provider", { words: billProviders, card: "field", width: 110 }],
      ["status", { header: "Float", badge: "bill_float", card: "badge", width: 110 }],
      ["lines", { header: "Lines", kind: "number", width: 80 }],
      ["open", { header: "To look at", kind: "number", card: "field", width: 100 }],
      ["sold_kobo", { header: "Took", width: 120 }],
      ["given_back_kobo", { header: "Gave back", width: 110 }],
      ["provider_kobo", { header: "Says is left", width: 140 }],
      ["books_kobo", { header: "Books say", width: 140 }],
      ["difference_kobo", { header: "Difference", card: "field", width: 120 }],
      ["decision_reason", { header: "Why", kind: "text", width: 200, isHidden: true }],
    ],
    href: "/admin/bill-reports/lines?f.report_id={id}",
    acts: [billerReports.explain],
    views: [{ name: "To look at", address: "f.status=differs", empty: "Each float agrees" }],
    link: ["Providers", "/admin/bill-providers"],
    lead: "What each provider of bills says that it sold on a day, and what was left of our money there at its end, beside the books.",
    empty: "No provider has reported a day yet.",
  }),
  // Added: each bill beside the provider's line of it.
  listScreen("added", "bill-reports/lines", "Report Lines", billerReports.listLines, {
    columns: [
      ["reference", { kind: "reference", card: "title", width: 170 }],
      ["status", { badge: "bill_report_line", card: "badge", width: 110 }],
      ["reason", { header: "Why", words: billReportReasons, card: "field", width: 220 }],
      ["kind", { header: "What", words: billReportKinds, width: 100 }],
      ["provider", { words: billProviders, width: 110 }],
      ["provider_kobo", { header: "Provider says", card: "field", width: 120 }],
      ["our_kobo", { header: "Books say", card: "field", width: 120 }],
      ["difference_kobo", { header: "Difference", width: 120 }],
      ["day", { header: "Day", kind: "day", width: 110 }],
    ],
    acts: [billerReports.writeOff],
    views: [
      { name: "To look at", address: "f.status=open", empty: "Everything agrees" },
      { name: "Written off", address: "f.status=written_off", empty: "Nothing was written off" },
    ],
    lead: "What each provider took for a bill, beside the books. A line that does not agree does so once its other half comes, or is written off by two people.",
    empty: "No provider has reported a bill yet.",
  }),
];
