/** A person sends money: now, or planned for a day. */
import type * as calls from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { type Cooling, coolingOf } from "../../companies/beneficiaries/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { accept } from "./accepting.ts";
import {
  type Sent,
  awaitsApproval,
  costsOfPerson,
  lockBoth,
  repeatsSince,
  requireCooled,
  requireKnown,
  requireNotHeld,
  requireRoom,
  requireRoomAt,
  roomAfter,
  sentWhere,
  toOf,
} from "./limits.ts";
import { type Payee, keepKnown, sameAccount } from "./payees.ts";
import { isSameName, totalOf } from "./rules.ts";
import { type Did as Velocity, reasonsAfter, reviewsSince, velocityOf } from "./velocity.ts";

type Asked = z.output<typeof calls.initiate.body>;
export const AHEAD_DAYS = 366;

/** The name was seen before it was sent; what the bank says now must be the same. @throws Conflict */
export function requireSeen(payee: Payee, seen: string): void {
  if (!isSameName(payee.name, seen))
    throw new Conflict(`The bank now calls this account ${payee.name}. Look again before you send.`, "name_changed");
}

/** A later day within a year; null where that is now. @throws InvalidFields */
export function laterDay(due_on: string | null | undefined, today: string): string | null {
  if (!due_on || due_on === today) return null;
  if (due_on < today) throw new InvalidFields({ due_on: ["choose today or a later day"] });
  const days = (Date.parse(due_on) - Date.parse(today)) / 86_400_000;
  if (days > AHEAD_DAYS) throw new InvalidFields({ due_on: ["choose a day within a year"] });
  return due_on;
}

/** The caller's own card in use, whose money is the cash wallet. @throws NotFound, Conflict */
export async function requireOwnCard(tx: Tx, { session }: Context, card_id: string): Promise<void> {
  const card = await findRow(tx, "cards", { id: card_id, user_id: session.user_id }, ["company_id", "kind", "status"]);
  if (!card) throw new NotFound("This card");
  if (card.company_id) throw new Conflict("Money of a company's card is spent in shops, not sent.", "company_card");
  if (card.kind !== "personal_debit") throw new Conflict("Money is sent from a debit card only.", "credit_card");
  if (card.status !== "active") throw new Conflict("This card is not in use at the moment.", "not_active");
}

/** What the payer of a transfer did before. */
export type Did = Sent & Velocity & { full_name: string | null; data_key: Buffer | null; payee_id: string | null };

/** What has to be known of the payer before money is sent, in one statement: the payee where they paid it before, what it was sent, and what else they did. They are locked. */
async function loadDid(tx: Tx, context: Context, payee: Payee, amount_kobo: bigint, on: string): Promise<Did> {
  const { user_id } = context.session;
  const { rows } = await sql<Did>`
    select u.full_name, u.data_key, k.id as payee_id, s.sent_kobo, s.first_at, s.is_repeat, v.provider_out_kobo,
      v.new_payees, v.came_in_kobo, v.goes_out_kobo, v.failures
    from users u
    left join transfer_payees k on ${sameAccount(context, user_id, payee)}
    cross join lateral (${sentWhere(sql`payee_id = k.id`, amount_kobo, await repeatsSince(tx))}) s
    cross join (${velocityOf(user_id, await reviewsSince(tx), on)}) v
    where u.id = ${user_id}
  `.execute(tx);
  return rows[0]!;
}

/** Asks again, and refuses what is beyond the limits. @throws Conflict, InvalidFields */
export function requireUsual(did: Did, payee: Payee, asked: Asked, cooling: Cooling): void {
  const room = roomAfter(did, asked.amount_kobo, cooling);
  if (room.is_repeat && !asked.is_repeat)
    throw new Conflict(
      `You have just sent the same amount to ${payee.name}. Do you mean to send it again?`,
      "just_sent",
    );
  if (payee.kind === "bank") requireCooled(room.refused);
}

/**
 * Sends money of the caller's cash wallet. The payee was resolved before the transaction.
 * @returns the transfer as it was written down, and who sends it
 * @throws InvalidFields, Conflict, StepUpRequired
 */
export async function sendMoney(tx: Tx, context: Context, payee: Payee, asked: Asked & { card_id?: string }) {
  const { user_id } = context.session;
  if (asked.card_id) await requireOwnCard(tx, context, asked.card_id);
  requireSeen(payee, asked.payee_name);
  const [{ payer, receiver }] = await Promise.all([
    lockBoth(tx, user_id, payee.to_user_id),
    requireKnown(tx, context, asked.amount_kobo),
  ]);
  requireNotHeld(payer);
  const on = payer.business_date;
  const due_on = laterDay(asked.due_on, on);
  const costs = await costsOfPerson(tx, user_id, asked.amount_kobo, toOf(context, payee));
  const did = await loadDid(tx, context, payee, asked.amount_kobo, on);
  requireUsual(did, payee, asked, await coolingOf(tx));
  if (!due_on) requireRoom(payer, costs);
  if (receiver && !due_on) requireRoomAt(receiver, asked.amount_kobo);
  const awaits_approval = !due_on && (await awaitsApproval(tx, payee.kind, totalOf(costs) + payer.out_today_kobo));
  const looked = { kind: payee.kind, is_new: did.payee_id === null, total_kobo: totalOf(costs) };
  const review_reasons = due_on ? [] : await reasonsAfter(tx, did, looked);
  const payee_id = await keepKnown(tx, context, payee, { ...did, is_saved: asked.is_saved ?? false });
  const transfer = await accept(tx, context, {
    user_id,
    payee,
    payee_id,
    costs,
    narration: asked.narration ?? null,
    card_id: asked.card_id ?? null,
    due_on,
    standing_date_id: null,
    awaits_approval,
    review_reasons,
    actor: actorOf(context),
    on,
    known: { ...did, payer, receiver },
  });
  return { ...transfer, sent_by: did.full_name! };
}
