/** A person sends money: now, or planned for a day. */
import type * as calls from "@manilla/contract/payments/transfers";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { inScopeOf } from "../../../db/scope.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { accept } from "./accepting.ts";
import {
  awaitsApproval,
  costsToday,
  requireCooled,
  requireKnown,
  requireNotHeld,
  requireRoom,
  requireRoomAt,
  roomOf,
} from "./limits.ts";
import { type Payee, keepPayee, knownPayee } from "./payees.ts";
import { isSameName, totalOf } from "./rules.ts";
import { reasonsToLook } from "./velocity.ts";

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

/** Locks both persons of a transfer between wallets in one order, so that two towards each other do not wait for each other. */
export async function lockBoth(tx: Tx, user_id: string, to_user_id: string | null): Promise<void> {
  for (const id of [user_id, ...(to_user_id ? [to_user_id] : [])].toSorted())
    await inScopeOf(tx, id, () => lockPerson(tx, id));
}

/** Asks again, and refuses what is beyond the limits. @throws Conflict, InvalidFields */
async function check(tx: Tx, context: Context, payee: Payee, asked: Asked): Promise<void> {
  const room = await roomOf(tx, context, payee, asked.amount_kobo);
  if (room.is_repeat && !asked.is_repeat)
    throw new Conflict(
      `You have just sent the same amount to ${payee.name}. Do you mean to send it again?`,
      "just_sent",
    );
  if (payee.kind === "bank") requireCooled(room.refused);
}

/**
 * Sends money of the caller's cash wallet. The payee was resolved before the transaction.
 * @returns the transfer's id
 * @throws InvalidFields, Conflict, StepUpRequired
 */
export async function sendMoney(tx: Tx, context: Context, payee: Payee, asked: Asked & { card_id?: string }) {
  const { user_id } = context.session;
  if (asked.card_id) await requireOwnCard(tx, context, asked.card_id);
  requireSeen(payee, asked.payee_name);
  await requireKnown(tx, context, asked.amount_kobo);
  await lockBoth(tx, user_id, payee.to_user_id);
  await requireNotHeld(tx, user_id);
  const on = await businessDate(tx);
  const due_on = laterDay(asked.due_on, on);
  const costs = await costsToday(tx, asked.amount_kobo, payee.kind);
  await check(tx, context, payee, asked);
  const out_today_kobo = due_on ? 0n : await requireRoom(tx, user_id, costs, on);
  if (payee.to_user_id && !due_on) await requireRoomAt(tx, payee.to_user_id, asked.amount_kobo);
  const awaits_approval = !due_on && (await awaitsApproval(tx, payee.kind, totalOf(costs) + out_today_kobo));
  const known = await knownPayee(tx, context, payee);
  const review_reasons = due_on
    ? []
    : await reasonsToLook(tx, { user_id, is_new: known === undefined }, totalOf(costs));
  const kept = await keepPayee(tx, context, payee, asked.is_saved ?? false);
  return accept(tx, context, {
    user_id,
    payee,
    payee_id: kept.id,
    costs,
    narration: asked.narration ?? null,
    card_id: asked.card_id ?? null,
    due_on,
    standing_date_id: null,
    awaits_approval,
    review_reasons,
    actor: actorOf(context),
    on,
  });
}
