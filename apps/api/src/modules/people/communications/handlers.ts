import * as calls from "@manilla/contract/people/communications";
import { channels, unknownVariables } from "@manilla/contract/people/message-variables";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context, Handlers } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { Conflict, InvalidFields, NotFound, StaleVersion } from "../../../http/errors.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { abilitiesIn, actionsOn, changeWhere, lockRow } from "../../platform/states/index.ts";
import { requireCustomer } from "../people/index.ts";
import { type Addressee, addressees, countRecipients } from "./recipients.ts";
import { render, smsParts } from "./rendering.ts";
import { suppressionsOf } from "./suppressions.ts";
import { readLink } from "./unsubscribing.ts";

type Template = z.output<typeof calls.createTemplate.response>["template"];
type Communication = z.output<typeof calls.find.response>["communication"];
type Texts = Pick<z.output<typeof calls.createTemplate.body>, "channel" | "subject" | "body">;

const TEMPLATE = `
    t.id, t.name, t.channel, t.category, t.subject, t.body, u.name || ' ' || u.last_name as created_by, t.created_at,
    t.updated_at, t.version
  `;
const templateList = defineList(calls.listTemplates, {
  from: "communication_templates t left join users u on u.id = t.created_by",
  rows_of: "communication_templates t",
  select: TEMPLATE,
  id: "t.id",
  search: "folded(t.name || ' ' || t.body)",
});
const COMMUNICATION = `
  c.id, c.name, c.channel, c.category, c.subject, c.body, c.segment, c.status, c.scheduled_at, c.total, c.approval_id,
  u.name || ' ' || u.last_name as created_by, c.created_at, c.finished_at,
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

async function findTemplate(db: Database | Tx, id: string): Promise<Template> {
  const { rows } = await sql<Template>`
      select ${sql.raw(TEMPLATE)}
      from communication_templates t
      left join users u on u.id = t.created_by
      where t.id = ${id} and t.deleted_at is null
    `.execute(db);
  if (!rows[0]) throw new NotFound("This template");
  return rows[0];
}
async function findCommunication(db: Database | Tx, context: Context, id: string): Promise<Communication> {
  const { rows } = await sql<Communication>`
    select ${sql.raw(COMMUNICATION)} from ${sql.raw(COMMUNICATIONS)} where c.id = ${id}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This message");
  return { ...rows[0], abilities: abilitiesIn(context, calls, rules)(rows[0]) };
}

/** @throws InvalidFields for variables that do not exist, and a mail without subject */
function checkTexts({ channel, subject, body }: Texts): void {
  const wrong = (text: string | undefined) => unknownVariables(text ?? "").map((name) => `{{${name}}} is no variable`);
  const problems = {
    subject: [...(channel === "mail" && !subject ? ["this field is required"] : []), ...wrong(subject)],
    body: wrong(body),
  };
  const fields = Object.fromEntries(Object.entries(problems).filter(([, messages]) => messages.length > 0));
  if (Object.keys(fields).length > 0) throw new InvalidFields(fields);
}

const taken = (error: unknown): never => {
  if ((error as { code?: string }).code === "23505")
    throw new InvalidFields({ name: ["another template has this name"] });
  throw error;
};

async function personFor(db: Database, user_id: string, channel: string): Promise<Addressee> {
  await requireCustomer(db, user_id);
  const [person] = await addressees(db, [user_id], channel);
  if (!person) throw new NotFound("This person");
  return person;
}
const rendered = (texts: Texts, person: Addressee) => {
  checkTexts(texts);
  const body = render(texts.body, person);
  return {
    subject: texts.subject ? render(texts.subject, person) : null,
    body,
    parts: texts.channel === "sms" ? smsParts(body) : 1,
  };
};

/** To oneself, with somebody's values. */
async function testSend(context: Context, body: z.output<typeof calls.testSend.body>): Promise<{ sent_to: string }> {
  const { session, queue, db } = context;
  const text = rendered(body, await personFor(db, body.user_id, body.channel));
  const me = await db
    .selectFrom("users")
    .select(["email", "phone"])
    .where("id", "=", session.user_id)
    .executeTakeFirstOrThrow();
  const reference = `test:${context.idempotency_key ?? uuidv7()}`;
  if (body.channel === "sms" && !me.phone) throw new Conflict("Your own account has no phone number.", "no_phone");
  if (body.channel === "sms") await queue.send(db, "send-sms", { to: me.phone ?? "", text: text.body, reference });
  else if (body.channel === "push")
    await queue.send(db, "send-push", {
      user_id: session.user_id,
      title: text.subject ?? "Test",
      body: text.body,
      reference,
    });
  else
    await queue.send(db, "send-mail", {
      to: me.email,
      subject: `[Test] ${text.subject ?? "Message"}`,
      text: text.body,
      reference,
    });
  return { sent_to: body.channel === "sms" ? `•••${(me.phone ?? "").slice(-4)}` : me.email };
}

/** Nobody wants the same words to reach the same people twice within these minutes; who does, cancels the first or waits. */
const MINUTES_OF_THE_SAME = 10;

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

