/** Collections: the day's money in, and what needs somebody today. */
import { z } from "zod";
import { get } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { counted, moment } from "../time.ts";

const sums = z.object({ count: z.int(), amount_kobo: kobo });

export const today = get("/admin/personal/collections/today", {
  spec: "added",
  because:
    "The home of finance, risk and support says what now: the day's money, arrears since yesterday, failed debits.",
  summary: "The business day: due, received, arrears moved, failed debits, unknown charges, promises, calls",
  can: ["provider:can_view_repayments"],
  response: z.object({
    ...counted,
    business_date: z.string(),
    due: sums,
    received: sums,
    /** The last 14 business days, the oldest first. */
    trend: z.array(z.object({ day: z.string(), due_kobo: kobo, received_kobo: kobo })),
    /** Received in as many days before those. */
    received_before_kobo: kobo,
    /** Loans on their first or second day past due, those that passed 30, 60 or 90 days today, and loans cured since the day before. */
    arrears: z.object({
      became_late: z.int(),
      cured: z.int(),
      /** The day before. */
      since: z.string(),
      passed: z.array(z.object({ days_past_due: z.int(), count: z.int() })),
    }),
    failed_debits: z.array(sums.extend({ reason: z.string() })),
    unknown_charges: sums.extend({ asked_next_at: moment.nullable() }),
    promises: sums,
    /** Loans that are late and whose borrower is to be called by today, as was agreed. */
    calls_due: z.int(),
  }),
});
