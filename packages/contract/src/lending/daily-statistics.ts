/** What changed since 17:00 of the day before (C130): the difference beside the figures of the homes. */
import { z } from "zod";
import { get } from "../endpoint.ts";
import { kobo } from "../money.ts";
import { counted, moment } from "../time.ts";

/** How many came into a state and left it. */
const moved = z.object({ came: z.int(), left: z.int() });
/** In seven days, today included, and of these since 17:00 of the day before. */
const recent = z.object({ week: z.int(), since: z.int() });

/** In the month, of it since 17:00 of the day before, and those with a running loan of all that were ever brought. */
const brought = z.object({ month: z.int(), since: z.int(), active: z.int() });

/** C130. A figure that the caller may not see is null. */
export const daily = get("/admin/statistics/daily", {
  spec: "C130",
  summary: "What changed since 17:00 of the day before",
  audience: "admin",
  can: "signed_in",
  response: z.object({
    ...counted,
    since: moment,
    /** The first of the seven days. */
    from: z.string(),
    to: z.string(),
    approvals: moved.nullable(),
    /** People who wait for an underwriter. */
    cases: moved.nullable(),
    /** Loan requests without a decision. */
    requests: moved.nullable(),
    past_due: moved.nullable(),
    /** Payouts of loans without an answer. */
    unknown: moved.nullable(),
    lent: z.object({ count: z.int(), amount_kobo: kobo }).nullable(),
    /** What the rules decided, and what colleagues overruled. */
    rules: z.object({ approved: recent, referred: recent, declined: recent, overruled: recent }).nullable(),
    /** Rules of credit, rights of colleagues, tariffs and configuration that changed. */
    changes: z.object({ rules: recent, rights: recent, tariffs: recent }).nullable(),
    /** Customers whom colleagues registered, by hand or by file: by the caller and by all. */
    brought: z.object({ month: z.string(), target: z.int(), mine: brought, team: brought }).nullable(),
    trouble: z
      .object({
        /** Services of which work is tried again: they did not answer. */
        providers: z.array(z.object({ name: z.string(), waiting: z.int(), next_at: moment })),
        undelivered: recent,
      })
      .nullable(),
  }),
});
