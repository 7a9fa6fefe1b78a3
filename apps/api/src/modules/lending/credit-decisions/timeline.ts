/** What the credit rules tell in the timelines of a person and of their loans. */
import { sql } from "kysely";
import type { TimelineSource, TimelineSubjects, Timelines } from "../../../house/timelines.ts";

const sees = "provider:can_view_bureau_reports";

const decisions = <S>(of: TimelineSource<S>["of"]): TimelineSource<S> => ({
  name: "rules",
  kind: "decisions",
  from: "credit_decisions d left join users u on u.id = coalesce(d.overruled_by, d.decided_by)",
  of,
  id: "d.id",
  at: "d.decided_at",
  what: "d.final_outcome",
  detail: "d.judgement -> 'reasons' ->> 0",
  who: "u.full_name",
  data: "json_build_object('id', d.id)",
  says: ({ what }) => `The credit rules: ${what}`,
  page: ({ data }, may) => may(sees) && `/admin/credit-decisions/${String(data?.id)}`,
});

export const ofDecisions: Timelines = {
  person: [{ ...decisions<{ id: string }>(({ id }) => sql`d.user_id = ${id}`), can: [sees] }],
  loan: [{ ...decisions<TimelineSubjects["loan"]>(({ id }) => sql`d.loan_id = ${id}`), can: [sees] }],
};
