import { machine } from "../machine.ts";

/** A company's application for a credit line: sent, analysed, offered by two of the provider's people, accepted by two signatories. */
export const lineApplicationStates = machine({
  noun: "line application",
  table: "line_applications",
  initial: ["draft"],
  states: ["draft", "requested", "offered", "granted", "declined", "withdrawn", "lapsed"],
  transitions: [
    { action: "submit", from: ["draft"], to: "requested", by: "company:can_apply_for_credit" },
    { action: "offer", from: ["requested"], to: "offered", by: "provider:can_apply_for_credit" },
    { action: "decline", from: ["requested"], to: "declined", by: "provider:can_apply_for_credit" },
    { action: "grant", from: ["offered"], to: "granted", by: "company:can_apply_for_credit", posts: "grant_line" },
    {
      action: "withdraw",
      from: ["draft", "requested", "offered"],
      to: "withdrawn",
      by: "company:can_apply_for_credit",
    },
    { action: "lapse", from: ["offered"], to: "lapsed", by: "system" },
  ],
});

/** Why a line is not granted: a closed list, so that the reasons can be counted. */
export const lineDeclineReasons = [
  "too_little_turnover",
  "too_new",
  "people_pay_late",
  "papers_missing",
  "too_much_owed",
  "outside_our_business",
] as const;
export type LineDeclineReason = (typeof lineDeclineReasons)[number];

/** As the company reads it, after "because". */
export const lineDeclineWords: Readonly<Record<LineDeclineReason, string>> = {
  too_little_turnover: "too little money comes into its wallet for this line",
  too_new: "the company has not been with us for long enough",
  people_pay_late: "loans of its people are paid late",
  papers_missing: "we could not complete our checks",
  too_much_owed: "the company owes too much already",
  outside_our_business: "we do not give lines to businesses of this kind",
};
