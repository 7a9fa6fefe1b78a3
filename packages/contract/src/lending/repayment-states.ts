import { machine } from "../machine.ts";

/** A repayment is one scheduled instalment. */
export const repaymentStates = machine({
  noun: "repayment",
  table: "repayments",
  initial: ["scheduled"],
  states: ["scheduled", "due", "part_paid", "overdue", "paid", "waived", "deferred", "superseded", "written_off"],
  transitions: [
    { action: "fall_due", from: ["scheduled"], to: "due", by: "system" },
    { action: "pay_part", from: ["scheduled", "due", "overdue"], to: "part_paid", by: "system", posts: "repay" },
    { action: "pay", from: ["scheduled", "due", "part_paid", "overdue"], to: "paid", by: "system", posts: "repay" },
    { action: "fall_behind", from: ["due", "part_paid"], to: "overdue", by: "system" },
    { action: "catch_up", from: ["overdue"], to: "due", by: "system" },
    { action: "reverse_part", from: ["paid", "waived"], to: "part_paid", by: "system", posts: "reverse_receipt" },
    { action: "reverse", from: ["paid", "part_paid", "waived"], to: "due", by: "system", posts: "reverse_receipt" },
    { action: "reverse_ahead", from: ["paid", "part_paid"], to: "scheduled", by: "system", posts: "reverse_receipt" },
    {
      action: "waive",
      from: ["scheduled", "due", "part_paid", "overdue"],
      to: "waived",
      by: "provider:can_write_off_loans",
      posts: "waive",
    },
    // A loan was rescheduled: a payment holiday, or what was overdue joins the coming instalments.
    { action: "defer", from: ["scheduled", "due", "part_paid", "overdue"], to: "deferred", by: "system" },
    {
      action: "supersede",
      from: ["scheduled", "due", "part_paid", "overdue", "deferred"],
      to: "superseded",
      by: "system",
    },
    { action: "restore", from: ["superseded", "deferred"], to: "scheduled", by: "system", posts: "reverse_receipt" },
    {
      action: "write_off",
      from: ["due", "part_paid", "overdue", "scheduled"],
      to: "written_off",
      by: "provider:can_write_off_loans",
      posts: "write_off",
    },
  ],
});
export type RepaymentState = (typeof repaymentStates.states)[number];
