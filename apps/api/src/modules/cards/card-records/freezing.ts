/** Freezing and unfreezing: at once in our own books, where each payment is decided; the issuer is notified after. */
import type { Freezer } from "@manilla/contract/cards/card-states";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { App } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { changeState } from "../../platform/states/index.ts";
import { type Card, openFreezes } from "./keeping.ts";

interface Freeze {
  by: Freezer;
  reason: string;
  actor: Actor;
}

/**
 * Freezes a card that is locked; a second time by the same changes nothing.
 * @returns whether this freeze is new
 */
export async function freezeCard(
  tx: Tx,
  { queue }: Pick<App, "queue">,
  card: Pick<Card, "id" | "status">,
  { by, reason, actor }: Freeze,
): Promise<boolean> {
  const added = await tx
    .insertInto("card_freezes")
    .values({ id: uuidv7(), card_id: card.id, by, reason, frozen_by: actor.user_id, since: clock.now() })
    .onConflict((conflict) => conflict.columns(["card_id", "by"]).where("lifted_at", "is", null).doNothing())
    .executeTakeFirst();
  if (card.status !== "frozen")
    await changeState(tx, { noun: "card", id: card.id, from: card.status, action: "freeze", actor, reason });
  await queue.send(tx, "tell-issuer", { card_id: card.id });
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Lifts what one of them froze, of a card that is locked; it is in use again when nobody else has it frozen.
 * @returns whether anything was lifted
 */
export async function unfreezeCard(
  tx: Tx,
  { queue }: Pick<App, "queue">,
  card: Pick<Card, "id" | "status" | "activated_at">,
  {
    by,
    actor,
    only,
  }: Omit<Freeze, "reason"> & { /** The reason of the freeze that is meant: another one stays. */ only?: string },
): Promise<boolean> {
  let lifting = tx
    .updateTable("card_freezes")
    .set({ lifted_at: clock.now(), lifted_by: actor.user_id })
    .where("card_id", "=", card.id)
    .where("by", "=", by)
    .where("lifted_at", "is", null);
  if (only) lifting = lifting.where("reason", "=", only);
  const lifted = await lifting.executeTakeFirst();
  if (lifted.numUpdatedRows === 0n) return false;
  const others = await openFreezes(tx, card.id);
  if (others.length === 0 && card.status === "frozen") {
    const action = card.activated_at ? "unfreeze" : "unfreeze_unused";
    await changeState(tx, { noun: "card", id: card.id, from: "frozen", action, actor });
  }
  await queue.send(tx, "tell-issuer", { card_id: card.id });
  return true;
}
