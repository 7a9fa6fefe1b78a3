import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { reports } = calls;

export const screens = [
  // Added: N02 of navigation.tsv. Reports that colleagues make of lists; the statistics are its tabs.
  listScreen("added", "reports", "Reports", reports.listAll, {
    menu: "Account 8",
    columns: [
      ["name", { kind: "text", card: "title", width: 220 }],
      ["status", { header: "Schedule", badge: "report", card: "badge", width: 130 }],
      ["list_name", { header: "Of", kind: "text", canWrap: true, width: 270 }],
      ["next_due_at", { header: "Next on", kind: "date", card: "field", width: 186 }],
      ["owner", { header: "Made by", kind: "text", card: "field", width: 136 }],
      ["is_summary", { header: "Summary", width: 92 }],
      ["created_at", { header: "Since", width: 112 }],
    ],
    href: "/admin/reports/{id}",
    acts: [reports.runNow, reports.pause, reports.resume, reports.remove],
    opens: "Open the report",
    views: [
      { name: "Yours", address: "f.is_own=yes", empty: "You have made no report yet" },
      { name: "Shared with you", address: "f.is_own=no", empty: "No colleague shares a report with you" },
    ],
    link: ["New report", "/admin/reports/new", reports.create],
    lead: "Any list, as rows or totals, now or on a schedule. Everybody sees what their own rights allow.",
    empty: "There is no report yet. Make one here, or from the views of any list.",
  }),
  // Added: a filter of a list becomes a report.
  screen("added", "reports/new", "New Report", "new-report", reports.create),
  // Added: what it shows, who gets it, and the files that were made.
  screen("added", "reports/{id}", "Report", "report", reports.find),
  // Added: its owner gives it another summary, schedule or recipients.
  screen("added", "reports/{id}/change", "Change the Report", "change-report", reports.change),
];
