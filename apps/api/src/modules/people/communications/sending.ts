/** Sending: in batches of a job that may be killed at any place; each message is decided once, with its reason. */
import { variables } from "@manilla/contract/people/message-variables";
import { sql } from "kysely";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { Jobs } from "../../../db/queue.ts";
import { findRow } from "../../../db/row.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note, notify } from "../../platform/notifications/index.ts";
import * as messages from "./messages.ts";
import { move, referenceOf } from "./handing-over.ts";
import { type Addressee, type Segment, addressees, idsOf, mostReached } from "./recipients.ts";
import { emptyFigure, isQuiet, render } from "./rendering.ts";
import { unsubscribeLink } from "./unsubscribing.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";

const MESSAGES_A_BATCH = 200;
const LOOK_AGAIN_SECONDS = 900;

export interface Communication {
  id: string;
  name: string;
  channel: string;
  category: string;
  subject: string | null;
  body: string;
  status: string;
  segment: unknown;
  scheduled_at: Date | null;
  /** People, as they were counted when it was made. */
  total: number;
  approval_id: string | null;
  created_by: string | null;
}

const lagosHour = (): number => new Date(clock.milliseconds() + 3_600_000).getUTCHours();

/** Not sent: the segment holds more people by now than its maker, or its approver, has seen. Its maker is given the reason and may send it again. */
async function stopOutgrown(tx: Tx, { id, name, total, created_by }: Communication, people: number): Promise<void> {
  const said = messages.outgrown({ id, name, people, counted: total });
  await changeWhere(tx, {
    noun: "communication",
    action: "outgrow",
    where: sql`id = ${id}`,
    set: { finished_at: clock.now() },
    actor: SYSTEM,
    reason: said.body,
  });
  if (created_by) await note(tx, created_by, said);
}

/** Writes down who is meant, once and with one look: later changes of the list do not add anybody. */
async function expand(app: App, communication: Communication): Promise<void> {
  const { id, segment, total, approval_id } = communication;
  await app.db.transaction().execute(async (tx) => {
    const held = await findRow(tx, "communications", id, ["status"], { lock: true });
    if (held?.status !== "scheduled") return;
    const most = mostReached(total, approval_id !== null);
    const { rows } = await sql<{ people: number }>`
      with meant as materialized (select s.id from (${idsOf(segment as Segment)}) s),
        counted as (select count(*)::int as people from meant),
        written as (
          insert into communication_messages (id, communication_id, user_id)
          select gen_random_uuid(), ${id}, meant.id
          from meant, counted
          where counted.people <= ${most}
          on conflict do nothing
        )
      select people from counted
    `.execute(tx);
    const { people } = rows[0]!;
    if (people > most) return stopOutgrown(tx, communication, people);
    const set = { total: people };
    await changeWhere(tx, { noun: "communication", action: "send", where: sql`id = ${id}`, set, actor: SYSTEM });
  });
}

/** Why a person is not written to; null when they are. */
function whyNot(
  person: Addressee | undefined,
  { channel, category, subject, body }: Communication,
  most: number,
): string | null {
  if (!person) return "The person is no longer there.";
  if (person.is_blacklisted) return "The person is on the blacklist.";
  if (channel === "sms" && !person.phone) return "There is no phone number.";
  if (person.suppression) return person.suppression;
  const empty = emptyFigure([subject, body], person);
  if (empty) return `The text would have no figure: ${variables[empty].toLowerCase()}.`;
  if (category !== "marketing") return null;
  if (person.is_opted_out) return "The person does not want offers by this way.";
  return person.marketing_this_week >= most ? `The person was sent ${most} offers in seven days already.` : null;
}

/** The jobs of a batch, by the way that they go. */
interface Batch {
  mails: Jobs["send-mail"][];
  texts: Jobs["send-sms"][];
  pushes: Jobs["send-push"][];
}

