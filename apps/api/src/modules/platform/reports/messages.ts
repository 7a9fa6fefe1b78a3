/** What colleagues read of reports. The mail has neither figures nor the report's own name, which may be a person's. */
import { RETENTION_DAYS } from "@manilla/contract/platform/report-rules";
import type { Message, Note } from "../notifications/index.ts";

const to = (report_id: string) => ({ kind: "report", link: `/admin/reports/${report_id}` });

export const ready = (report_id: string, run_id: string): Message => ({
  ...to(report_id),
  about: `report-run:${run_id}`,
  also: ["mail"],
  title: "A report is ready",
  body: `Sign in to open its file. It is kept for ${RETENTION_DAYS} days.`,
});

export const failed = (report_id: string, reason: string): Note => ({
  ...to(report_id),
  title: "A report could not be made",
  body: reason,
});

export const leaver = "Its owner does not work here any more.";
export const noColleague = "They cannot sign in at present.";
export const noRecipient = "The report is no longer shared with them.";
export const removed = "The report was removed.";
export const mayNotExport = "They may not take lists away.";
export const tooOften = "It was tried three times and did not end.";
export const tooLarge = (rows: string): string => `It has more than ${rows}: narrow its filter, or make it a summary.`;
