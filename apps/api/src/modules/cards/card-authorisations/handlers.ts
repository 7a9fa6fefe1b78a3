import * as calls from "@manilla/contract/cards/card-authorisations";
import { declineTitles } from "@manilla/contract/cards/decline-reasons";
import { money } from "@manilla/contract/formats";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, DomainError, NotFound } from "../../../errors.ts";
import type { Context, FileBytes, Handlers } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { isIssuerSignature, readIssuerEvent } from "../../../outside/issuer/events.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { notifyCompany } from "../../platform/notifications/index.ts";
import { lockCard, unfreezeCard } from "../card-records/index.ts";
import { asksCompany } from "./messages.ts";
import { captures, findPayment, listAll, ofCard, ofVirtual, virtualCaptures } from "./queries.ts";
import { receive } from "./receiving.ts";
import type { Answer } from "./recording.ts";
import { CODE_OF_REFUSAL } from "./rules.ts";
import { spendOf } from "./spend.ts";

/** Naira with two digits behind the point. */
const inNaira = (kobo: bigint): string => {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, "0");
  return `${kobo < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** An answer as the issuer reads it; an amount is written with its digits and never as floating point. */
function asIssuerReads({ response_code, balance_kobo }: Answer): FileBytes {
  const isApproved = response_code === "00";
  const data = balance_kobo === undefined ? '{"metadata":{}}' : `{"balance":${inNaira(balance_kobo)}}`;
  const body = `{"statusCode":${isApproved ? 200 : 400},"responseCode":"${response_code}","data":${data}}`;
  return { name: "answer.json", media_type: "application/json", body: Buffer.from(body), inline: true };
}

/** Proved by its signature before anything is read; then decided, or done, in one transaction. @throws DomainError 401 */
async function issuerEvent(context: Context): Promise<FileBytes> {
  const secret = context.config.ISSUER_WEBHOOK_SECRET;
  const { raw_body } = context;
  if (!secret || !raw_body || !isIssuerSignature(secret, raw_body, context.headers["x-issuer-signature"]))
    throw new DomainError(401, "bad_signature", "This event is not signed as it should be.");
  const read = readIssuerEvent(raw_body.toString("utf8"), clock.now());
  if ("refused" in read) return asIssuerReads({ response_code: CODE_OF_REFUSAL[read.refused] });
  if ("dispute" in read) await context.queue.send(context.db, "ask-dispute", { issuer_dispute_id: read.dispute });
  if ("ended" in read) await context.queue.send(context.db, "end-card", { issuer_card_id: read.ended });
  if ("ignored" in read || "dispute" in read || "ended" in read) return asIssuerReads({ response_code: "00" });
  return asIssuerReads(await receive(context, read.event));
}

/** Notifies those who decide about the company's cards of a decline, once. @throws NotFound, Conflict where the company has nothing to say about it */
async function askCompany(tx: Tx, context: Context, id: string): Promise<{ asked_company_at: Date }> {
  const { user_id, company_id, name, last_name } = context.session;
  const payment = await findPayment(tx, context, id);
  const { is_own, company, next, reason, asked_company_at } = payment;
  if (!is_own || !company || company.id !== company_id || next !== "ask_company" || !reason)
    throw new Conflict("Your company has nothing to decide about this payment.", "already_decided");
  const asked_at = clock.now();
  const asked = await tx
    .updateTable("card_authorisations")
    .set({ asked_company_at: asked_at })
    .where("id", "=", id)
    .where("asked_company_at", "is", null)
    .executeTakeFirst();
  if (asked.numUpdatedRows === 0n) return { asked_company_at: asked_company_at ?? asked_at };
  const amount = money(payment.amount_kobo, payment.card_currency);
  const message = asksCompany(payment, { name: `${name} ${last_name}`, amount, why: declineTitles[reason] });
  const permission = "company:can_request_cards";
  const deciders = { company_id: company.id, permission, roles: await rolesWith(tx, permission) } as const;
  await notifyCompany(tx, deciders, { ...message, except: user_id });
  await recordAudit(tx, context, "card_payment_asked", ["card", payment.card.id]);
  return { asked_company_at: asked_at };
}

export const handlers: Handlers<typeof calls> = {
  ofCard,
  listAll,
  ofVirtual,
  captures,
  virtualCaptures,
  spend: ({ db }, { query }) => spendOf(db, query),
  find: (context, { params: { id } }) => findPayment(context.db, context, id),
  issuerEvent,
  askCompany: (context, { params: { id } }) => context.once((tx) => askCompany(tx, context, id)),
  wasMe: (context, { params: { id }, body: { was_me } }) =>
    context.once(async (tx) => {
      const { user_id } = context.session;
      const payment = await findRow(tx, "card_authorisations", { id, user_id }, ["card_id", "status"]);
      const card = payment && (await lockCard(tx, payment.card_id));
      if (!card) throw new NotFound("This payment");
      const { asks_was_me } = await findPayment(tx, context, id);
      if (!asks_was_me) throw new Conflict("Nobody asks about this payment any more.", "already_decided");
      await changeRows(tx, "card_authorisations", id, { was_me });
      await recordAudit(tx, context, was_me ? "card_payment_was_own" : "card_payment_was_foreign", ["card", card.id]);
      if (!was_me) return { is_frozen: true };
      await unfreezeCard(tx, context, card, { by: "system", actor: actorOf(context), only: "three_declines" });
      return { is_frozen: (await lockCard(tx, card.id))?.status === "frozen" };
    }),
};
