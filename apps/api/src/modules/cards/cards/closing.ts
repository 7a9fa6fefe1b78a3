/** Closing a card permanently, and putting a new one in its place. */
import type { ReplacementReason } from "@manilla/contract/cards/card-states";
import { type Insertable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { App, Context } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { movePurse, openWallet, ownInPurse } from "../../companies/wallet-movements/index.ts";
import { heldBy, postLineAssigned } from "../../money/books/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { handOnControls, handOnSpent } from "../card-controls/index.ts";
import type { Card } from "../card-records/index.ts";
import * as messages from "./messages.ts";

type Means = Pick<App, "queue" | "house" | "config">;

/** Closes a card that is locked; its ties above are notified, and the issuer. */
export async function closeCard(
  tx: Tx,
  app: Means,
  card: Card,
  { actor, reason, replaced_by = null }: { actor: Actor; reason: string; replaced_by?: string | null },
): Promise<void> {
  await changeState(tx, { noun: "card", id: card.id, from: card.status, action: "close", actor, reason });
  await changeRows(tx, "cards", card.id, { closed_at: clock.now(), closed_because: reason });
  await handOnSpent(tx, card.id);
  for (const hook of app.house.cards) await hook.closed?.(tx, app, { ...card, replaced_by }, actor);
  await app.queue.send(tx, "tell-issuer", { card_id: card.id });
  const holder = await findRow(tx, "users", card.user_id, ["erased_at"]);
  if (!replaced_by && !holder?.erased_at && actor.user_id !== card.user_id)
    await tell(tx, app, card.user_id, messages.closed(card, reason));
}

/**
 * What closing the holder's last card of its kind gives back to its company, in kobo: what is free of the purse, or of the part of the line. Null for
 * what stays: a person's own money, and where another card spends it.
 */
export async function returnsOf(
  tx: Tx,
  card: Pick<Card, "id" | "kind" | "company_id" | "user_id">,
): Promise<bigint | null> {
  if (!card.company_id) return null;
  const { rows } = await sql`
    select 1
    from cards
    where user_id = ${card.user_id}
      and company_id = ${card.company_id}
      and kind = ${card.kind}
      and id <> ${card.id}
      and status in ('approved', 'issued', 'active', 'frozen')
    limit 1
  `.execute(tx);
  if (rows.length > 0) return null;
  const { company_id, user_id } = card;
  const { purse_kobo, line_kobo } = await heldBy(tx, user_id);
  if (card.kind !== "company_debit") return line_kobo;
  return purse_kobo - (await ownInPurse(tx, { company_id, user_id }, purse_kobo));
}

/** Gives it back. @returns what was given back */
export async function giveBack(tx: Tx, context: Context, card: Card): Promise<bigint> {
  const amount_kobo = await returnsOf(tx, card);
  const { company_id, user_id } = card;
  if (!amount_kobo || !company_id) return 0n;
  if (card.kind === "company_debit") {
    const wallet = await openWallet(tx, context, company_id);
    await movePurse(tx, context, wallet, { user_id, amount_kobo: -amount_kobo, why: "The card was closed" });
  } else {
    const [id, on] = [uuidv7(), await businessDate(tx)];
    const fact = { id, company_id, user_id, amount_kobo: -amount_kobo, on, actor: actorOf(context).name };
    await postLineAssigned(tx, fact);
  }
  return amount_kobo;
}

/** Writes down a new card with its first state. */
export async function addCard(
  tx: Tx,
  card: Omit<Insertable<DB["cards"]>, "id" | "issuer_reference" | "created_at" | "status"> & {
    status: "requested" | "approved";
  },
  actor: Actor,
): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto("cards")
    .values({ ...card, id, issuer_reference: uuidv7(), created_at: clock.now() })
    .execute();
  await recordBeginning(tx, "card", id, card.status, actor);
  return id;
}

/** A new card in the place of one that is locked, on the same terms and with the same controls; who else than the holder has the old one frozen has the new one frozen. @returns its id */
export async function replaceCard(
  tx: Tx,
  app: Pick<App, "queue">,
  old: Card,
  new_one: {
    because: ReplacementReason;
    actor: Actor;
    delivery?: { delivery_address: string | null; delivery_state: string | null };
    fee: { fee_kobo: bigint; fee_vat_kobo: bigint };
  },
): Promise<string> {
  const { kind, form, currency, company_id, user_id, label, limit_kobo, is_single_use, merchant_lock } = old;
  const { because, actor, fee, delivery = old } = new_one;
  const id = await addCard(
    tx,
    {
      kind,
      form,
      currency,
      company_id,
      user_id,
      label,
      limit_kobo,
      is_single_use,
      merchant_lock,
      status: "approved",
      replacement_for: old.id,
      replacement_reason: because,
      requested_by: actor.user_id,
      delivery_address: delivery.delivery_address,
      delivery_state: delivery.delivery_state,
      ...fee,
    },
    actor,
  );
  await sql`
    insert into card_freezes (id, card_id, "by", reason, frozen_by, since)
    select gen_random_uuid(), ${id}::uuid, "by", reason, frozen_by, since
    from card_freezes
    where card_id = ${old.id} and lifted_at is null and "by" <> 'holder'
  `.execute(tx);
  await handOnControls(tx, old.id, id);
  await app.queue.send(tx, "make-card", { card_id: id });
  return id;
}
