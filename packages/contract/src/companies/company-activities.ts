/** What happened in a company, as its people tell it (R059, R060): each activity has three wordings: for its actor, for its subject, for everybody else. */
import { z } from "zod";
import { get } from "../endpoint.ts";
import { activityTypes, addedActivities } from "../platform/activities.ts";
import { moment } from "../time.ts";

const activity = z.object({
  id: z.string(),
  type: z.enum([...activityTypes, ...addedActivities]),
  /** Importance (A78, K031, K032). */
  level: z.int().min(1).max(3),
  /** For whom reads it: who made it, whom it concerns, or anybody else. */
  words: z.string(),
  /** Of whom and what the words are made. */
  data: z.object({ creator: z.string(), target: z.string(), product: z.string().nullable() }),
  users: z.array(
    z.object({ id: z.uuid(), name: z.string(), pivot: z.object({ position: z.enum(["creator", "target"]) }) }),
  ),
  happened_at: moment,
});
const whose = {
  audience: "corporate",
  can: ["company:can_view_staff", "company:can_view_loans"],
  params: z.strictObject({ company_id: z.uuid() }),
} as const;

/** C230. */
export const listAll = get("/companies/activities/{company_id}", {
  spec: "C230",
  summary: "What happened in the company, the newest first; of loans for those who may see loans",
  ...whose,
  /** The last one of the page before: several may have its moment. */
  query: z.strictObject({
    before: z.iso.datetime({ offset: true }).optional(),
    before_id: z.string().max(120).optional(),
  }),
  response: z.object({ activities: z.array(activity), has_more: z.boolean() }),
});

/** C231. */
export const recent = get("/companies/activities/recent/{company_id}", {
  spec: "C231",
  summary: "The last ten things that happened in the company",
  ...whose,
  response: z.object({ activities: z.array(activity) }),
});
