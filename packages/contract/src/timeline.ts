/** One line of time of a record, in names and words. */
import { z } from "zod";
import { moment } from "./time.ts";

/** What its entries are about: one may look at some of them. */
export const timelineKinds = ["money", "messages", "attempts", "calls", "decisions", "changes"] as const;

export const timelineEntry = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  words: z.string(),
  detail: z.string().nullable(),
  who: z.string().nullable(),
  happened_at: moment,
});
export type TimelineEntry = z.output<typeof timelineEntry>;
