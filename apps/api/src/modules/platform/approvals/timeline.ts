/** Requests put before a second person, in the timeline of whom it is about. */
import { badge } from "@manilla/contract/badges";
import { sql } from "kysely";
import type { TimelineSource, TimelineSubjects, Timelines } from "../../../house/timelines.ts";

const sees = ["provider:can_view_approvals", "provider:can_decide_approvals"] as const;

const asked = <S>(of: TimelineSource<S>["of"]): TimelineSource<S> => ({
  name: "request",
  kind: "decisions",
  from: "approvals p join users m on m.id = p.maker_id left join users c on c.id = p.checker_id",
  of,
  id: "p.id",
  at: "coalesce(p.decided_at, p.created_at)",
  what: "p.title",
  detail: "coalesce(p.decision_reason, p.reason)",
  who: "coalesce(c.full_name, m.full_name)",
  data: "json_build_object('id', p.id, 'status', p.status)",
  says: ({ what, data }) => `${what}: ${badge("approval", String(data?.status)).label.toLowerCase()}`,
  page: ({ data }, may) => may(...sees) && `/admin/approvals/${String(data?.id)}`,
});

export const ofRequests: Timelines = {
  person: [{ ...asked<{ id: string }>(({ id }) => sql`p.payload ->> 'user_id' = ${id}::text`), can: sees }],
  company: [{ ...asked<{ id: string }>(({ id }) => sql`p.payload ->> 'company_id' = ${id}::text`), can: sees }],
  loan: [
    {
      ...asked<TimelineSubjects["loan"]>(
        ({ id, created_at }) => sql`
        p.created_at >= ${created_at}
          and (p.payload ->> 'loan_id' = ${id}::text or p.items @> jsonb_build_array(jsonb_build_object('loan_id', ${id}::text)))
      `,
      ),
      can: sees,
    },
  ],
};
