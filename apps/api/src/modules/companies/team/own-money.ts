/** What was paid back into somebody's purse goes with them when they leave. */
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { inScopeOf } from "../../../db/scope.ts";
import type { Context } from "../../../house/app.ts";
import { newReference, postOwnMoney } from "../../money/books/index.ts";
import { recordPersonal } from "../../people/personal-wallets/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { holdingsOf } from "../wallet-movements/index.ts";
import * as messages from "./messages.ts";

/** From their purse into their own wallet, before the purse is emptied and closed. @returns the amount, in kobo */
export async function takeOwnAlong(
  tx: Tx,
  context: Context,
  { company_id, user_id }: { company_id: string; user_id: string },
): Promise<bigint> {
  const { own_kobo: amount_kobo } = await holdingsOf(tx, company_id, user_id);
  if (amount_kobo === 0n) return 0n;
  const [id, on, actor] = [uuidv7(), await businessDate(tx), actorOf(context)];
  const reference = newReference("OM", on);
  await postOwnMoney(tx, { id, company_id, user_id, reference, amount_kobo, on, actor: actor.name });
  const moved = { user_id, kind: "own_money", amount_kobo, reference, ledger_transaction_id: id, actor, on } as const;
  await inScopeOf(tx, user_id, () => recordPersonal(tx, "cash", moved));
  await note(tx, user_id, messages.ownMoney(amount_kobo));
  return amount_kobo;
}
