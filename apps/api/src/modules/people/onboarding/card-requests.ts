/** The card that a person asks for: its kind, then where to. What becomes of it is the cards' own matter. */
import type { cardRequest } from "@manilla/contract/people/onboarding";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { cardRequested } from "./messages.ts";

type CardRequest = z.output<typeof cardRequest>;

/** The person's request for a card; null when they made none. */
export async function findCardRequest(db: Database | Tx, user_id: string): Promise<CardRequest | null> {
  const row = await findRow(db, "card_requests", { user_id }, [
    "id",
    "card_type",
    "status",
    "delivery_address",
    "delivery_state",
    "requested_at",
    "finalised_at",
  ]);
  return row
    ? { ...row, card_type: row.card_type as CardRequest["card_type"], status: row.status as CardRequest["status"] }
    : null;
}

/** Which kind; may be changed until the request is sent, and again when it was decided. @throws Conflict in between */
export async function beginCardRequest(
  tx: Tx,
  { session }: Context,
  card_type: CardRequest["card_type"],
): Promise<CardRequest> {
  await tx
    .insertInto("card_requests")
    .values({ id: uuidv7(), user_id: session.user_id, card_type })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ card_type }).where("card_requests.status", "<>", "pending"),
    )
    .execute();
  const found = await findCardRequest(tx, session.user_id);
  if (!found || found.status === "pending")
    throw new Conflict(
      `Your card request is ${found?.status ?? "not there"} and cannot be changed.`,
      "already_requested",
    );
  return found;
}

/** Where to, and done. @throws Conflict without a beginning or a second time; InvalidFields when a physical card has no address */
export async function finishCardRequest(
  tx: Tx,
  context: Context,
  delivery: { delivery_address?: string; delivery_state?: string },
): Promise<CardRequest> {
  const { session } = context;
  const begun = await findCardRequest(tx, session.user_id);
  if (!begun) throw new Conflict("Choose a card first.", "not_started");
  if (begun.card_type === "physical") {
    const missing = (["delivery_address", "delivery_state"] as const).filter((field) => !delivery[field]);
    if (missing.length > 0)
      throw new InvalidFields(Object.fromEntries(missing.map((field) => [field, ["this field is required"]])));
  }
  const given = {
    finalised_at: clock.now(),
    delivery_address: delivery.delivery_address ?? null,
    delivery_state: delivery.delivery_state ?? null,
  };
  const [submitted] = await changeWhere(tx, {
    noun: "cardRequest",
    action: "submit",
    where: sql`user_id = ${session.user_id}`,
    set: given,
    actor: actorOf(context),
  });
  if (!submitted) throw new Conflict(`Your card request is ${begun.status} already.`, "already_requested");
  await recordAudit(tx, context, "card_requested", ["user", session.user_id], {
    after: { card_type: begun.card_type },
  });
  await tell(tx, context, session.user_id, cardRequested(begun));
  return { ...begun, ...given, status: "pending" };
}
