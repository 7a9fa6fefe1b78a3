/** The national limits for cash by card: a person's over all cards of their own, a company's over all its cards; at machines for each holder. */
import type { CashLeft } from "@manilla/contract/cards/card-limits";
import { beginsOn } from "@manilla/contract/cards/card-limits";
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { readSetting } from "../../platform/configuration/index.ts";

interface Holder {
  user_id: string;
  company_id: string | null;
}
const ownerOf = ({ user_id, company_id }: Holder): string => company_id ?? user_id;

/**
 * What may still be taken as cash on a day, in kobo.
 * @param today of Africa/Lagos, `yyyy-mm-dd`
 */
export async function cashLeftOf(db: Database | Tx, card: Holder, today: string): Promise<CashLeft[]> {
  const [machines_kobo, week_kobo] = await Promise.all([
    readSetting(db, "card_cash_machine_day_kobo"),
    readSetting(db, card.company_id ? "card_cash_week_company_kobo" : "card_cash_week_person_kobo"),
  ]);
  const { rows } = await sql<{ day: bigint; week: bigint }>`
    select
      coalesce(sum(counted_kobo) filter (where day = ${today}::date and channel = 'atm' and user_id = ${card.user_id}), 0)::bigint as day,
      coalesce(sum(counted_kobo), 0)::bigint as week
    from card_authorisations
    where kind = 'cash' and coalesce(company_id, user_id) = ${ownerOf(card)} and day >= ${beginsOn("week", today)}::date
  `.execute(db);
  const used = rows[0]!;
  const left = (period: "day" | "week", limit_kobo: bigint): CashLeft => ({
    period,
    limit_kobo,
    left_kobo: limit_kobo > used[period] ? limit_kobo - used[period] : 0n,
  });
  return [left("day", BigInt(machines_kobo)), left("week", BigInt(week_kobo))];
}

/** The same for deciding: two cards of one owner take cash one after the other. The card is locked before. */
export async function lockCashLeft(tx: Tx, card: Holder, today: string): Promise<CashLeft[]> {
  await sql`select pg_advisory_xact_lock(hashtext('cash by card'), hashtext(${ownerOf(card)}))`.execute(tx);
  return cashLeftOf(tx, card, today);
}
