/** Somebody leaves their company: what their cards hold goes with its payments to the company, because the purse stays with the person. */
import { naira } from "@manilla/contract/formats";
import { isCreditCard } from "@manilla/contract/cards/card-states";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type Database, type Tx, queryable } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { CompanyHooks, Employed } from "../../../house/companies.ts";
import { movePurse, openWallet } from "../../companies/wallet-movements/index.ts";
import { postLineAssigned, release } from "../../money/books/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type Card, lockCard } from "../card-records/index.ts";
import { holdAnew } from "./holding.ts";
import { accountsOf } from "./loading.ts";

interface Holding {
  id: string;
  reference: string;
  held_kobo: bigint;
  hold_id: string;
}

/** Payments of a card that hold money. */
const holdingOf = async (tx: Tx, card_id: string): Promise<Holding[]> =>
  (
    await sql<Holding>`
      select id, reference, held_kobo, hold_id
      from card_authorisations
      where card_id = ${card_id} and hold_id is not null
      order by id
      for update
    `.execute(tx)
  ).rows;

/** What is held moves from the person's account to the company's, and is held there for the same payments. */
async function handOver(tx: Tx, card: Card, give: (held_kobo: bigint) => Promise<unknown>): Promise<void> {
  const payments = await holdingOf(tx, card.id);
  for (const { hold_id } of payments) await release(queryable(tx), { hold_id });
  const held_kobo = payments.reduce((sum, each) => sum + each.held_kobo, 0n);
  if (held_kobo > 0n) await give(held_kobo);
  await changeRows(tx, "cards", card.id, { is_holder_gone: true });
  const { account } = accountsOf({ ...card, is_holder_gone: true });
  for (const { id, reference, held_kobo: amount_kobo } of payments) {
    const nothing = { held_kobo: 0n, hold_id: null };
    const held = await holdAnew(tx, account, nothing, { key: `card:${id}:left`, amount_kobo, reference });
    await changeRows(tx, "card_authorisations", id, { ...held });
  }
}

const cardsOf = async (tx: Tx, { company_id, user_id }: Employed): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from cards where company_id = ${company_id} and user_id = ${user_id} and status <> 'declined' order by id
    `.execute(tx)
  ).rows.map(({ id }) => id);

export const followLeavers: CompanyHooks = {
  async leaving(db: Database, { company_id, user_id }) {
    const { rows } = await sql<{ kobo: bigint }>`
      select coalesce(sum(held_kobo), 0)::bigint as kobo
      from card_authorisations
      where user_id = ${user_id} and company_id = ${company_id} and not is_over
    `.execute(db);
    const held_kobo = rows[0]!.kobo;
    return held_kobo > 0n ? [`${naira(held_kobo)} is held for card payments: the company's money pays them.`] : [];
  },
  async left(tx, context, who) {
    const { company_id, user_id } = who;
    const why = "Held for card payments";
    for (const id of await cardsOf(tx, who)) {
      const card = await lockCard(tx, id);
      if (!card) continue;
      await handOver(tx, card, async (held_kobo) => {
        if (!isCreditCard(card.kind)) {
          const wallet = await openWallet(tx, context, company_id);
          return movePurse(tx, context, wallet, { user_id, amount_kobo: -held_kobo, why });
        }
        const [line_id, on] = [uuidv7(), await businessDate(tx)];
        const fact = { id: line_id, company_id, user_id, amount_kobo: -held_kobo, on, actor: actorOf(context).name };
        return postLineAssigned(tx, fact);
      });
    }
  },
};
