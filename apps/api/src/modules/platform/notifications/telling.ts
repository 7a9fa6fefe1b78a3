/** Telling a person something: in the product, and by the ways that the message names. */
import type { App } from "../../../app.ts";
import type { Tx } from "../../../db/database.ts";
import { notify } from "./notify.ts";

/** What somebody reads inside the product. */
export interface Note {
  kind: string;
  title: string;
  body: string;
  /** Where it leads. */
  link: string;
  /** A customer whom it names to a colleague: forgotten with them. */
  names?: string | null;
}

/** What a person is told. Messages are data: functions of their facts in a noun's `messages.ts`. */
export interface Message extends Note {
  /** Ways beside the notification in the product. */
  also?: readonly ("sms" | "mail")[];
  /** What it is about, for the reference of mails and texts: "loan:<id>". */
  about: string;
}

/** Sends a message to a person in the caller's transaction: it leaves only if the transaction commits. The erased hear of nothing. */
export async function tell(
  tx: Tx,
  { queue, config }: Pick<App, "queue" | "config">,
  user_id: string,
  { kind, title, body, link, names, also = [], about }: Message,
): Promise<void> {
  const note = { user_id, kind, title, body, link, about: names };
  if (also.length === 0) return notify(tx, note);
  const person = await tx
    .selectFrom("users")
    .select(["name", "email", "phone", "erased_at"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  if (person.erased_at) return;
  await notify(tx, note);
  const text = `${body}\n${config.public_url}${link}`;
  const reference = `${about}:${title}`;
  if (person.phone && also.includes("sms")) await queue.send(tx, "send-sms", { to: person.phone, text, reference });
  if (also.includes("mail"))
    await queue.send(tx, "send-mail", {
      to: person.email,
      subject: title,
      text: `Hello ${person.name},\n\n${body}\n\n${config.public_url}${link}`,
      reference,
    });
}
