/** One line of time of a record, in names and words. */
import { z } from "zod";
import { idParams } from "./endpoint.ts";
import { moment } from "./time.ts";
import { timelineKinds } from "./timeline-kinds.ts";

export const timelineEntry = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  words: z.string(),
  detail: z.string().nullable(),
  who: z.string().nullable(),
  happened_at: moment,
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/** The call of a timeline that is read a page at a time, but for its summary and who may. */
export const timelineCall = {
  spec: "added",
  because: "One line of time with money, messages, attempts, calls and decisions, in words.",
  params: idParams,
  query: z.strictObject({
    kind: z.enum(timelineKinds).optional(),
    /** The `next` of the page before. */
    before: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[\w-]{1,80}$/)
      .optional(),
  }),
  response: z.object({
    /** The subjects of its entries, for the reader. */
    kinds: z.array(z.enum(timelineKinds)),
    entries: z.array(
      timelineEntry.extend({
        /** Its own page, where the reader may open it. */
        link: z.string().nullable(),
        /** What an act changed, before and after, as text. */
        changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string() })),
      }),
    ),
    next: z.string().nullable(),
  }),
} as const;
