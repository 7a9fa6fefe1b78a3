/** How a person may be reached: what was sent to them, their preferences, and ways that do not work. */
import type * as calls from "@manilla/contract/people/communications";
import { channels } from "@manilla/contract/people/message-variables";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { requireCustomer } from "../people/index.ts";
import { addressees } from "./recipients.ts";
import { render } from "./rendering.ts";
import { suppressionsOf } from "./suppressions.ts";
import { readLink } from "./unsubscribing.ts";

async function preferencesOf(db: Database | Tx, user_id: string) {
  const rows = await db
    .selectFrom("contact_preferences")
    .select(["channel", "is_allowed"])
    .where("user_id", "=", user_id)
    .execute();
  return channels.map((channel) => ({
    channel,
    is_allowed: rows.find((row) => row.channel === channel)?.is_allowed ?? true,
  }));
}
/** @returns whether that changed anything */
async function setPreference(
  tx: Tx | Database,
  user_id: string,
  channel: string,
  is_allowed: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    insert into contact_preferences as p (user_id, channel, is_allowed)
    values (${user_id}, ${channel}, ${is_allowed})
    on conflict (user_id, channel) do update set is_allowed = excluded.is_allowed, changed_at = ${clock.now()}
    where p.is_allowed <> excluded.is_allowed
    returning 1
  `.execute(tx);
  return rows.length > 0;
}

/** @throws NotFound for a link that we did not make, and where the person is erased */
async function personOfLink(context: Context, token: string): Promise<ReturnType<typeof readLink>> {
  const link = readLink(context, token);
  const person = await findRow(context.db, "users", link.user_id, ["erased_at"]);
  if (!person || person.erased_at) throw new NotFound("This link");
  return link;
}

export const reaching: Pick<
  Handlers<typeof calls>,
  "ofPerson" | "liftSuppression" | "findPreferences" | "updatePreferences" | "findUnsubscribe" | "unsubscribe"
> = {
  async ofPerson({ db }, { params }) {
    await requireCustomer(db, params.id);
    const [person] = await addressees(db, [params.id], "mail");
    const { rows } = await sql<z.output<typeof calls.ofPerson.response>["messages"][number]>`
      select m.id, c.name as communication, c.channel, c.category, c.subject, c.body, m.status, m.reason, m.sent_at,
        m.delivered_at
      from communication_messages m
      join communications c on c.id = m.communication_id
      where m.user_id = ${params.id}
      order by m.created_at desc
      limit 100
    `.execute(db);
    // As it would read today: what was in the braces is not kept beside the log.
    const shown = (text: string | null) => (text && person ? render(text, person) : text);
    return {
      messages: rows.map((row) => ({ ...row, subject: shown(row.subject), body: shown(row.body) })),
      preferences: await preferencesOf(db, params.id),
      suppressions: (await suppressionsOf(db, params.id)) as z.output<typeof calls.ofPerson.response>["suppressions"],
    };
  },
  liftSuppression: (context, { params, body }) =>
    context.db.transaction().execute(async (tx) => {
      await requireCustomer(tx, params.id);
      const lifted = await tx
        .deleteFrom("suppressions")
        .where("user_id", "=", params.id)
        .where("channel", "=", body.channel)
        .returning("reason")
        .executeTakeFirst();
      if (!lifted) throw new NotFound("This stop");
      await recordAudit(tx, context, "suppression_lifted", ["user", params.id], {
        before: { channel: body.channel, reason: lifted.reason },
        reason: body.reason,
      });
      return { channel: body.channel };
    }),

  findPreferences: async ({ db, session }) => ({ preferences: await preferencesOf(db, session.user_id) }),
  updatePreferences: (context, { body }) =>
    context.db.transaction().execute(async (tx) => {
      let isChanged = false;
      for (const { channel, is_allowed } of body.preferences)
        isChanged = (await setPreference(tx, context.session.user_id, channel, is_allowed)) || isChanged;
      if (isChanged)
        await recordAudit(tx, context, "contact_preferences_changed", ["user", context.session.user_id], {
          after: { preferences: body.preferences },
        });
      return { preferences: await preferencesOf(tx, context.session.user_id) };
    }),
  async findUnsubscribe(context, { params }) {
    const { user_id, channel } = await personOfLink(context, params.token);
    const preference = (await preferencesOf(context.db, user_id)).find((one) => one.channel === channel);
    return { channel, is_ended: preference?.is_allowed === false };
  },
  async unsubscribe(context, { params }) {
    const { user_id, channel } = await personOfLink(context, params.token);
    await setPreference(context.db, user_id, channel, false);
    return { channel };
  },
};
