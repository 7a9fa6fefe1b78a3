/** After a decline: the holder reads at once why and what to do; three in five minutes freeze the card and ask whether it was they. */
import { declineWords } from "@manilla/contract/cards/decline-reasons";
import { money } from "@manilla/contract/formats";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { App } from "../../../house/app.ts";
import type { IssuerEvent } from "../../../outside/issuer/events.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { note, tell } from "../../platform/notifications/index.ts";
import { type Card, freezeCard, lockCard } from "../card-records/index.ts";
import * as messages from "./messages.ts";
import { type Check, DECLINES_THAT_FREEZE, DECLINE_MINUTES, isSuspicious } from "./rules.ts";

/** How many suspicious declines a card has had in the last minutes, before this one. */
async function recentDeclines(tx: Tx, card_id: string): Promise<number> {
  const since = new Date(clock.milliseconds() - DECLINE_MINUTES * 60_000);
  const { rows } = await sql<{ reason: string }>`
    select reason
    from card_authorisations
    where card_id = ${card_id} and status = 'declined' and created_at > ${since}
      and created_at > coalesce((
        select max(lifted_at) from card_freezes where card_id = ${card_id} and "by" = 'system'
      ), '-infinity')
    order by created_at desc
    limit 20
  `.execute(tx);
  return rows.filter(({ reason }) => isSuspicious(reason)).length;
}

/**
 * Tells the holder of a decline, and freezes the card where there were too many.
 * @param declined `id` is null where an increase was requested of a payment that stays as it was
 */
export async function afterDecline(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  card: Card,
  { id, event, unmet }: { id: string | null; event: IssuerEvent; unmet: Check },
): Promise<void> {
  const { says } = declineWords(unmet.reason, unmet, card.company_id !== null);
  const isEnquiry = event.kind === "BALANCE_INQUIRY";
  const amount = isEnquiry ? "the balance" : money(event.amount_kobo, event.currency ?? card.currency);
  await note(tx, card.user_id, messages.declined({ id, merchant: event.merchant.name, amount, says }));
  // The statement reads what was written before it, this decline with it.
  if (!id || !isSuspicious(unmet.reason) || (await recentDeclines(tx, card.id)) < DECLINES_THAT_FREEZE) return;
  const whole = await lockCard(tx, card.id);
  if (whole?.status !== "active") return;
  const isNew = await freezeCard(tx, app, whole, { by: "system", reason: "three_declines", actor: SYSTEM });
  if (isNew) await tell(tx, app, card.user_id, messages.wasItYou({ id, last4: card.last4 ?? "" }));
}
