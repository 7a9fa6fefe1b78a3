/** What contacts tell in the timelines of a person and of their loans. */
import { sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import { type TimelineSource, type Timelines, personTab } from "../../../house/timelines.ts";

const contacts = <S>(of: TimelineSource<S>["of"]): TimelineSource<S> => ({
  name: "contact",
  kind: "calls",
  from: "assignment_contacts a join users u on u.id = a.admin_id",
  of,
  id: "a.id",
  at: "a.contacted_at",
  what: "a.outcome",
  detail: `concat_ws(
    ' ', a.note, case when a.promised_on is not null then 'Promised for ' || to_char(a.promised_on, 'DD Mon YYYY') || '.' end,
    case when a.call_again_on is not null then 'Call again on ' || to_char(a.call_again_on, 'DD Mon YYYY') || '.' end
  )`,
  amount: "a.promised_kobo",
  who: "u.full_name",
  data: personTab("contacts").data("a.user_id"),
  says: ({ what }) => `Contact: ${sentence(what).toLowerCase()}`,
  page: (row, may) => may("provider:can_view_users") && personTab("contacts").page(row),
});

export const ofContacts: Timelines = {
  person: [contacts(({ id }) => sql`a.user_id = ${id}`)],
  loan: [contacts(({ user_id, created_at }) => sql`a.user_id = ${user_id} and a.contacted_at >= ${created_at}`)],
};
