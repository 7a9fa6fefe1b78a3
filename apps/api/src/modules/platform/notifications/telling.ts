/** Telling a person something: in the product, and by the ways that the message names. */
import { fullStop } from "@manilla/contract/formats";
import { displayPhone } from "@manilla/contract/phone";
import { smsParts, smsText } from "@manilla/contract/sms";
import { sql } from "kysely";
import type { App } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { InvalidFields } from "../../../errors.ts";
import { foreignLinks } from "../../../foreign-links.ts";
import { noticeOf, notify } from "./notify.ts";

/** What somebody reads inside the product. */
export interface Note {
  kind: string;
  title: string;
  body: string;
  /** Where it leads. */
  link?: string | undefined;
  /** A customer whom it names to a colleague: forgotten with them. */
  names?: string | null | undefined;
}

/**
 * How a message leaves, beside the notification in the product. A text message is its body alone, never its title: `sms` with the link; `sms_receipt`
 * (money that moved) and `sms_help` (what went wrong: it ends with our phone) with the link only where it makes no further part.
 */
export type Way = "mail" | "sms" | "sms_receipt" | "sms_help";
/** Money that moved as it should. */
export const RECEIPT: readonly Way[] = ["sms_receipt", "mail"];
/** What failed, was declined or taken back. */
export const TROUBLE: readonly Way[] = ["sms_help", "mail"];

/** Notifications to people. Messages are data: functions of their facts in a noun's `messages.ts`. */
export interface Message extends Note {
  /** Ways beside the notification in the product. */
  also?: readonly Way[];
  /** What it is about, for the reference of mails and texts: "loan:<id>". */
  about: string;
}

interface Leaving {
  id: string;
  title: string;
  body: string;
  link: string | null;
  also: Way[];
  name: string;
  email: string;
  phone: string | null;
  is_known: boolean;
}

/** What is sent to an address and is shown nowhere in the product: a code, a link. */
export interface Letter {
  /** Of the mail. */
  subject: string;
  text: string;
  /** For its reference: "otp:<id>". */
  about: string;
}

/** Sends a letter to an address or a phone, with the caller's transaction where there is one. */
export const write = (
  db: Tx | Database,
  { queue }: Pick<App, "queue">,
  to: { mail: string } | { phone: string },
  { subject, text, about: reference }: Letter,
): Promise<unknown> =>
  "mail" in to
    ? queue.send(db, "send-mail", { to: to.mail, subject, text, reference })
    : queue.send(db, "send-sms", { to: to.phone, text, reference });

/** Shows a note to somebody inside the product, and nowhere else. */
export const note = (tx: Tx, user_id: string, { kind, title, body, link, names }: Note): Promise<void> =>
  notify(tx, { user_id, kind, title, body, ...(link && { link }), about: names });

/** Longer ones are cut, and read on the page. */
const IN_TWO_PARTS = 306;
const CUT = " ...";
const isText = (way: Way): boolean => way !== "mail";

/**
 * A message as a text message.
 * @param address of its page
 * @param phone of our support
 * @returns null where it does not leave so
 */
export function smsOf(
  { body, also = [] }: { body: string; also?: readonly Way[] | undefined },
  { address, phone }: { address: string; phone: string },
): string | null {
  const way = also.find(isText);
  if (!way) return null;
  const help = way === "sms_help" && phone ? ` Help: ${displayPhone(phone)}` : "";
  const end = `${help}\n${address}`;
  const [text, room] = [help ? fullStop(body) : body, IN_TWO_PARTS - smsText(end).length];
  const letters = smsText(text);
  if (letters.length > room) return `${letters.slice(0, room - CUT.length)}${CUT}${end}`;
  const [said, whole] = [`${text}${help}`, `${text}${end}`];
  return way === "sms" || smsParts(whole) === smsParts(said) ? whole : said;
}

/** The phone of our support, read only where a text message names it: by itself, as the configuration is above this room. */
async function helpPhone(db: Tx, ways: readonly Way[]): Promise<string> {
  const found = ways.includes("sms_help") && (await findRow(db, "configuration", { key: "support_phone" }, ["value"]));
  return found && typeof found.value === "string" ? found.value.trim() : "";
}

const MAX_AT_ONCE = 500;

