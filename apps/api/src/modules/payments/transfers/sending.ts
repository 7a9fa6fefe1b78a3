/** A person sends money: now, or planned for a day. */
import { fullName } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/payments/transfers";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { inScopeOf } from "../../../db/scope.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { newReference } from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note, notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate, recordBeginning } from "../../platform/states/index.ts";
import {
  costsToday,
  requireCooled,
  requireKnown,
  requireNotHeld,
  requireRoom,
  requireRoomAt,
  roomOf,
} from "./limits.ts";
import * as messages from "./messages.ts";
import { type Transfer, begin } from "./moving.ts";
import { type Payee, keepPayee } from "./payees.ts";
import { isSameName, totalOf } from "./rules.ts";
import { holdMoney, reasonsToLook } from "./velocity.ts";

type Asked = z.output<typeof calls.initiate.body>;
/** Those who may let a large transfer go. */
const DECIDES = "provider:can_fund_debit_wallet";
const AHEAD_DAYS = 366;

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
  const without_approval_kobo = BigInt(await readSetting(tx, "cash_transfer_approval_kobo"));
  const awaits_approval = payee.kind === "bank" && !due_on && totalOf(costs) + out_today_kobo > without_approval_kobo;
  const review_reasons = due_on ? [] : await reasonsToLook(tx, context, payee, totalOf(costs));
  const is_held = review_reasons.length > 0;
  const [kept, actor, id] = [await keepPayee(tx, context, payee, asked.is_saved ?? false), actorOf(context), uuidv7()];
  const status = due_on
    ? "scheduled"
    : is_held
      ? "in_review"
      : awaits_approval
        ? "awaiting_approval"
        : payee.to_user_id
          ? "success"
          : "approved";
  const reference = newReference("TR", on);
  await tx
    .insertInto("transfers")
    .values({
      id,
      user_id,
      kind: payee.kind,
      reference,
      payee_id: kept.id,
      to_user_id: payee.to_user_id,
      payee: payee.name,
      bank_code: payee.bank_code,
      bank_name: payee.bank_name,
      account_no_last4: payee.account_no?.slice(-4) ?? null,
      narration: asked.narration ?? null,
      card_id: asked.card_id ?? null,
      ...costs,
      status,
      review_reasons,
      due_on,
      business_date: on,
      created_at: clock.now(),
    })
    .execute();
  await recordBeginning(tx, "transfer", id, status, actor);
  await recordAudit(tx, context, due_on ? "transfer_planned" : "transfer_sent", ["transfer", id], {
    after: { amount_kobo: asked.amount_kobo, reference, payee: payee.name, ...(due_on && { due_on }) },
  });
  if (due_on) return id;
  if (is_held) {
    const total_kobo = totalOf(costs);
    await holdMoney(tx, { id, user_id, reference, total_kobo }, actor.name);
    await note(tx, user_id, messages.lookedAt({ id, payee: payee.name, company_id: null, total_kobo }));
    const look = messages.lookAt({ reference, total_kobo }, fullName(context.session));
    await notifyRoles(tx, await rolesWith(tx, DECIDES), { ...look, about: user_id });
    return id;
  }
  const transfer = (await tx
    .selectFrom("transfers")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow()) as Transfer;
  await begin(tx, context, transfer, { account_no: payee.account_no, awaits_approval, actor, on });
  if (awaits_approval) await tellDeciders(tx, context, transfer);
  return id;
}

/** Colleagues who may let it go hear of it. */
export async function tellDeciders(
  tx: Tx,
  { session }: Context,
  { total_kobo, reference, user_id }: Transfer,
): Promise<void> {
  const person = session ? fullName(session) : (await getRow(tx, "users", user_id, ["full_name"])).full_name!;
  const awaits = messages.awaitsYou({ total_kobo: total_kobo!, reference }, person);
  await notifyRoles(tx, await rolesWith(tx, DECIDES), { ...awaits, about: user_id });
}
