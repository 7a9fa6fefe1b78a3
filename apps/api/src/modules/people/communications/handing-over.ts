/** Hands messages to the providers; the row is written before the call. After a crash a text message is asked for; a mail or push goes again under its id. */
import { sql } from "kysely";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { smsText } from "@manilla/contract/sms";
import { AddressRefused } from "../../../outside/http.ts";
import type { Taken } from "../../../outside/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { complaintClock, readContacts, readSetting, waysToReach } from "../../platform/configuration/index.ts";
import { changeStates } from "../../platform/states/index.ts";
import { noteFailure } from "./suppressions.ts";

type Way = "mail" | "sms" | "push";
interface Handing {
  job_id: string;
  channel: Way;
  reference: string;
  /** Whose it is, by number, address or id. */
  to: string;
  send(): Promise<Taken>;
  /** The outcome of an earlier attempt that got no answer. */
  find?(since: Date): Promise<Taken | undefined>;
}

const AT_ONCE = 4;
const STUCK_AFTER_MINUTES = 15;
const MAX_AT_ONCE = 500;
const PREFIX = "communication:";

export const referenceOf = (message_id: string): string => `${PREFIX}${message_id}`;
/** The message to many that a reference belongs to; undefined for single messages. */
export const messageOf = (reference: string): string | undefined =>
  reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : undefined;

/** Moves the messages on that are still in the given status. */
export const move = (
  tx: Tx,
  ids: readonly string[],
  from: string,
  action: string,
  reason: string | null = null,
): Promise<string[]> => changeStates(tx, { noun: "message", ids, from, action, actor: SYSTEM, reason });

const PERSON_BY: Record<Way, string> = {
  mail: "lower(email) = lower($to)",
  sms: "phone = $to",
  push: "id::text = $to",
};
const personOf = (channel: Way, to: string) => {
  const [before = "", after = ""] = PERSON_BY[channel].split("$to");
  return sql`(select id from users where ${sql.raw(before)}${to}${sql.raw(after)} limit 1)`;
};

/** @returns since when an attempt without an answer is on the way; null when this is the first; "over" when there is nothing to do */
async function begin(app: App, { job_id, channel, reference, to }: Handing): Promise<Date | null | "over"> {
  const message_id = messageOf(reference);
  if (message_id) {
    const message = await findRow(app.db, "communication_messages", message_id, ["status"]);
    if (message?.status !== "queued") return "over";
  }
  const { rows } = await sql<{ is_new: boolean; started_at: Date; is_over: boolean }>`
    insert into message_deliveries as d (job_id, reference, channel, user_id)
    values (${job_id}, ${reference}, ${channel}, ${personOf(channel, to)})
    on conflict (job_id) do update set reference = d.reference
    returning xmax = 0 as is_new, started_at, handed_over_at is not null or outcome is not null as is_over
  `.execute(app.db);
  const [row] = rows;
  if (!row || row.is_over) return "over";
  return row.is_new ? null : row.started_at;
}

async function taken(app: App, { job_id, reference }: Handing, { provider_reference }: Taken): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await changeRows(tx, "message_deliveries", { job_id }, { provider_reference, handed_over_at: clock.now() });
    const message_id = messageOf(reference);
    if (message_id) await move(tx, [message_id], "queued", "hand_over");
  });
}

async function refused(app: App, { job_id, channel, reference }: Handing, reason: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const outcome = channel === "mail" ? "bounced" : "failed";
    const { user_id } = await tx
      .updateTable("message_deliveries")
      .set({ outcome, reason, reported_at: clock.now() })
      .where("job_id", "=", job_id)
      .returning("user_id")
      .executeTakeFirstOrThrow();
    if (user_id) await noteFailure(tx, { user_id, channel, job_id, is_hard: true, is_marketing_only: false, reason });
    const message_id = messageOf(reference);
    const moved = message_id
      ? await move(tx, [message_id], "queued", channel === "mail" ? "bounce" : "fail", reason)
      : [];
    if (moved[0]) await tx.updateTable("communication_messages").set({ reason }).where("id", "=", moved[0]).execute();
  });
}

/** One message to its provider, once. @throws whatever says that nobody knows, so that the job comes back */
export async function handOver(app: App, handing: Handing): Promise<void> {
  const since = await begin(app, handing);
  if (since === "over") return;
  try {
    const found = since && (await handing.find?.(since));
    await taken(app, handing, found ?? (await handing.send()));
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    await refused(app, handing, error.message);
  }
}

/** What every mail ends with: who writes, and whom one reaches. */
async function signature({ db, config }: App): Promise<string> {
  const contacts = await readContacts(db);
  const days = await readSetting(db, "complaint_days");
  return [`Manilla, ${contacts.address}`, waysToReach(contacts), complaintClock(days, config)].join("\n");
}

/** Registered in modules/index.ts. */
export async function handOverMessages(app: App): Promise<void> {
  const { queue, outside } = app;
  await queue.work(
    "send-sms",
    ({ to, text: said, reference, is_offer = false }, job_id) => {
      const text = smsText(said);
      return handOver(app, {
        job_id,
        channel: "sms",
        reference,
        to,
        send: () => outside.sms.send({ to, text, is_offer }),
        find: (since) => outside.sms.find({ to, text, since }),
      });
    },
    { at_once: AT_ONCE },
  );
  await queue.work(
    "send-mail",
    (mail, job_id) =>
      handOver(app, {
        job_id,
        channel: "mail",
        reference: mail.reference,
        to: mail.to,
        send: async () => outside.mail.send({ ...mail, text: `${mail.text}\n\n${await signature(app)}`, id: job_id }),
      }),
    { at_once: AT_ONCE },
  );
  await queue.work(
    "send-push",
    (push, job_id) =>
      handOver(app, {
        job_id,
        channel: "push",
        reference: push.reference,
        to: push.user_id,
        send: () => outside.push.send(push),
      }),
    { at_once: AT_ONCE },
  );
}

/** Messages whose job has ended without success, so that none stays queued for ever. */
export async function giveUpMessages({ db }: Pick<App, "db">): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select m.id
      from communication_messages m
      where m.status = 'queued'
        and m.sent_at < ${clock.now()}::timestamptz - make_interval(mins => ${STUCK_AFTER_MINUTES})
        and not exists (
          select 1
          from pgboss.job j
          where j.name in ('send-sms', 'send-mail', 'send-push')
            and j.state < 'completed'
            and j.data ->> 'reference' = ${PREFIX} || m.id
        )
      limit ${MAX_AT_ONCE}
    `.execute(tx);
    const moved = await move(
      tx,
      rows.map(({ id }) => id),
      "queued",
      "fail",
      "The provider could not be reached.",
    );
    if (moved.length > 0)
      await tx
        .updateTable("communication_messages")
        .set({ reason: "The provider could not be reached." })
        .where("id", "in", moved)
        .execute();
    return moved.length;
  });
}