/** Sends the notices that also leave by text message or mail; those that several workers see go once. @returns how many */
export const handOnNotices = ({ db, queue, config }: Pick<App, "db" | "queue" | "config">): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Leaving>`
      select n.id, n.title, n.body, n.link, n.also, u.name, u.email, u.phone, u.erased_at is null as is_known
      from notifications n
      join users u on u.id = n.user_id
      where n.also is not null
      order by n.id
      limit ${MAX_AT_ONCE}
      for update of n skip locked
    `.execute(tx);
    const known = rows.filter(({ is_known }) => is_known);
    const address = (link: string | null) => `${config.public_url}${link ?? ""}`;
    const help = await helpPhone(
      tx,
      known.flatMap(({ also }) => also),
    );
    await queue.sendMany(
      tx,
      "send-sms",
      known.flatMap(({ id, phone, link, ...message }) => {
        const text = smsOf(message, { address: address(link), phone: help });
        return phone && text ? [{ to: phone, text, reference: `notice:${id}` }] : [];
      }),
    );
    await queue.sendMany(
      tx,
      "send-mail",
      known
        .filter(({ also }) => also.includes("mail"))
        .map(({ id, email, name, title, body, link }) => ({
          to: email,
          subject: title,
          text: `Hello ${name},\n\n${body}\n\n${address(link)}`,
          reference: `notice:${id}`,
        })),
    );
    await sql`update notifications set also = null where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
    return rows.length;
  });

/** The same as {@link tell}, handed on by the worker after the commit: where money moves, nothing more is read or sent in the transaction. */
export const tellSoon = (tx: Tx, user_id: string, message: Message): Promise<void> =>
  notify(tx, noticeFor(user_id, message));
/** {@link tellSoon} of several people, in one statement. */
export const tellAllSoon = (tx: Tx, told: readonly { user_id: string; message: Message }[]): Promise<void> =>
  notify(tx, ...told.map(({ user_id, message }) => noticeFor(user_id, message)));
const noticeFor = (user_id: string, { kind, title, body, link, names, also }: Message) => ({
  user_id,
  kind,
  title,
  body,
  ...(link && { link }),
  about: names,
  ...(also && { also }),
});

/** The same as {@link tellSoon}, for who writes its row together with others and announces it after them. */
export const noticeSoon = (user_id: string, message: Message) => noticeOf(noticeFor(user_id, message));

/** Sends a message to a person in the caller's transaction: it leaves only if the transaction commits. The erased hear of nothing. */
export async function tell(
  tx: Tx,
  { queue, config }: Pick<App, "queue" | "config">,
  user_id: string,
  { kind, title, body, link, names, also = [], about }: Message,
): Promise<void> {
  const said = { kind, title, body, link, names };
  if (also.length === 0) return note(tx, user_id, said);
  const person = await getRow(tx, "users", user_id, ["name", "email", "phone", "erased_at"]);
  if (person.erased_at) return;
  await note(tx, user_id, said);
  const address = `${config.public_url}${link ?? ""}`;
  const text = smsOf({ body, also }, { address, phone: await helpPhone(tx, also) });
  const reference = `${about}:${title}`;
  if (person.phone && text) await queue.send(tx, "send-sms", { to: person.phone, text, reference });
  if (also.includes("mail"))
    await queue.send(tx, "send-mail", {
      to: person.email,
      subject: title,
      text: `Hello ${person.name},\n\n${body}\n\n${address}`,
      reference,
    });
}

/**
 * Refuses what somebody typed for a person to read where it leads to another site than our own: so are people robbed.
 * @param typed by field; those that the message does not show are no matter of it
 * @throws InvalidFields at the field
 */
export function refuseForeignLinks(
  { config }: Pick<App, "config">,
  message: Pick<Message, "title" | "body">,
  typed: Readonly<Record<string, unknown>>,
): void {
  const shown = foreignLinks(`${message.title}\n${message.body}`, config.public_url);
  for (const [field, text] of Object.entries(typed)) {
    const links = typeof text === "string" ? foreignLinks(text, config.public_url) : [];
    const link = links.find((one) => shown.some((each) => each.startsWith(one)));
    if (link) throw new InvalidFields({ [field]: [`this leads to another site than our own: ${link}`] });
  }
}

/** The same as {@link tell}, of what somebody else has typed for the person. @param typed by field @throws InvalidFields for a link to another site */
export function tellTyped(
  tx: Tx,
  context: Pick<App, "queue" | "config">,
  user_id: string,
  message: Message,
  typed: Readonly<Record<string, unknown>>,
): Promise<void> {
  refuseForeignLinks(context, message, typed);
  return tell(tx, context, user_id, message);
}
