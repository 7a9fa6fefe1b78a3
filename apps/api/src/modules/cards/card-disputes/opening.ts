/** A holder disputes what a shop took; both sides add what they have. */
import type { z } from "zod";
import * as calls from "@manilla/contract/cards/card-disputes";
import type { CardCurrency } from "@manilla/contract/cards/card-states";
import { money } from "@manilla/contract/formats";
import { addDays } from "@manilla/credit";
import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { checkFile } from "../../../files/documents.ts";
import type { Context } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { newReference } from "../../money/books/index.ts";
import { keepDocument } from "../../people/documents/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { readSetting, readText } from "../../platform/configuration/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate, recordRequest } from "../../platform/states/index.ts";
import { lockCard } from "../card-records/index.ts";
import * as messages from "./messages.ts";
import { type PaymentMoney, paymentOf } from "./queries.ts";
import { clockOf, exposureOf, mostOf } from "./rules.ts";

type Terms = z.output<typeof calls.terms.response>;
type Capture = Pick<
  Selectable<DB["card_captures"]>,
  | "id"
  | "card_id"
  | "company_id"
  | "merchant"
  | "amount_kobo"
  | "happened_at"
  | "issuer_authorisation_id"
  | "business_date"
> & { channel: string; card_currency: CardCurrency };

/** What somebody paid with a card of theirs. @throws NotFound */
async function ownCapture(db: Database | Tx, { session }: Context, id: string): Promise<Capture> {
  const { rows } = await sql<Capture>`
    select m.id, m.card_id, m.company_id, m.merchant, m.amount_kobo, m.happened_at, m.issuer_authorisation_id,
      m.business_date, coalesce(p.channel, case when m.category = 'cash' then 'atm' else 'pos' end) as channel,
      c.currency as card_currency
    from card_captures m
    join cards c on c.id = m.card_id
    left join card_authorisations p on p.id = m.authorisation_id
    where m.id = ${id} and m.kind = 'capture' and m.user_id = ${session.user_id}
  `.execute(db);
  const [capture] = rows;
  if (!capture) throw new NotFound("This payment");
  return capture;
}

const mostLeft = (capture: Capture, { net_kobo, exposure_kobo, disputes }: PaymentMoney): bigint => {
  const own_kobo = disputes
    .filter(({ capture_id }) => capture_id === capture.id)
    .reduce((sum, each) => sum + exposureOf(each), 0n);
  return mostOf(capture.amount_kobo, { net_kobo, exposure_kobo, own_kobo });
};

/** Ended permanently: the same payment is not disputed again. */
const DECIDED = ["won", "lost", "written_off"];

/** How much of a payment can be disputed, until when, and why not. */
export async function termsOf(db: Database | Tx, context: Context, id: string): Promise<Terms & { capture: Capture }> {
  const capture = await ownCapture(db, context, id);
  const payment = await paymentOf(db, capture);
  const most_kobo = mostLeft(capture, payment);
  const until = addDays(capture.business_date, await readSetting(db, "card_dispute_days"));
  const about = payment.disputes.filter(({ capture_id }) => capture_id === id);
  const live = await findRow(db, "card_disputes", { capture_id: id }, ["id"]).then((found) =>
    found ? about.find(({ status }) => ["open", "sending", "sent", "refused"].includes(status)) : undefined,
  );
  const why_not = live
    ? "You have disputed it. Follow it, or add what you have."
    : about.some(({ status }) => DECIDED.includes(status))
      ? "It was disputed and decided."
      : (await businessDate(db as Tx)) > until
        ? "The time to dispute it is over."
        : most_kobo === 0n
          ? "Nothing of it is left to dispute: the shop has given it back."
          : null;
  const hours = await readSetting(
    db,
    clockOf(capture.channel, capture.merchant, await readText(db, "card_own_machines")),
  );
  const { merchant, card_currency, amount_kobo: captured_kobo, happened_at: captured_at } = capture;
  return {
    merchant,
    card_currency,
    captured_kobo,
    captured_at,
    most_kobo,
    until,
    hours,
    why_not,
    dispute_id: live?.id ?? null,
    capture,
  };
}

const TITLE = "Evidence of a dispute";
/** The file that came, among the holder's documents; one that a try before has left there is taken. */
export async function keepEvidenceFile(context: Context, user_id: string): Promise<string | null> {
  if (!context.file) return null;
  const { db } = context;
  const file = await checkFile(context.file, "document");
  const { rows } = await sql<{ id: string }>`
    select id
    from documents d
    where user_id = ${user_id} and title = ${TITLE}
      and digest = ${createHash("sha256").update(file.bytes).digest()}
      and not exists (select 1 from card_dispute_evidence e where e.document_id = d.id)
    limit 1
  `.execute(db);
  if (rows[0]) return rows[0].id;
  const document = { user_id, type: "custom", source: "upload", title: TITLE, file } as const;
  return (await keepDocument(context, { ...document, actor: actorOf(context) })).id;
}

/** Adds what somebody wrote or sent. */
export async function keepEvidence(
  tx: Tx,
  { session }: Context,
  dispute: { id: string; user_id: string },
  { text, document_id }: { text: string; document_id: string | null },
): Promise<void> {
  await tx
    .insertInto("card_dispute_evidence")
    .values({
      id: uuidv7(),
      dispute_id: dispute.id,
      user_id: dispute.user_id,
      author_id: session.user_id,
      is_staff: session.user_id !== dispute.user_id,
      text,
      document_id,
      created_at: clock.now(),
    })
    .execute();
}

/** Opens a dispute. The card is locked, so that a refund that arrives is before it or after. @throws NotFound, InvalidFields, Conflict */
export async function openDispute(
  tx: Tx,
  context: Context,
  capture_id: string,
  { reason, text, amount_kobo }: z.output<typeof calls.open.body>,
  document_id: string | null,
): Promise<z.output<typeof calls.open.response>> {
  const { user_id } = context.session;
  await lockCard(tx, (await ownCapture(tx, context, capture_id)).card_id);
  const { capture, why_not, most_kobo, hours } = await termsOf(tx, context, capture_id);
  if (why_not) throw new Conflict(why_not, "not_disputable");
  const { card_currency } = capture;
  if (amount_kobo < 1n || amount_kobo > most_kobo)
    throw new InvalidFields({
      amount_kobo: [`choose between ${money(1n, card_currency)} and ${money(most_kobo, card_currency)}`],
    });
  const id = uuidv7();
  const reference = newReference("CD", await businessDate(tx));
  const { card_id, company_id, channel, merchant } = capture;
  const due_at = new Date(clock.milliseconds() + hours * 3_600_000);
  const dispute = {
    id,
    reference,
    capture_id,
    card_id,
    user_id,
    company_id,
    channel,
    reason,
    text,
    amount_kobo,
    due_at,
  };
  await tx
    .insertInto("card_disputes")
    .values({ ...dispute, status: "open", created_at: clock.now() })
    .execute();
  if (document_id) await keepEvidence(tx, context, { id, user_id }, { text: "Sent with the dispute", document_id });
  const about = { id, reference, merchant, card_currency };
  const note = messages.toWork(about, amount_kobo, due_at);
  await recordRequest(tx, context, {
    noun: "cardDispute",
    id,
    status: "open",
    audit: "card_disputed",
    after: { reference, amount_kobo, reason },
    tells: { roles: await rolesWith(tx, "provider:can_manage_cards"), note },
  });
  await tell(tx, context, user_id, messages.received(about, due_at));
  return { dispute_id: id, due_at };
}
