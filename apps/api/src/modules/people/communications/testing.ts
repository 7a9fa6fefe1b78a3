/** A message as one person would read it, and sent to oneself. */
import type * as calls from "@manilla/contract/people/communications";
import { count, fullName } from "@manilla/contract/formats";
import { smsParts, smsText } from "@manilla/contract/sms";
import type { Effect } from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { write } from "../../platform/notifications/index.ts";
import { requireCustomer } from "../people/index.ts";
import { type Addressee, type Segment, addressees, countRecipients, idsOf, mostReached } from "./recipients.ts";
import { type Texts, checkTexts, emptyFigure, render } from "./rendering.ts";

export async function personFor(db: Database, user_id: string, channel: string): Promise<Addressee> {
  await requireCustomer(db, user_id);
  const [person] = await addressees(db, [user_id], channel);
  if (!person) throw new NotFound("This person");
  return person;
}
export const rendered = (texts: Texts, person: Addressee) => {
  checkTexts(texts);
  const said = render(texts.body, person);
  const body = texts.channel === "sms" ? smsText(said) : said;
  return {
    subject: texts.subject ? render(texts.subject, person) : null,
    body,
    parts: texts.channel === "sms" ? smsParts(body) : 1,
  };
};

/** The maximum number of people of a segment who are checked for empty figures. */
const MAX_LOOKED_AT = 500;

/** The first people of a segment, those who would read an empty figure, and who would read the message first. */
export async function readBy(
  db: Database,
  { channel, subject, body }: { channel: string; subject?: string | null | undefined; body: string },
  segment: Segment,
) {
  const { rows } = await sql<{ id: string }>`
    select id from (${idsOf(segment)}) s order by id limit ${MAX_LOOKED_AT}
  `.execute(db);
  const ids = rows.map(({ id }) => id);
  const people = await addressees(db, ids, channel);
  const isEmpty = (person: Addressee) => emptyFigure([subject ?? null, body], person) !== undefined;
  return {
    people: people.length,
    left_out: people.filter(isEmpty).length,
    reader: people.find((person) => !isEmpty(person)) ?? people[0],
  };
}

/** A message that waits, as the first person of its segment reads it, and how many it leaves out. */
export async function showMessage(
  db: Database,
  communication_id: string,
): Promise<Partial<Pick<Effect, "texts" | "facts">>> {
  const found = await getRow(db, "communications", communication_id, [
    "channel",
    "category",
    "subject",
    "body",
    "segment",
    "total",
  ]);
  const segment = found.segment as unknown as Segment;
  const { left_out, reader } = await readBy(db, found, segment);
  const reach = await countRecipients(db, segment, found.channel, found.category);
  return {
    texts: reader
      ? [
          {
            to: fullName(reader),
            subject: found.subject && render(found.subject, reader),
            body: render(found.body, reader),
          },
        ]
      : [],
    facts: [
      { label: "People", value: count(reach.people) },
      { label: "Goes out at its time only if they are at most", value: count(mostReached(found.total, true)) },
      { label: "Do not want offers", value: count(reach.opted_out) },
      { label: "Cannot be reached", value: count(reach.unreachable) },
      {
        label: "Left out, the text would have an empty figure",
        value: `${count(left_out)} of ${reach.people > MAX_LOOKED_AT ? `the first ${count(MAX_LOOKED_AT)}` : "them"}`,
      },
    ],
  };
}

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