async function dispatch(
  app: App,
  tx: Tx,
  batch: Batch,
  message_id: string,
  person: Addressee,
  communication: Communication,
): Promise<void> {
  const body = render(communication.body, person);
  const subject = render(communication.subject ?? communication.name, person);
  const reference = referenceOf(message_id);
  const is_offer = communication.category === "marketing";
  const footer = is_offer
    ? `\n\nNo more offers by this way: ${unsubscribeLink(app, person.id, communication.channel)}`
    : "";
  if (communication.channel === "mail")
    batch.mails.push({ to: person.email, subject, text: `${body}${footer}`, reference });
  else if (communication.channel === "sms")
    batch.texts.push({ to: person.phone ?? "", text: body, reference, is_offer });
  else if (communication.channel === "push") batch.pushes.push({ user_id: person.id, title: subject, body, reference });
  else await notify(tx, { user_id: person.id, kind: is_offer ? "offer" : "message", title: subject, body });
}

/** @returns whether there may be more */
async function sendBatch(app: App, communication: Communication, most: number): Promise<boolean> {
  return app.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; user_id: string }>`
      select m.id, m.user_id
      from communication_messages m
      join communications c on c.id = m.communication_id and c.status = 'sending'
      where m.communication_id = ${communication.id} and m.status = 'waiting'
      order by m.id
      limit ${MESSAGES_A_BATCH}
      for update of m skip locked
    `.execute(tx);
    const people = new Map(
      (
        await addressees(
          tx,
          rows.map(({ user_id }) => user_id),
          communication.channel,
          communication.category,
        )
      ).map((person) => [person.id, person]),
    );
    const batch: Batch = { mails: [], texts: [], pushes: [] };
    const sent: string[] = [];
    const skipped = new Map<string, string[]>();
    for (const { id, user_id } of rows) {
      const person = people.get(user_id);
      const reason = whyNot(person, communication, most);
      if (reason !== null || !person) skipped.set(reason ?? "", [...(skipped.get(reason ?? "") ?? []), id]);
      else {
        await dispatch(app, tx, batch, id, person, communication);
        sent.push(id);
      }
    }
    await app.queue.sendMany(tx, "send-mail", batch.mails);
    await app.queue.sendMany(tx, "send-sms", batch.texts);
    await app.queue.sendMany(tx, "send-push", batch.pushes);
    const isInApp = communication.channel === "in_app";
    await move(tx, sent, "waiting", isInApp ? "show" : "queue");
    if (sent.length > 0)
      await tx
        .updateTable("communication_messages")
        .set({ sent_at: clock.now(), ...(isInApp && { delivered_at: clock.now() }) })
        .where("id", "in", sent)
        .execute();
    for (const [reason, ids] of skipped) {
      await move(tx, ids, "waiting", "skip", reason);
      await tx.updateTable("communication_messages").set({ reason }).where("id", "in", ids).execute();
    }
    return rows.length === MESSAGES_A_BATCH;
  });
}

/** The job: waits for its time and for the end of the quiet hours, then sends what is waiting. */
export async function sendCommunication(app: App, communication_id: string): Promise<void> {
  const communication = await app.db
    .selectFrom("communications")
    .selectAll()
    .where("id", "=", communication_id)
    .executeTakeFirst();
  if (!communication || !["scheduled", "sending"].includes(communication.status)) return;
  const wait = communication.scheduled_at
    ? Math.ceil((communication.scheduled_at.getTime() - clock.milliseconds()) / 1_000)
    : 0;
  const isDisturbing = communication.channel === "sms" || communication.channel === "push";
  const [from, to, most] = [
    await readSetting(app.db, "quiet_hours_from"),
    await readSetting(app.db, "quiet_hours_to"),
    await readSetting(app.db, "marketing_messages_a_week"),
  ];
  const isNight = isDisturbing && isQuiet(lagosHour(), from, to);
  if (wait > 0 || isNight)
    return app.queue.send(
      app.db,
      "send-communication",
      { communication_id },
      { after_seconds: wait > 0 ? Math.min(wait, 86_400) : LOOK_AGAIN_SECONDS },
    );
  if (communication.status === "scheduled") await expand(app, communication);
  let isMore = true;
  while (isMore) isMore = await sendBatch(app, communication, most);
  await changeWhere(app.db, {
    noun: "communication",
    action: "finish",
    where: sql`
      id = ${communication_id}
        and not exists (
          select 1 from communication_messages m where m.communication_id = ${communication_id} and m.status = 'waiting'
        )
    `,
    set: { finished_at: clock.now() },
    actor: SYSTEM,
  });
}

/** Registers the worker. */
export async function sendCommunications(app: App): Promise<void> {
  await app.queue.work("send-communication", ({ communication_id }) => sendCommunication(app, communication_id));
}
