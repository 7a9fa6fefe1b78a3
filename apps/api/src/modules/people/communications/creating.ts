/** A message that somebody makes: to one person it goes at once, to several, in large numbers or with a foreign link after a second person has agreed. */
import type * as calls from "@manilla/contract/people/communications";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { counted } from "@manilla/contract/formats";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";
import { foreignLinks } from "../../../foreign-links.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";

/** The same text to the same people is refused within these minutes: cancel the first, or wait. */
const MINUTES_OF_THE_SAME = 10;
/** Messages to single people that one colleague sends within an hour without a second person: more are a message to many, one by one. */
export const SINGLE_MESSAGES_AN_HOUR = 20;

/** @throws Conflict when the same person has just made the same message */
async function requireNew(
  tx: Tx,
  user_id: string,
  { channel, subject, body, segment, scheduled_at }: z.output<typeof calls.create.body>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`communications of ${user_id}`}))`.execute(tx);
  const { rows } = await sql`
    select 1
    from communications
    where created_by = ${user_id}
      and status <> 'cancelled'
      and created_at > now() - make_interval(mins => ${MINUTES_OF_THE_SAME})
      and channel = ${channel}
      and subject is not distinct from ${subject ?? null}
      and body = ${body}
      and segment = ${JSON.stringify(segment)}::jsonb
      and scheduled_at is not distinct from ${scheduled_at ?? null}::timestamptz
    limit 1
  `.execute(tx);
  if (rows.length > 0)
    throw new Conflict(
      "You made the same message a moment ago. Cancel that one first, or wait ten minutes.",
      "just_done",
    );
}

/** How many messages somebody has made in an hour that no second person looked at. The caller holds the lock of {@link requireNew}. */
async function singlesOf(tx: Tx, user_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from communications
    where created_by = ${user_id} and approval_id is null and created_at > ${clock.now()}::timestamptz - interval '1 hour'
  `.execute(tx);
  return rows[0]!.count;
}

interface Meant {
  people: number;
  /** The text as the first of them reads it: a link may hide in a value. */
  read: string;
}

/** Why a second person looks at a message before it leaves; none where it goes at once. */
async function whyTwo(
  tx: Tx,
  { session, config }: Context,
  { name, subject, body }: z.output<typeof calls.create.body>,
  { people, read }: Meant,
): Promise<string[]> {
  // Without a subject the name is read above the text.
  const links = foreignLinks([subject ?? name, body, read].join("\n"), config.public_url);
  const singles = await singlesOf(tx, session.user_id);
  return [
    ...(people > 1 ? [`It goes to ${counted(people, "person", "people")}.`] : []),
    ...(links.length > 0 ? [`It leads to another site than our own: ${links.join(", ")}`] : []),
    ...(singles >= SINGLE_MESSAGES_AN_HOUR
      ? [`Its maker has written to ${counted(singles, "single person", "single people")} within an hour.`]
      : []),
  ];
}

/**
 * Keeps a message and sends it, or puts it before a second person.
 * @throws Conflict when the same person has just made the same message
 */
export async function createCommunication(
  tx: Tx,
  context: Context,
  body: z.output<typeof calls.create.body>,
  meant: Meant,
): Promise<{ id: string; approval_id: string | null }> {
  const id = uuidv7();
  const { segment, scheduled_at, template_id, subject, ...texts } = body;
  const { people } = meant;
  await requireNew(tx, context.session.user_id, body);
  const because = await whyTwo(tx, context, body, meant);
  const isAlone = because.length === 0;
  await tx
    .insertInto("communications")
    .values({
      id,
      ...texts,
      subject: subject ?? null,
      template_id: template_id ?? null,
      segment: JSON.stringify(segment),
      scheduled_at: scheduled_at ? new Date(scheduled_at) : null,
      status: isAlone ? "scheduled" : "waiting",
      total: people,
      created_by: context.session.user_id,
    })
    .execute();
  await recordAudit(tx, context, "communication_created", ["communication", id], {
    after: { name: body.name, channel: body.channel, people },
  });
  if (isAlone) await context.queue.send(tx, "send-communication", { communication_id: id });
  const approval_id = isAlone
    ? null
    : await requestApproval(tx, context, {
        kind: "send_to_many",
        title: `${body.name}: ${body.channel === "sms" ? "SMS" : body.channel.replace("_", "-")} to ${counted(people, "person", "people")}`,
        payload: { communication_id: id, because },
        before: { subject: subject ?? null, body: body.body, segment: JSON.stringify(segment) },
        item_count: people,
      });
  if (approval_id) await tx.updateTable("communications").set({ approval_id }).where("id", "=", id).execute();
  return { id, approval_id };
}
