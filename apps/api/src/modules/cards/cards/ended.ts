/** The issuer has ended a card of its own accord: it pays no more, so it is closed with us too. The money behind it stays where it is. */
import { sql } from "kysely";
import type { App } from "../../../house/app.ts";
import { changeRows } from "../../../db/row.ts";
import { peopleWith } from "../../companies/wallet-movements/index.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { lockCard } from "../card-records/index.ts";
import { closeCard } from "./closing.ts";
import { endedToCompany } from "./messages.ts";

const REASON = "The issuer of the card has ended it. Ask for a new one.";

/** Closes the card that the issuer names; one that is closed already, or that is nobody's, changes nothing. Safe to repeat. */
export async function endedByIssuer(
  app: Pick<App, "db" | "queue" | "house" | "config">,
  issuer_card_id: string,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; name: string }>`
      select c.id, coalesce(u.full_name, 'Somebody') as name
      from cards c
      left join users u on u.id = c.user_id
      where c.issuer_card_id = ${issuer_card_id}
    `.execute(tx);
    const card = rows[0] && (await lockCard(tx, rows[0].id));
    if (!card || !["issued", "active", "frozen"].includes(card.status)) return;
    await changeRows(tx, "cards", card.id, { issuer_status: "canceled" });
    await closeCard(tx, app, card, { actor: SYSTEM, reason: REASON });
    await recordAudit(tx, SYSTEM, "card_ended_by_issuer", ["card", card.id], {
      before: { status: card.status },
      after: { status: "closed" },
      about: card.user_id,
    });
    if (!card.company_id) return;
    for (const { id } of await peopleWith(tx, card.company_id, "company:can_request_cards"))
      if (id !== card.user_id) await note(tx, id, endedToCompany(card, rows[0]!.name));
  });
}
