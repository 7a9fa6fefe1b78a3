/** What complaints tell in a person's timeline: what both sides wrote. */
import { sql } from "kysely";
import type { Timelines } from "../../../house/timelines.ts";

const can = ["provider:can_handle_complaints"] as const;
const page = ({ data }: { data: Record<string, unknown> | null }): string => `/admin/complaints/${String(data?.id)}`;

export const ofComplaints: Timelines = {
  person: [
    {
      name: "complaint",
      kind: "calls",
      can,
      from: "complaints c join users u on u.id = c.user_id",
      of: ({ id }) => sql`c.user_id = ${id}`,
      id: "c.id",
      at: "c.created_at",
      what: "c.reference",
      detail: "c.text",
      who: "u.full_name",
      data: "json_build_object('id', c.id)",
      says: ({ what }) => `Complaint ${what}`,
      page,
    },
    {
      name: "complaint_answer",
      kind: "calls",
      can,
      from: "complaint_messages m join complaints c on c.id = m.complaint_id join users u on u.id = m.author_id",
      of: ({ id }) => sql`m.user_id = ${id}`,
      id: "m.id",
      at: "m.created_at",
      what: "c.reference",
      detail: "m.text",
      who: "u.full_name",
      data: "json_build_object('id', c.id, 'is_staff', m.is_staff)",
      says: ({ what, data }) => `${data?.is_staff ? "Answered" : "Wrote"} about complaint ${what}`,
      page,
    },
  ],
};
