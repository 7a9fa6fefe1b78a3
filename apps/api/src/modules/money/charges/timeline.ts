/** What debits tell in the timelines of a person and of their loans. */
import { naira, sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { TimelineSource, TimelineSubjects, Timelines } from "../../../house/timelines.ts";

const sees = ["provider:can_view_repayment_cards", "provider:can_view_repayments"] as const;

const debits = <S>(of: TimelineSource<S>["of"]): TimelineSource<S> => ({
  name: "debit",
  kind: "attempts",
  from: "charges c left join users u on u.id = c.requested_by",
  of,
  id: "c.id",
  at: "coalesce(c.settled_at, c.created_at)",
  what: "c.status",
  detail: "c.failure",
  amount: "c.amount_kobo",
  who: "u.full_name",
  data: "json_build_object('reference', c.reference)",
  says: ({ what, amount_kobo }) => `Debit of ${naira(amount_kobo!)}: ${sentence(what).toLowerCase()}`,
  page: ({ data }, may) => may(...sees) && `/admin/repayments/debits?search=${String(data?.reference)}`,
});

export const ofDebits: Timelines = {
  person: [{ ...debits<{ id: string }>(({ id }) => sql`c.user_id = ${id}`), can: sees }],
  loan: [
    {
      ...debits<TimelineSubjects["loan"]>(({ id, user_id }) => sql`c.user_id = ${user_id} and c.loan_id = ${id}`),
      can: sees,
    },
  ],
};
