import { machine } from "../machine.ts";

/** The file of a report for one recipient at one moment. */
export const reportRunStates = machine({
  noun: "report run",
  table: "report_runs",
  initial: ["waiting"],
  states: ["waiting", "made", "failed", "skipped", "expired"],
  transitions: [
    { action: "make", from: ["waiting"], to: "made", by: "system" },
    // It was tried several times, or is too large.
    { action: "fail", from: ["waiting"], to: "failed", by: "system" },
    // The recipient may not see it (any more), or the report was removed.
    { action: "skip", from: ["waiting"], to: "skipped", by: "system" },
    // Its file was kept long enough.
    { action: "expire", from: ["made"], to: "expired", by: "system" },
  ],
});
