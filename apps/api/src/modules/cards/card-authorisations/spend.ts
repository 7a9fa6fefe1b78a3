/** What cards paid in a period, by category and by shop: each part is what the list of captures shows under the same filter. */
import type * as calls from "@manilla/contract/cards/card-authorisations";
import { isoDay } from "@manilla/contract/formats";
import { addDays, periodBefore } from "@manilla/credit";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database } from "../../../db/database.ts";

type Spend = z.output<typeof calls.spend.response>;
interface Period {
  from: string;
  to: string;
}

/** The same for a shop in capitals and in small letters; the list filters by it. */
export const MERCHANT_ID = "md5(lower(m.merchant))::uuid";

const PARTS = 20;
const YEAR_DAYS = 366;
const FROM = sql.raw("card_captures m join cards c on c.id = m.card_id");
const NET = sql.raw("case when m.kind in ('refund', 'dispute_won') then -m.amount_kobo else m.amount_kobo end");
const TAKEN = sql.raw("m.kind = 'capture'");

/**
 * Days of Africa/Lagos on which the shop took it, as its holder reads it and as the list of captures filters it: the two agree, and the index on the moment
 * serves. Not the business date, which is that of credit and of the books (decisions.md, two clocks) and on which a company's expense and the wallet's statement
 * count the same capture: after a pause of the close several days are one business date. What has to agree with these asks the company's spend, not this page.
 */
const within = ({ from, to }: Period): RawBuilder<boolean> => sql`(
  m.happened_at >= ${from}::date::timestamp at time zone 'Africa/Lagos'
  and m.happened_at < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'
)`;

/** The sums of a period, beside the one before. */
const sumsOf = (now: Period, before: Period): RawBuilder<unknown> => sql`
  coalesce(sum(${NET}) filter (where ${within(now)}), 0)::bigint as amount_kobo,
  (count(*) filter (where ${within(now)} and ${TAKEN}))::int as count,
  coalesce(sum(${NET}) filter (where ${within(before)}), 0)::bigint as before_kobo
`;

async function partsOf<Part>(db: Database, part: RawBuilder<unknown>, now: Period, before: Period): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select ${part}, ${sumsOf(now, before)}
    from ${FROM}
    where c.currency = 'NGN' and ${within({ from: before.from, to: now.to })}
    group by 1
    having count(*) filter (where ${within(now)}) > 0
    order by amount_kobo desc, 1
    limit ${PARTS}
  `.execute(db);
  return rows;
}

/** @param range this month so far, where it says nothing */
export async function spendOf(
  db: Database,
  range: { rangeStart?: string | undefined; rangeEnd?: string | undefined },
): Promise<Spend> {
  const today = isoDay(clock.now());
  const to = range.rangeEnd ?? (range.rangeStart && range.rangeStart > today ? range.rangeStart : today);
  const from = range.rangeStart ?? `${to.slice(0, 8)}01`;
  const [first, last] = from <= to ? [from, to] : [to, from];
  const earliest = addDays(last, -YEAR_DAYS);
  const now = { from: first < earliest ? earliest : first, to: last };
  const before = periodBefore(now);
  const [naira, dollars] = await Promise.all(
    ["NGN", "USD"].map(async (currency) => {
      const { rows } = await sql<Pick<Spend, "amount_kobo" | "count" | "before_kobo">>`
        select ${sumsOf(now, before)}
        from ${FROM}
        where c.currency = ${currency} and ${within({ from: before.from, to: now.to })}
      `.execute(db);
      return rows[0]!;
    }),
  );
  const shop = sql.raw(`${MERCHANT_ID} as id, min(m.merchant) as name`);
  return {
    ...now,
    ...naira!,
    dollars: { amount_cents: dollars!.amount_kobo, count: dollars!.count },
    by_category: await partsOf<Spend["by_category"][number]>(db, sql`m.category`, now, before),
    by_merchant: await partsOf<Spend["by_merchant"][number]>(db, shop, now, before),
  };
}
