/** Held money is looked at again: it goes into its wallet as soon as the tier, or what was spent, makes room. */
import { naira } from "@manilla/contract/formats";
import { heldReasons } from "@manilla/contract/payments/inbound-credit-states";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { App, Context } from "../../../house/app.ts";
import { SYSTEM, actorOf } from "../../platform/audit/index.ts";
import { type Credit, lockCredit, tryRelease } from "./placing.ts";

/** Looked at in one run; the others come in the next one. */
const AT_ONCE = 200;

async function lookAt(app: App, id: string): Promise<boolean> {
  // Before it is looked at: one that fails is at the end of the queue, too.
  await changeRows(app.db, "inbound_credits", id, { looked_at: clock.now() });
  return app.db.transaction().execute(async (tx) => {
    const credit = await lockCredit(tx, id);
    if (credit?.status !== "held" || credit.approval_id) return false;
    const held_because = await tryRelease(tx, app, credit, SYSTEM);
    if (held_because) await changeRows(tx, "inbound_credits", id, { held_because });
    return !held_because;
  });
}

/**
 * Looks at what is held, what was looked at longest ago first; each in a transaction of its own, so that one that fails keeps no other one waiting.
 * @returns how many were released
 */
export async function releaseHeld(app: App): Promise<number> {
  const held = await app.db
    .selectFrom("inbound_credits")
    .select("id")
    .where("status", "=", "held")
    .where("approval_id", "is", null)
    .orderBy("looked_at")
    .orderBy("id")
    .limit(AT_ONCE)
    .execute();
  let released = 0;
  for (const { id } of held)
    try {
      if (await lookAt(app, id)) released += 1;
    } catch (error) {
      app.log.error({ inbound_credit: id, err: { message: (error as Error).message } }, "held money was not looked at");
    }
  return released;
}

/** The same at once, where somebody asks for it. @throws Conflict with the reason why it stays held */
export async function releaseNow(tx: Tx, context: Context, credit: Credit): Promise<void> {
  const why = await tryRelease(tx, context, credit, actorOf(context));
  if (why)
    throw new Conflict(
      `${naira(credit.amount_kobo)} stays held. ${heldReasons[why]}: it is released by itself when that changes.`,
      "still_held",
    );
}
