/** More time on a running loan: a payment holiday, more instalments, another rate (business-rules §2). Same noun as repayments. */
import { z } from "zod";
import { idParams, post } from "../endpoint.ts";
import { counted, plainRate, rateInWords } from "../formats.ts";
import { kobo, percent } from "../money.ts";
import { evidence } from "../money/slips.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reason } from "../reasons.ts";

export const change = z.strictObject({
  /** The next due dates that ask nothing; as many are added at the end. */
  holiday_instalments: z.int().min(0).max(12, { error: "this field must be at most 12" }).default(0),
  more_instalments: z.int().min(0).max(60, { error: "this field must be at most 60" }).default(0),
  /** From that day on; left out, the rate stays. */
  annual_rate_percent: percent.optional(),
  /** Overdue principal and interest stay due, or join the coming instalments; fees and penalties stay due in either case. */
  overdue: z.enum(["stays", "joins"]).default("stays"),
});

/** "1 instalment skipped, 3 more instalments"; nothing where nothing changes. */
export const inWords = (change: {
  holiday_instalments: number;
  more_instalments: number;
  annual_rate_percent?: string | null | undefined;
  overdue: string;
}): string =>
  [
    change.holiday_instalments > 0 && `${counted(change.holiday_instalments, "instalment")} skipped`,
    change.more_instalments > 0 && counted(change.more_instalments, "more instalment"),
    change.annual_rate_percent && rateInWords(plainRate(change.annual_rate_percent)),
    change.overdue === "joins" && "what is overdue joins the coming instalments",
  ]
    .filter(Boolean)
    .join(", ");

/** What a schedule asks. */
export const scheduleFigures = z.object({
  /** Instalments to come that ask something. */
  instalments: z.int(),
  instalment_kobo: kobo,
  next_due_on: z.string().nullable(),
  last_due_on: z.string().nullable(),
  overdue_kobo: kobo,
  /** Of the whole loan. */
  interest_kobo: kobo,
  /** Everything that is still to be paid. */
  left_kobo: kobo,
  annual_rate_percent: z.string(),
});

/** A change that was made. */
export const rescheduled = z.object({
  effective_on: z.string(),
  words: z.string(),
  before: scheduleFigures,
  after: scheduleFigures,
});

export const reschedulePreview = post("/admin/personal/loans/{id}/reschedule/preview", {
  spec: "added",
  because: "Who grants time sees the schedule before and after, by the calculator that will make it.",
  summary: "What a loan would ask if it were rescheduled today",
  can: ["provider:can_reschedule_loans"],
  params: idParams,
  body: change,
  response: z.object({ before: scheduleFigures, after: scheduleFigures, days_past_due: z.int() }),
});

export const reschedule = post("/admin/personal/loans/{id}/reschedule", {
  spec: "added",
  because: "Issue 11 §3 has the loan's page reschedule, and business-rules §2 has the restructure.",
  summary: "Ask that a running loan be rescheduled (a second person decides)",
  can: ["provider:can_reschedule_loans"],
  effect: "moves_money",
  params: idParams,
  body: change.extend({ reason, slip_id: evidence.slip_id }),
  response: secondPersonAsked,
});
