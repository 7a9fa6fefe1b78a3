/** Disputes at the issuer: sent once, looked up where that is not known, and asked about until they are decided. */
import type { CardCurrency } from "@manilla/contract/cards/card-states";
import { disputeReasons, type DisputeReason } from "@manilla/contract/cards/card-dispute-words";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { Tx } from "../../../db/database.ts";
import type { App } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import type { IssuerDispute } from "../../../outside/issuer/port.ts";
import { REVIEW_AFTER_MILLISECONDS, pauseBeforeQuestion } from "../../../outside/questions.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { notifyRoles, tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { endRequest } from "./deciding.ts";
import * as messages from "./messages.ts";
import { type Dispute, lockDispute, winBack } from "./money.ts";

/** After this number of answers that contradict themselves the desk is notified. */
const UNCLEAR_TIMES = 3;

type Working = Pick<App, "db" | "outside" | "log" | "queue" | "config" | "encryption">;

const move = (tx: Tx, { id, status }: Pick<Dispute, "id" | "status">, action: string, reason: string | null = null) =>
  changeState(tx, { noun: "cardDispute", id, from: status, action, actor: SYSTEM, reason });

/** Sends a dispute, once: of several that try at the same moment, one. */
async function ask(app: Working, id: string): Promise<IssuerDispute | undefined> {
  const { db, outside } = app;
  const claimed = await db
    .updateTable("card_disputes")
    .set({ asked_issuer_at: clock.now() })
    .where("id", "=", id)
    .where("status", "=", "sending")
    .where("asked_issuer_at", "is", null)
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) return undefined;
  const { reason, text, amount_kobo, capture_id } = await getRow(db, "card_disputes", id, [
    "reason",
    "text",
    "amount_kobo",
    "capture_id",
  ]);
  const { issuer_transaction_id, card_id } = await getRow(db, "card_captures", capture_id, [
    "issuer_transaction_id",
    "card_id",
  ]);
  const { currency } = await getRow(db, "cards", card_id, ["currency"]);
  const { rows } = await sql<{ text: string }>`
    select case when is_staff then 'Issuer''s programme: ' else 'Holder: ' end || text as text
    from card_dispute_evidence
    where dispute_id = ${id}
    order by created_at, id
    limit 100
  `.execute(db);
  try {
    return await outside.issuer.openDispute({
      reference: id,
      transaction_id: issuer_transaction_id,
      amount_kobo,
      currency: currency as CardCurrency,
      reason,
      description: `${disputeReasons[reason as DisputeReason]}. ${text}`,
      evidence: rows.map((each) => each.text),
    });
  } catch (error) {
    // Certainly nothing was opened.
    if (error instanceof NotReached) await changeRows(db, "card_disputes", id, { asked_issuer_at: null });
    throw error;
  }
}

/** The issuer has it. */
const keepSent = (app: Working, id: string, { issuer_dispute_id }: IssuerDispute): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    const dispute = await lockDispute(tx, id);
    if (dispute?.status !== "sending") return;
    await move(tx, dispute, "accept");
    await changeRows(tx, "card_disputes", id, { issuer_dispute_id, asked_times: 0, next_question_at: clock.now() });
    await tell(tx, app, dispute.user_id, messages.sent(dispute));
  });

/** The issuer does not take it, or has never heard of it: the desk decides what comes next. */
const handBack = ({ db }: Working, id: string, why: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const dispute = await lockDispute(tx, id);
    if (dispute?.status !== "sending") return;
    await move(tx, dispute, "hand_back", why);
    const again = { asked_issuer_at: null, asked_times: 0, next_question_at: null };
    await changeRows(tx, "card_disputes", id, { ...again, issuer_says: why });
    await notifyRoles(tx, await rolesWith(tx, "provider:can_manage_cards"), messages.notTaken(dispute, why));
  });

/** Whether an error is the provider's; then the next question is later. @throws what is none */
function away(app: Working, error: unknown, dispute_id: string): void {
  if (!(error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused))
    throw error;
  app.log.warn({ error, dispute_id }, "the issuer did not answer about a dispute");
}

/** Sets the time of the next query before this one is sent: one that fails keeps no other one waiting. */
async function takeQuestion({ db }: Working, id: string, asked: { times: number; at: Date | null }): Promise<void> {
  const age = asked.at ? clock.milliseconds() - asked.at.getTime() : 0;
  const next_question_at = new Date(clock.milliseconds() + pauseBeforeQuestion(asked.times, age) * 1_000);
  await changeRows(db, "card_disputes", id, { asked_times: asked.times + 1, next_question_at });
}

