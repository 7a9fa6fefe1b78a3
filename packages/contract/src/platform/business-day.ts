import { z } from "zod";
import { list, post } from "../endpoint.ts";
import { moment } from "../time.ts";

/** The steps of a close, in their order. */
export const closeSteps = [
  "accrue",
  "fall_due",
  "interest_on_overdue",
  "collect",
  "deduction_shields",
  "penalties",
  "arrears",
  "provide",
  "offers",
  "time_requests",
  "plans",
  "plan_ends",
  "line_interest",
  "line_offers",
  "line_dues",
  "line_statements",
  "card_line_interest",
  "card_bank_debits",
  "card_dues",
  "card_statements",
  "card_lines_closed",
  "deposit_returns",
  "deduction_files",
  "deduction_returns",
  "card_renewals",
  "card_fees",
  "rewards_expire",
  "reward_reminders",
  "limit_raises",
  "planned_transfers",
  "standing_orders",
  "automatic_bills",
  "reminders",
  "escalate",
  "missing_receipts",
  "card_payments_expire",
  "card_overdrawn",
  "card_receipts",
  "reconcile",
  "open",
] as const;

const step = z.object({ step: z.string(), done_at: moment.nullable(), counts: z.record(z.string(), z.number()) });

export const listAll = list("/admin/jobs/close-of-business", {
  spec: "added",
  because: "Operations see how far each close of business came.",
  summary: "Business days, the progress of each close and its counts",
  can: ["provider:can_view_jobs"],
  row: z.object({
    business_date: z.string(),
    opened_at: moment,
    closed_at: moment.nullable(),
    steps: z.array(step),
    failure: z.string().nullable(),
  }),
  filters: { is_closed: "boolean" },
  sorts: ["business_date", "opened_at", "closed_at"],
  ranges: ["business_date"],
  default_sort: "-business_date",
});

export const run = post("/admin/jobs/close-of-business/run", {
  spec: "added",
  because: "A close that failed is started again by a person.",
  summary: "Close the business day when the calendar allows",
  can: ["provider:can_run_close_of_business"],
  effect: "moves_money",
  response: z.object({ business_date: z.string(), is_queued: z.boolean() }),
});
