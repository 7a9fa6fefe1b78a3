/** What changes of state tell in a record's timeline. */
import { sql } from "kysely";
import type { TimelineSource } from "../../../house/timelines.ts";
import type { Noun } from "./change.ts";

/** Leaves out a change of state whose act has an audit record of the same transaction. */
export const notOnRecord = (subject_type: string) => sql`
  not exists (
    select 1
    from audit_records r
    where r.subject_type = ${subject_type} and r.subject_id = t.subject_id::text and r.recorded_at = t.happened_at
  )
`;

/** The transitions `t` of a record and of what belongs to it. @param says the state that it came to, in words */
export const statesTold = <Subject extends { id: string }>(
  noun: Noun,
  says: (to: string, from: string | null, what: string) => string,
  more: Partial<TimelineSource<Subject>> = {},
): TimelineSource<Subject> => ({
  name: noun,
  kind: "changes",
  from: "transitions t",
  of: ({ id }) => sql`t.subject_id = ${id} and t.noun = ${noun}`,
  id: "t.id",
  at: "t.happened_at",
  what: "t.to_state",
  detail: "t.reason",
  who: "t.actor_name",
  data: "json_build_object('from', t.from_state, 'to', t.to_state)",
  says: ({ what, data }) => says(String(data?.to), (data?.from ?? null) as string | null, what),
  ...more,
});