/** Sends a dispute that the desk has released; where the outcome is unknown it is looked up by our id and never sent again. */
export async function sendDispute(app: Working, id: string): Promise<void> {
  const dispute = await findRow(app.db, "card_disputes", id, ["status", "asked_issuer_at", "asked_times"]);
  if (dispute?.status !== "sending") return;
  const { asked_issuer_at } = dispute;
  await takeQuestion(app, id, { times: dispute.asked_times, at: asked_issuer_at });
  try {
    const known = asked_issuer_at ? await app.outside.issuer.findDispute(id) : await ask(app, id);
    if (known) return await keepSent(app, id, known);
    if (asked_issuer_at && clock.milliseconds() - asked_issuer_at.getTime() > REVIEW_AFTER_MILLISECONDS)
      await handBack(app, id, "The issuer does not know it. Send it again.");
  } catch (error) {
    if (error instanceof ProviderRefused && !asked_issuer_at) return handBack(app, id, "The issuer refused it.");
    away(app, error, id);
  }
}

/** Won, and nothing is given back: that is neither. It stays sent and is queried again; the desk is notified once. */
async function keepUnclear(tx: Tx, dispute: Dispute): Promise<void> {
  const unclear_times = dispute.unclear_times + 1;
  await changeRows(tx, "card_disputes", dispute.id, { unclear_times });
  if (unclear_times === UNCLEAR_TIMES)
    await notifyRoles(tx, await rolesWith(tx, "provider:can_manage_cards"), messages.unclear(dispute));
}

/** What the issuer has decided; the same again changes nothing. */
export const hear = (app: Working, id: string, { status, won, note }: IssuerDispute): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    const dispute = await lockDispute(tx, id);
    if (dispute?.status !== "sent" || status === "submitted") return;
    if (status === "won" && !(won && won.amount_kobo > 0n)) return keepUnclear(tx, dispute);
    const isWon = status === "won" && won !== null && won.amount_kobo > 0n && dispute.amount_kobo > 0n;
    const { won_kobo, standing_kobo } = isWon
      ? await winBack(tx, app, dispute, won)
      : { won_kobo: 0n, standing_kobo: dispute.credited_kobo };
    await changeRows(tx, "card_disputes", id, { issuer_says: note, next_question_at: null });
    await endRequest(tx, dispute, `The issuer has decided for the ${isWon ? "holder" : "shop"}.`);
    await recordAudit(tx, SYSTEM, `card_dispute_${isWon ? "won" : "lost"}`, ["card_dispute", id], {
      after: { won_kobo, standing_kobo },
      about: dispute.user_id,
    });
    if (standing_kobo > 0n) {
      await move(tx, dispute, "refuse", note);
      await notifyRoles(tx, await rolesWith(tx, "provider:can_approve_card_requests"), {
        ...messages.toDecide(dispute, standing_kobo),
        about: dispute.user_id,
      });
      return tell(tx, app, dispute.user_id, messages.refused(dispute, standing_kobo));
    }
    await move(tx, dispute, isWon ? "win" : "lose", note);
    await tell(tx, app, dispute.user_id, isWon ? messages.won(dispute, won_kobo) : messages.lost(dispute));
  });

/** Asks what has become of a dispute; what is not known is asked again, less often each time. */
export async function askAbout(app: Working, id: string): Promise<void> {
  const columns = ["status", "issuer_dispute_id", "asked_times", "asked_issuer_at"] as const;
  const dispute = await findRow(app.db, "card_disputes", id, columns);
  if (dispute?.status !== "sent" || !dispute.issuer_dispute_id) return;
  await takeQuestion(app, id, { times: dispute.asked_times, at: dispute.asked_issuer_at });
  try {
    await hear(app, id, await app.outside.issuer.dispute(dispute.issuer_dispute_id));
  } catch (error) {
    away(app, error, id);
  }
}

/** The issuer says that there is news. */
export async function askByIssuersId(app: Working, issuer_dispute_id: string): Promise<void> {
  const dispute = await findRow(app.db, "card_disputes", { issuer_dispute_id }, ["id"]);
  if (dispute) await askAbout(app, dispute.id);
}

const AT_ONCE = 100;

/** Disputes that wait for the issuer: to be sent or found, or to be decided. One that fails keeps no other one waiting. @returns how many were asked about */
export async function workOnDisputes(app: Working): Promise<number> {
  if (!app.outside.issuer.is_there) return 0;
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status
    from card_disputes
    where status in ('sending', 'sent') and (next_question_at is null or next_question_at <= ${clock.now()})
    order by next_question_at nulls first, id
    limit ${AT_ONCE}
  `.execute(app.db);
  for (const { id, status } of rows)
    await (status === "sending" ? sendDispute(app, id) : askAbout(app, id)).catch((error: Error) =>
      app.log.error({ dispute_id: id, err: { message: error.message } }, "a dispute could not be worked on"),
    );
  return rows.length;
}
