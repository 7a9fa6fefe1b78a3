import { machine } from "../machine.ts";

/** A line of a provider's report: it agrees with a bill of ours, or somebody has to look at it. */
export const billReportLineStates = machine({
  noun: "line of a report",
  table: "bill_report_lines",
  initial: ["matched", "open"],
  states: ["open", "matched", "written_off"],
  transitions: [
    { action: "match", from: ["open"], to: "matched", by: "system" },
    { action: "write_off", from: ["open"], to: "written_off", by: "provider:can_reconcile", posts: "write_off_bill" },
  ],
});

/** Why a line does not agree. */
export const billReportReasons = {
  unknown_here: "We do not know this bill",
  unknown_there: "The provider has not reported it",
  not_given_back: "The claim was credited, and the provider has not reported it",
  other_amount: "The provider has another sum",
  late: "We still ask for its outcome",
  paid_back: "It was paid back here",
  given_back: "The provider gave it back",
  again: "The provider reported it again",
} as const;
export const billReportReasonNames = Object.keys(billReportReasons) as (keyof typeof billReportReasons)[];

export const billReportKinds = { sale: "Sold", reversal: "Given back" } as const;
export const billReportKindNames = Object.keys(billReportKinds) as (keyof typeof billReportKinds)[];
