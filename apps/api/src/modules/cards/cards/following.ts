/** What becomes of cards when somebody leaves their company, is kept from its business, or the whole company is suspended. */
import { counted } from "@manilla/contract/formats";
import type { Freezer } from "@manilla/contract/cards/card-states";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import type { Context } from "../../../house/app.ts";
import type { CompanyHooks } from "../../../house/companies.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { closeCard } from "./closing.ts";
import { declineBySystem } from "./deciding.ts";
import { lockCard, freezeCard, unfreezeCard } from "../card-records/index.ts";

const LEFT = "Its holder has left the company.";
/** Why a company's card is frozen while its holder is away; lifted for this reason alone. */
export const PAUSED = "Its holder is kept from the company's business.";
const SUSPENDED = "The company is suspended.";

/** Ids in one order, so that two of these never wait for each other. */
async function idsOf(tx: Tx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from cards where ${which} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Freezes cards, or lifts what was frozen for this very reason. */
async function freezeAll(
  tx: Tx,
  context: Context,
  which: RawBuilder<unknown>,
  { by, reason, is_on }: { by: Freezer; reason: string; is_on: boolean },
): Promise<void> {
  const actor = actorOf(context);
  for (const id of await idsOf(tx, sql`${which} and status in ('issued', 'active', 'frozen')`)) {
    const card = await lockCard(tx, id);
    if (!card || !["issued", "active", "frozen"].includes(card.status)) continue;
    if (is_on) await freezeCard(tx, context, card, { by, reason, actor });
    else await unfreezeCard(tx, context, card, { by, actor, only: reason });
  }
}

export const followCompanies: CompanyHooks = {
  async leaving(db, { company_id, user_id }) {
    const { rows } = await sql<{ closed: number; asked: number }>`
      select (count(*) filter (where status in ('approved', 'issued', 'active', 'frozen')))::int as closed,
        (count(*) filter (where status = 'requested'))::int as asked
      from cards
      where company_id = ${company_id} and user_id = ${user_id}
    `.execute(db);
    const { closed, asked } = rows[0]!;
    return [
      ...(closed > 0
        ? [`${counted(closed, "card")} of the company ${closed === 1 ? "is" : "are"} closed at once.`]
        : []),
      ...(asked > 0 ? [`${counted(asked, "card request")} ${asked === 1 ? "ends" : "end"}.`] : []),
    ];
  },
  async left(tx, context, { company_id, user_id }) {
    const open = sql`company_id = ${company_id} and user_id = ${user_id} and status not in ('declined', 'closed')`;
    for (const id of await idsOf(tx, open)) {
      const card = await lockCard(tx, id);
      if (card?.status === "requested") await declineBySystem(tx, context, card, LEFT);
      // What is being made at this moment is closed when it is there (`keepMade`).
      else if (card && card.status !== "approved")
        await closeCard(tx, context, card, { actor: actorOf(context), reason: LEFT });
    }
  },
  paused: (tx, context, { company_id, user_id }, is_on) =>
    freezeAll(tx, context, sql`company_id = ${company_id} and user_id = ${user_id}`, {
      by: "company",
      reason: PAUSED,
      is_on,
    }),
  async suspending(db, company_id) {
    const { rows } = await sql<{ cards: number }>`
      select count(*)::int as cards from cards where company_id = ${company_id} and status in ('issued', 'active', 'frozen')
    `.execute(db);
    const { cards } = rows[0]!;
    return cards > 0 ? [`${counted(cards, "card")} ${cards === 1 ? "is" : "are"} frozen until it is let back.`] : [];
  },
  suspended: (tx, context, company_id, is_on) =>
    freezeAll(tx, context, sql`company_id = ${company_id}`, { by: "provider", reason: SUSPENDED, is_on }),
};
