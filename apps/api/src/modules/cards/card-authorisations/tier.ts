/** What a person's tier lets out of their cash wallet in a day bounds their debit cards too (business-rules §6): a card is no way around it. */
import type { TierLeft } from "@manilla/contract/cards/card-limits";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { tierOf, tierRoom } from "../../people/personal-wallets/index.ts";
import type { Card } from "../card-records/index.ts";

const PERIODS: Readonly<Record<string, TierLeft["period"]>> = {
  single_outflow_kobo: "per_authorisation",
  monthly_outflow_kobo: "month",
};

/**
 * What may still leave today, less what cards hold of it; null where the card spends something else, or nothing bounds it. Two cards of one person ask one
 * after the other. The card is locked before.
 * @param today of Africa/Lagos, `yyyy-mm-dd`
 */
export async function lockTierLeft(
  tx: Tx,
  { kind, currency, user_id }: Pick<Card, "kind" | "currency" | "user_id">,
  today: string,
): Promise<TierLeft | null> {
  if (kind !== "personal_debit" || currency !== "NGN") return null;
  await sql`select pg_advisory_xact_lock(hashtext('tier by card'), hashtext(${user_id}))`.execute(tx);
  const { limits, cash_kobo: holds_kobo, out_today_kobo, out_month_kobo } = await tierOf(tx, user_id);
  const { rows } = await sql<{ held_kobo: bigint }>`
    select coalesce(sum(p.held_kobo), 0)::bigint as held_kobo
    from card_authorisations p
    join cards c on c.id = p.card_id
    where p.user_id = ${user_id} and p.day = ${today}::date and not p.is_over
      and c.kind = 'personal_debit' and c.currency = 'NGN'
  `.execute(tx);
  const { held_kobo } = rows[0]!;
  const used = { out_today_kobo: out_today_kobo + held_kobo, out_month_kobo: out_month_kobo + held_kobo };
  const room = tierRoom("out", limits, { holds_kobo, ...used });
  return room && { period: PERIODS[room.by] ?? "day", limit_kobo: limits[room.by]!, left_kobo: room.kobo };
}
