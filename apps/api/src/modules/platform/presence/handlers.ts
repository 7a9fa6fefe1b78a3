import { fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/platform/presence";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { getRow } from "../../../db/row.ts";

/** Presence ends this long after the last report. The browser reports every 20 seconds. */
const GONE_AFTER_SECONDS = 50;

interface Subject {
  subject: string;
  id: string;
}

/** Colleagues on a record; never the caller. */
async function othersOn(
  { db, session }: Context,
  { subject, id }: Subject,
): Promise<{ user_id: string; name: string; since: Date }[]> {
  const { rows } = await sql<{ user_id: string; name: string; since: Date }>`
    select p.user_id, u.full_name as name, p.since from presences p join users u on u.id = p.user_id
    where p.subject = ${subject} and p.subject_id = ${id} and p.user_id <> ${session.user_id}
      and p.seen_at > now() - make_interval(secs => ${GONE_AFTER_SECONDS}) order by p.since limit 20`.execute(db);
  return rows;
}

/** Asks the others' browsers to look again: at who is there, or at what `acted_by` has changed. */
async function tellOthers(
  { db }: Context,
  { subject, id }: Subject,
  others: readonly { user_id: string }[],
  acted_by?: string,
): Promise<void> {
  const payloads = others.map(({ user_id }) =>
    JSON.stringify({ user_id, event: "presence", data: { subject, id, ...(acted_by && { acted_by }) } }),
  );
  if (payloads.length > 0)
    await sql`select pg_notify('live', payload) from unnest(${payloads}::text[]) payload`.execute(db);
}

export const handlers: Handlers<typeof calls> = {
  async here(context, { body }) {
    const { rows } = await sql<{ is_new: boolean }>`
      with gone as (delete from presences where seen_at < now() - interval '10 minutes'),
        old as (
          select seen_at
          from presences
          where subject = ${body.subject} and subject_id = ${body.id} and user_id = ${context.session.user_id}
        )
      insert into presences (subject, subject_id, user_id)
      values (${body.subject}, ${body.id}, ${context.session.user_id})
      on conflict (subject, subject_id, user_id) do update set seen_at = now(),
      since = case
        when presences.seen_at < now() - make_interval(secs => ${GONE_AFTER_SECONDS}) then now()
        else presences.since
      end
      returning not exists (
        select 1 from old where seen_at > now() - make_interval(secs => ${GONE_AFTER_SECONDS})
      ) as is_new
    `.execute(context.db);
    const others = await othersOn(context, body);
    if (rows[0]?.is_new) await tellOthers(context, body, others);
    return { others };
  },

  async left(context, { body }) {
    await context.db
      .deleteFrom("presences")
      .where("subject", "=", body.subject)
      .where("subject_id", "=", body.id)
      .where("user_id", "=", context.session.user_id)
      .execute();
    await tellOthers(context, body, await othersOn(context, body));
    return {};
  },

  async acted(context, { body }) {
    const others = await othersOn(context, body);
    if (others.length === 0) return {};
    const { name, last_name } = await getRow(context.db, "users", context.session.user_id, ["name", "last_name"]);
    await tellOthers(context, body, others, fullName({ name, last_name }));
    return {};
  },
};
