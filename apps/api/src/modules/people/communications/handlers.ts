import * as calls from "@manilla/contract/people/communications";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { InvalidFields, NotFound } from "../../../errors.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { abilitiesIn, actionsOn, changeWhere, lockRow } from "../../platform/states/index.ts";
import { createCommunication } from "./creating.ts";
import { reaching } from "./reaching.ts";
import { countRecipients, requireVisible } from "./recipients.ts";
import { checkTexts, render } from "./rendering.ts";
import { templates } from "./templates.ts";
import { personFor, readBy, rendered, testSend } from "./testing.ts";

type Communication = z.output<typeof calls.find.response>["communication"];

const COMMUNICATION = `
  c.id, c.name, c.channel, c.category, c.subject, c.body, c.segment, c.status, c.scheduled_at, c.total, c.approval_id,
  u.full_name as created_by, c.created_at, c.finished_at,
  ${["queued", "handed_over", "delivered", "failed", "bounced", "skipped"].map((state) => `(select count(*)::int from communication_messages m where m.communication_id = c.id and m.status = '${state}') as ${state}`).join(", ")}
`;
const COMMUNICATIONS = "communications c left join users u on u.id = c.created_by";
const communicationList = defineList(calls.listAll, {
  from: COMMUNICATIONS,
  rows_of: "communications c",
  select: COMMUNICATION,
  id: "c.id",
  search: "folded(c.name)",
});
const messageList = defineList(calls.messages, {
  from: "communication_messages m join users u on u.id = m.user_id",
  rows_of: "communication_messages m",
  select: "m.id, m.user_id, u.name, u.last_name, m.status, m.reason, m.sent_at, m.delivered_at, m.created_at",
  id: "m.id",
  search: "u.search_text",
});

/** The same condition as the trouble of the homes counts (lending/daily-statistics). */
const undeliveredList = defineList(calls.undelivered, {
  from: "message_deliveries d join users u on u.id = d.user_id",
  select: `
    d.job_id as id, d.user_id, u.name, u.last_name, u.phone, d.channel, d.outcome, d.reason, d.started_at
  `,
  id: "d.job_id",
  search: "u.search_text",
});

async function findCommunication(db: Database | Tx, context: Context, id: string): Promise<Communication> {
  const { rows } = await sql<Communication>`
    select ${sql.raw(COMMUNICATION)} from ${sql.raw(COMMUNICATIONS)} where c.id = ${id}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This message");
  return { ...rows[0], abilities: abilitiesIn(context, calls, rules)(rows[0]) };
}

const lock = lockRow("communications");
const rules = { cancel: {} } as const;
const act = actionsOn({
  calls,
  rules,
  noun: "communication",
  name: "message",
  audits: ({ id }) => ({ subject_type: "communication", subject_id: id }),
  lock,
  answer: async (tx, context, id) => ({ communication: await findCommunication(tx, context, id) }),
});

/** What has not been sent yet is not sent any more. */
async function stopMessages(tx: Tx, communication_id: string): Promise<void> {
  await tx.updateTable("communications").set({ finished_at: clock.now() }).where("id", "=", communication_id).execute();
  await changeWhere(tx, {
    noun: "message",
    action: "skip",
    where: sql`communication_id = ${communication_id}`,
    set: { reason: "The message was stopped.", sent_at: null },
    actor: SYSTEM,
    reason: "The message was stopped.",
  });
}

export const handlers: Handlers<typeof calls> = {
  undelivered: () => undeliveredList.scoped(sql`d.outcome in ('failed', 'bounced') and d.user_id is not null`),
  ...templates,
  ...reaching,

  preview: async ({ db }, { body }) => rendered(body, await personFor(db, body.user_id, body.channel)),
  testSend: (context, { body }) => testSend(context, body),
  async countSegment(context, { body }) {
    requireVisible(context, body.segment);
    return countRecipients(context.db, body.segment, body.channel, body.category);
  },

  async create(context, { body }) {
    checkTexts({
      channel: body.channel,
      body: body.body,
      ...(body.subject !== undefined && { subject: body.subject }),
    });
    if (body.scheduled_at && Date.parse(body.scheduled_at) < clock.milliseconds())
      throw new InvalidFields({ scheduled_at: ["this time has passed"] });
    requireVisible(context, body.segment);
    const { people } = await countRecipients(context.db, body.segment, body.channel, body.category);
    if (people === 0) throw new InvalidFields({ segment: ["this segment is empty"] });
    const read = await readBy(context.db, body, body.segment);
    if (read.people > 0 && read.left_out === read.people)
      throw new InvalidFields({ body: ["nobody in this segment has the figures that this text names"] });
    return context.once(async (tx) => {
      const said = read.reader ? [body.subject ?? "", body.body].map((text) => render(text, read.reader!)) : [];
      const meant = { people, read: said.join("\n") };
      const { id, approval_id } = await createCommunication(tx, context, body, meant);
      return { communication: await findCommunication(tx, context, id), approval_id };
    });
  },
  listAll: (context) => communicationList.scoped(sql`true`, undefined, abilitiesIn(context, calls, rules)),
  find: async (context, { params }) => ({ communication: await findCommunication(context.db, context, params.id) }),
  cancel: act(calls.cancel, { audit: "communication_cancelled", does: (tx, _, { id }) => stopMessages(tx, id) }),
  messages: (_, { params }) => messageList.scoped(sql`m.communication_id = ${params.id}`),
};
