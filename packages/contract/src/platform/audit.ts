import { z } from "zod";
import { list } from "../endpoint.ts";
import { moment } from "../time.ts";

/** A field that was changed, with names instead of ids and words instead of values. */
export const changeInWords = z.object({ field: z.string(), before: z.string().nullable(), after: z.string() });

export const auditRow = z.object({
  id: z.uuid(),
  recorded_at: moment,
  actor_id: z.uuid().nullable(),
  actor_name: z.string(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string().nullable(),
  reason: z.string().nullable(),
  network_address: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The name of the person, loan, company or product that it is about. */
  subject: z.string().nullable(),
  /** What differs, in words. */
  changes: z.array(changeInWords),
});

/** What the super administrator follows. */
export const auditTopics = ["rules", "rights", "tariffs"] as const;
export type AuditTopic = (typeof auditTopics)[number];

export const listAll = list("/admin/audit", {
  spec: "added",
  because: "Supervisors and the threat model ask who did what; the trail needs a reader.",
  summary: "Who did what, when, from where, before and after",
  can: ["provider:can_view_audit"],
  row: auditRow,
  search: ["action", "subject"],
  filters: {
    action: "text",
    topic: { kind: "choice", label: "Topic", options: auditTopics },
    subject_type: { kind: "text", label: "Subject" },
    subject_id: { kind: "text", label: "Subject id" },
    actor_id: "id",
  },
  sorts: ["recorded_at"],
  ranges: ["recorded_at"],
  default_sort: "-recorded_at",
});
