/** Saved cards: tokens of the provider, encrypted for their person; a card number never comes here. */
import type { cardRow } from "@manilla/contract/money/charges";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import type { SavedCard } from "../../../outside/payments/port.ts";

export type CardRow = z.output<typeof cardRow>;
const FIELD = "authorization_code";

/** Who a card is debited from, and with what. */
export interface DebitableCard {
  id: string;
  email: string;
  authorization_code: string;
}

/** Keeps a card that the provider lets us debit again; the same card once. @returns its id */
export async function saveCard(
  tx: Tx,
  { encryption }: Pick<App, "encryption">,
  user_id: string,
  card: SavedCard,
): Promise<string | null> {
  const { data_key } = await tx
    .selectFrom("users")
    .select("data_key")
    .where("id", "=", user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!data_key || !card.isReusable) return null;
  const authorization_hash = encryption.hash(FIELD, card.authorization_code);
  const known = await tx
    .selectFrom("repayment_cards")
    .select("id")
    .where("user_id", "=", user_id)
    .where("authorization_hash", "=", authorization_hash)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (known) return known.id;
  const other = await tx
    .selectFrom("repayment_cards")
    .select("id")
    .where("user_id", "=", user_id)
    .where("is_default", "=", true)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  const id = uuidv7();
  const { authorization_code, isReusable: _, ...columns } = card;
  await tx
    .insertInto("repayment_cards")
    .values({
      id,
      user_id,
      ...columns,
      authorization_hash,
      authorization_code_encrypted: encryption.encrypt(user_id, data_key, FIELD, authorization_code),
      is_default: other === undefined,
    })
    .execute();
  return id;
}

/** The card to debit: the named one, or the person's default. Undefined when there is none. */
export async function findDebitableCard(
  db: Database | Tx,
  { encryption }: Pick<App, "encryption">,
  user_id: string,
  card_id?: string,
): Promise<DebitableCard | undefined> {
  const row = await db
    .selectFrom("repayment_cards")
    .innerJoin("users", "users.id", "repayment_cards.user_id")
    .select(["repayment_cards.id", "repayment_cards.authorization_code_encrypted", "users.email", "users.data_key"])
    .where("repayment_cards.user_id", "=", user_id)
    .where("repayment_cards.removed_at", "is", null)
    .where((where) =>
      card_id ? where("repayment_cards.id", "=", card_id) : where("repayment_cards.is_default", "=", true),
    )
    .executeTakeFirst();
  if (!row?.data_key) return undefined;
  return {
    id: row.id,
    email: row.email,
    authorization_code: encryption.decrypt(user_id, row.data_key, FIELD, row.authorization_code_encrypted),
  };
}

/** What a screen may show of a card. */
export const CARD_COLUMNS = `
  c.id, c.brand, c.bank, c.last4, c.expiry_month, c.expiry_year, c.is_default, c.created_at,
  coalesce(
    make_date(c.expiry_year, c.expiry_month, 1) + interval '1 month' <= (select business_date from business_calendar),
    false
  ) as is_expired
`;

/** A person's cards, the default one first. */
export async function cardsOf(db: Database | Tx, user_id: string): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
      select ${sql.raw(CARD_COLUMNS)}
      from repayment_cards c
      where c.user_id = ${user_id} and c.removed_at is null
      order by c.is_default desc, c.created_at desc
    `.execute(db);
  return rows;
}

async function lockCard(tx: Tx, user_id: string, id: string) {
  await tx.selectFrom("users").select("id").where("id", "=", user_id).forNoKeyUpdate().execute();
  const card = await tx
    .selectFrom("repayment_cards")
    .select(["id", "is_default"])
    .where("id", "=", id)
    .where("user_id", "=", user_id)
    .where("removed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!card) throw new NotFound("This card");
  return card;
}

/** @throws NotFound when it is not the person's */
export async function makeDefault(tx: Tx, user_id: string, id: string): Promise<void> {
  await lockCard(tx, user_id, id);
  await changeRows(tx, "repayment_cards", { user_id, is_default: true }, { is_default: false });
  await tx.updateTable("repayment_cards").set({ is_default: true }).where("id", "=", id).execute();
}

/** Removes a card; where it was the default, the newest other one takes its place. @throws NotFound when it is not the person's */
export async function removeCard(tx: Tx, user_id: string, id: string): Promise<void> {
  const card = await lockCard(tx, user_id, id);
  await changeRows(tx, "repayment_cards", id, { removed_at: clock.now(), is_default: false });
  if (!card.is_default) return;
  await sql`
    update repayment_cards
    set is_default = true
    where id = (
      select id
      from repayment_cards
      where user_id = ${user_id} and removed_at is null
      order by created_at desc
      limit 1
    )
  `.execute(tx);
}
