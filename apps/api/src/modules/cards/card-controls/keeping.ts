/** What holds for a card now: its controls, what was let through on top, and what was used of its limits. */
import { type Controller, type Controls } from "@manilla/contract/cards/card-control-kinds";
import { type Usage, beginsOn } from "@manilla/contract/cards/card-limits";
import type { LimitPeriod } from "@manilla/contract/cards/decline-reasons";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { type NewRow, type PlaceOf, ask, fixed, newRow } from "../../../db/fixed.ts";
import { later } from "../../../db/pipelined-database.ts";
import type { DB } from "../../../db/types.gen.ts";

/** A row of the table as JSON has it: amounts as numbers. */
type Kept = { [Column in keyof Selectable<DB["card_controls"]>]: Selectable<DB["card_controls"]>[Column] } & {
  by: Controller;
};

const limitOf = (value: unknown): bigint | null => (value === null ? null : BigInt(value as number | bigint));

export function controlsOf(row: Kept): Controls {
  return {
    limits: {
      per_authorisation: limitOf(row.per_authorisation_kobo),
      day: limitOf(row.day_kobo),
      week: limitOf(row.week_kobo),
      month: limitOf(row.month_kobo),
      year: limitOf(row.year_kobo),
      all_time: limitOf(row.all_time_kobo),
    },
    day_count: row.day_count,
    allowed_categories: row.allowed_categories as Controls["allowed_categories"],
    blocked_categories: row.blocked_categories as Controls["blocked_categories"],
    allowed_merchants: row.allowed_merchants,
    blocked_merchants: row.blocked_merchants,
    channels: row.channels as Controls["channels"],
    countries: row.countries,
    weekdays: row.weekdays,
    from_hour: row.from_hour,
    to_hour: row.to_hour,
    tips_percent: row.tips_percent,
  };
}

/** The row of {@link usageRow}. */
export type UsageRow = Usage["used"] & {
  controls: Kept[];
  raises: { period: LimitPeriod; amount_kobo: number }[];
  day_count: number;
};
/** Its columns, named: so that a statement with them can stay prepared. */
export const USAGE = "controls, raises, day, week, month, year, all_time, day_count";

/** What usage is read of: a card, and a day of Africa/Lagos with the days on which its periods began. */
export interface UsageAsked {
  card_id: string;
  today: string;
  week: string | null;
  month: string | null;
  year: string | null;
}
/** @param today of Africa/Lagos, `yyyy-mm-dd` */
export const usageAsked = (card_id: string, today: string): UsageAsked => ({
  card_id,
  today,
  week: beginsOn("week", today),
  month: beginsOn("month", today),
  year: beginsOn("year", today),
});

/** Everything that limits a card on a day, in one row. */
export const usageRow = (place: PlaceOf<UsageAsked>): RawBuilder<UsageRow> => sql<UsageRow>`
  select
    coalesce((select json_agg(k) from card_controls k where k.card_id = ${place("card_id")}), '[]') as controls,
    coalesce((
      select json_agg(json_build_object('period', r.period, 'amount_kobo', r.amount_kobo))
      from card_raises r
      where r.card_id = ${place("card_id")} and r.status = 'granted' and r.ends_on >= ${place("today")}::date
    ), '[]') as raises,
    coalesce(sum(d.amount_kobo) filter (where d.day = ${place("today")}::date), 0)::bigint as day,
    coalesce(sum(d.amount_kobo) filter (where d.day >= ${place("week")}::date), 0)::bigint as week,
    coalesce(sum(d.amount_kobo) filter (where d.day >= ${place("month")}::date), 0)::bigint as month,
    coalesce(sum(d.amount_kobo) filter (where d.day >= ${place("year")}::date), 0)::bigint as year,
    coalesce(sum(d.amount_kobo), 0)::bigint as all_time,
    coalesce(sum(d.payments) filter (where d.day = ${place("today")}::date), 0)::int as day_count
  from card_spend_days d
  where d.card_id = ${place("card_id")}
`;
const usageStatement = fixed<UsageAsked, UsageRow>(usageRow);

export const usageIn = ({ controls, raises, day_count, day, week, month, year, all_time }: UsageRow): Usage => ({
  controls: controls.map((row) => ({ by: row.by, set: controlsOf(row) })),
  raises: raises.map(({ period, amount_kobo }) => ({ period, amount_kobo: BigInt(amount_kobo) })),
  used: { day, week, month, year, all_time },
  day_count,
});

/** {@link usageRow} as a statement of its own. */
export async function usageOf(db: Database | Tx, card_id: string, today: string): Promise<Usage> {
  const [row] = await ask(db, usageStatement(db, usageAsked(card_id, today)));
  return usageIn(row!);
}

/** The card in the place of another has its controls. What was let through on top has to be requested again. */
export async function handOnControls(tx: Tx, old_id: string, card_id: string): Promise<void> {
  const rows = await tx.selectFrom("card_controls").selectAll().where("card_id", "=", old_id).execute();
  for (const row of rows)
    await tx
      .insertInto("card_controls")
      .values({ ...row, card_id })
      .execute();
}

/** What was used of the limits of a card that is closed counts for the one in its place: otherwise a new card would be a new limit. */
export async function handOnSpent(tx: Tx, old_id: string): Promise<void> {
  await sql`
    insert into card_spend_days as d (card_id, day, amount_kobo, payments)
    select n.id, o.day, o.amount_kobo, o.payments
    from card_spend_days o
    join cards n on n.replacement_for = o.card_id and n.status <> 'declined'
    where o.card_id = ${old_id}
    on conflict (card_id, day) do update
    set amount_kobo = d.amount_kobo + excluded.amount_kobo, payments = d.payments + excluded.payments
  `.execute(tx);
}

const COUNTED_BESIDES = `
  on conflict (card_id, day) do update
  set amount_kobo = card_spend_days.amount_kobo + excluded.amount_kobo, payments = card_spend_days.payments + excluded.payments
`;
/** What {@link countSpent} does for a card that is not closed, for who writes it together with the payment. */
export const spentOn = (card_id: string, day: string, amount_kobo: bigint, payments: 0 | 1): NewRow =>
  newRow("card_spend_days", { card_id, day, amount_kobo, payments }, COUNTED_BESIDES);

/**
 * Counts a payment of a card against its limits, and once it is closed against those of the card in its place, which took over what was used; negative where
 * some of it came free again.
 * @param day of Africa/Lagos on which it was requested
 */
export const countSpent = (tx: Tx, card_id: string, day: string, amount_kobo: bigint, payments: 0 | 1): Promise<void> =>
  later(
    tx,
    sql`
      with recursive counting as (
        select ${card_id}::uuid as id
        union all
        select n.id
        from counting c
        join cards o on o.id = c.id and o.status = 'closed'
        join cards n on n.replacement_for = o.id and n.status <> 'declined'
      )
      insert into card_spend_days as d (card_id, day, amount_kobo, payments)
      select id, ${day}::date, ${amount_kobo}::bigint, ${payments}::integer from counting
      on conflict (card_id, day) do update
      set amount_kobo = d.amount_kobo + excluded.amount_kobo, payments = d.payments + excluded.payments
    `,
  );
