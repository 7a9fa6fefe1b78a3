/** A message as one person would read it, and sent to oneself. */
import type * as calls from "@manilla/contract/people/communications";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { write } from "../../platform/notifications/index.ts";
import { requireCustomer } from "../people/index.ts";
import { type Addressee, addressees } from "./recipients.ts";
import { type Texts, checkTexts, render, smsParts } from "./rendering.ts";

export async function personFor(db: Database, user_id: string, channel: string): Promise<Addressee> {
  await requireCustomer(db, user_id);
  const [person] = await addressees(db, [user_id], channel);
  if (!person) throw new NotFound("This person");
  return person;
}
export const rendered = (texts: Texts, person: Addressee) => {
  checkTexts(texts);
  const body = render(texts.body, person);
  return {
    subject: texts.subject ? render(texts.subject, person) : null,
    body,
    parts: texts.channel === "sms" ? smsParts(body) : 1,
  };
};

/** To oneself, with somebody's values. */
export async function testSend(
  context: Context,
  body: z.output<typeof calls.testSend.body>,
): Promise<{ sent_to: string }> {
  const { session, queue, db } = context;
  const text = rendered(body, await personFor(db, body.user_id, body.channel));
  const me = await getRow(db, "users", session.user_id, ["email", "phone"]);
  const reference = `test:${context.idempotency_key ?? uuidv7()}`;
  if (body.channel === "sms" && !me.phone) throw new Conflict("Your own account has no phone number.", "no_phone");
  const test = { subject: `[Test] ${text.subject ?? "Message"}`, text: text.body, about: reference };
  if (body.channel === "push")
    await queue.send(db, "send-push", {
      user_id: session.user_id,
      title: text.subject ?? "Test",
      body: text.body,
      reference,
    });
  else await write(db, context, body.channel === "sms" ? { phone: me.phone ?? "" } : { mail: me.email }, test);
  return { sent_to: body.channel === "sms" ? `•••${(me.phone ?? "").slice(-4)}` : me.email };
}
