/** One card as the rooms above read it, and the money behind it. */
import type { CardKind } from "@manilla/contract/cards/card-states";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { accountOf } from "../../money/books/index.ts";

export type Card = Selectable<DB["cards"]>;

const read = async (db: Database | Tx, id: string, lock: boolean): Promise<Card | undefined> => {
  const query = db.selectFrom("cards").selectAll().where("id", "=", id);
  return (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
};

export const findCard = (db: Database | Tx, id: string): Promise<Card | undefined> => read(db, id, false);

/** Locks a card (`for no key update`) and reads it; undefined where there is none. */
export const lockCard = (tx: Tx, id: string): Promise<Card | undefined> => read(tx, id, true);

/** Where a card's money is: a line of the chart, whose, and the code of the account in the ledger. */
export interface MoneyBehind {
  line: "purse" | "undrawn_line" | "cash_wallet" | "company_wallet" | "dollar_purse";
  owner_id: string;
  account: string;
}

/**
 * The account from which a card pays: what is free on it (balance less holds) is what the card may spend. What shops still take and give back when its holder
 * has left is its company's own: the purse is the person's, and may be another company's by then.
 */
export function moneyBehind(
  card: Pick<Card, "id" | "kind" | "user_id"> & Partial<Pick<Card, "company_id" | "is_holder_gone" | "currency">>,
): MoneyBehind {
  const gone_from = card.is_holder_gone ? card.company_id : null;
  const behind = {
    company_debit: gone_from ? ["company_wallet", gone_from] : ["purse", card.user_id],
    company_credit: ["undrawn_line", gone_from ?? card.user_id],
    personal_debit: [card.currency === "USD" ? "dollar_purse" : "cash_wallet", card.user_id],
    personal_credit: ["undrawn_line", card.id],
    secure: ["undrawn_line", card.id],
  } as const satisfies Record<CardKind, readonly [MoneyBehind["line"], string]>;
  const [line, owner_id] = behind[card.kind as CardKind];
  return { line, owner_id, account: accountOf(line, owner_id) };
}

/** Who has a card frozen now. */
export async function openFreezes(
  db: Database | Tx,
  card_id: string,
): Promise<{ by: string; reason: string; since: Date }[]> {
  const { rows } = await sql<{ by: string; reason: string; since: Date }>`
    select "by", reason, since from card_freezes where card_id = ${card_id} and lifted_at is null order by since
  `.execute(db);
  return rows;
}