async function createCommunication(tx: Tx, context: Context, body: z.output<typeof calls.create.body>, people: number) {
  const id = uuidv7();
  const { segment, scheduled_at, template_id, subject, ...texts } = body;
  await requireNew(tx, context.session.user_id, body);
  const isAlone = people === 1;
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
  await recordAudit(tx, actorOf(context), {
    action: "communication_created",
    subject_type: "communication",
    subject_id: id,
    after: { name: body.name, channel: body.channel, people },
  });
  if (isAlone) await context.queue.send(tx, "send-communication", { communication_id: id });
  const approval_id = isAlone
    ? null
    : await requestApproval(tx, context, {
        kind: "send_to_many",
        title: `${body.name}: ${body.channel.replace("_", "-")} to ${people} people`,
        payload: { communication_id: id },
        before: { subject: subject ?? null, body: body.body, segment: JSON.stringify(segment) },
        item_count: people,
      });
  if (approval_id) await tx.updateTable("communications").set({ approval_id }).where("id", "=", id).execute();
  return { communication: await findCommunication(tx, context, id), approval_id };
}

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
  listTemplates: () => templateList.scoped(sql`t.deleted_at is null`),
  createTemplate: (context, { body }) =>
    context.db
      .transaction()
      .execute(async (tx) => {
        checkTexts(body);
        const id = uuidv7();
        await tx
          .insertInto("communication_templates")
          .values({ id, ...body, subject: body.subject ?? null, created_by: context.session.user_id })
          .execute();
        await recordAudit(tx, actorOf(context), {
          action: "template_created",
          subject_type: "communication_template",
          subject_id: id,
          after: body,
        });
        return { template: await findTemplate(tx, id) };
      })
      .catch(taken),
  updateTemplate: (context, { params, body }) =>
    context.db
      .transaction()
      .execute(async (tx) => {
        checkTexts(body);
        const before = await findTemplate(tx, params.id);
        const { version, ...texts } = body;
        const { numUpdatedRows } = await tx
          .updateTable("communication_templates")
          .set(({ eb }) => ({
            ...texts,
            subject: texts.subject ?? null,
            updated_at: clock.now(),
            version: eb("version", "+", 1),
          }))
          .where("id", "=", params.id)
          .where("version", "=", version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new StaleVersion();
        await recordAudit(tx, actorOf(context), {
          action: "template_changed",
          subject_type: "communication_template",
          subject_id: params.id,
          before: { ...before },
          after: texts,
        });
        return { template: await findTemplate(tx, params.id) };
      })
      .catch(taken),
  removeTemplate: (context, { params }) =>
    context.db.transaction().execute(async (tx) => {
      await findTemplate(tx, params.id);
      await tx
        .updateTable("communication_templates")
        .set({ deleted_at: clock.now() })
        .where("id", "=", params.id)
        .execute();
      await recordAudit(tx, actorOf(context), {
        action: "template_deleted",
        subject_type: "communication_template",
        subject_id: params.id,
      });
      return { id: params.id };
    }),

  preview: async ({ db }, { body }) => rendered(body, await personFor(db, body.user_id, body.channel)),
  testSend: (context, { body }) => testSend(context, body),
  countSegment: ({ db }, { body }) => countRecipients(db, body.segment, body.channel, body.category),

  async create(context, { body }) {
    checkTexts({
      channel: body.channel,
      body: body.body,
      ...(body.subject !== undefined && { subject: body.subject }),
    });
    if (body.scheduled_at && Date.parse(body.scheduled_at) < clock.milliseconds())
      throw new InvalidFields({ scheduled_at: ["this time has passed"] });
    const { people } = await countRecipients(context.db, body.segment, body.channel, body.category);
    if (people === 0) throw new InvalidFields({ segment: ["nobody stands in this segment"] });
    return context.once((tx) => createCommunication(tx, context, body, people));
  },
  listAll: (context) => communicationList.scoped(sql`true`, undefined, abilitiesIn(context, calls, rules)),
  find: async (context, { params }) => ({ communication: await findCommunication(context.db, context, params.id) }),
  cancel: act(calls.cancel, { audit: "communication_cancelled", does: (tx, _, { id }) => stopMessages(tx, id) }),
  messages: (_, { params }) => messageList.scoped(sql`m.communication_id = ${params.id}`),

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
      await recordAudit(tx, actorOf(context), {
        action: "suppression_lifted",
        subject_type: "user",
        subject_id: params.id,
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
        await recordAudit(tx, actorOf(context), {
          action: "contact_preferences_changed",
          subject_type: "user",
          subject_id: context.session.user_id,
          after: { preferences: body.preferences },
        });
      return { preferences: await preferencesOf(tx, context.session.user_id) };
    }),
  async unsubscribe(context, { params }) {
    const { user_id, channel } = readLink(context, params.token);
    const person = await context.db
      .selectFrom("users")
      .select("id")
      .where("id", "=", user_id)
      .where("erased_at", "is", null)
      .executeTakeFirst();
    if (!person) throw new NotFound("This link");
    await setPreference(context.db, user_id, channel, false);
    return { channel };
  },
};
