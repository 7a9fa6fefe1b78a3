/** Published rates of exchange: read by the worker, shown to who types one, and compared with what was typed. */
import { foreignCurrencies } from "@manilla/contract/companies/expense-lines";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import type { App } from "../../../house/app.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import { type Published, MAX_DAYS_OLD, besideRate, rateOf } from "./rate-rules.ts";

/** The list is renewed once a working day. */
const READ_AGAIN_MILLISECONDS = 6 * 3_600_000;

/** Reads the published list, where nobody has lately. @returns how many rates it had */
export async function readRates({ db, outside, log }: Pick<App, "db" | "outside" | "log">): Promise<number> {
  const { rows } = await sql<{ read_at: Date | null }>`select max(read_at) as read_at from exchange_rates`.execute(db);
  const read_at = rows[0]?.read_at;
  if (read_at && clock.milliseconds() - read_at.getTime() < READ_AGAIN_MILLISECONDS) return 0;
  try {
    const published = await outside.rates.recent();
    if (published.length === 0) return 0;
    await sql`
      insert into exchange_rates (currency, rated_on, mid_e4, read_at)
      select r.currency, r.rated_on, r.mid_e4, ${clock.now()}
      from jsonb_to_recordset(${JSON.stringify(published.map((each) => ({ ...each, mid_e4: String(each.mid_e4) })))}::jsonb)
        as r (currency text, rated_on date, mid_e4 bigint)
      on conflict (currency, rated_on) do update set mid_e4 = excluded.mid_e4, read_at = excluded.read_at
    `.execute(db);
    return published.length;
  } catch (error) {
    if (error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused)
      return (log.warn({ error }, "the list of exchange rates was not read"), 0);
    throw error;
  }
}

/** The newest rate of each currency, for the field in which one is typed. */
export async function newestRates(db: Database | Tx) {
  const { rows } = await sql<Published & { currency: string }>`
    select distinct on (currency) currency, mid_e4, rated_on
    from exchange_rates
    where currency = any(${[...foreignCurrencies]}::text[])
    order by currency, rated_on desc
  `.execute(db);
  return rows.map(({ currency, mid_e4, rated_on }) => ({ currency, rate: rateOf(mid_e4), rated_on }));
}

interface Typed {
  spent_on: string;
  foreign?: { currency: string; rate: string; rated_on: string } | null | undefined;
}

/** What who decides reads of the rates of some lines, by the line's place. @param tolerance_percent of the company */
export async function ratesBeside(
  tx: Tx,
  lines: readonly Typed[],
  tolerance_percent: number,
): Promise<Map<number, string[]>> {
  const asked = lines.flatMap(({ foreign, spent_on }, at) => (foreign ? [{ at, spent_on, ...foreign }] : []));
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{ at: number } & Partial<Published>>`
    select a.at, r.mid_e4, r.rated_on
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (at integer, currency text, rated_on date)
    left join lateral (
      select x.mid_e4, x.rated_on
      from exchange_rates x
      where x.currency = a.currency and x.rated_on between a.rated_on - ${MAX_DAYS_OLD}::int and a.rated_on
      order by x.rated_on desc
      limit 1
    ) r on true
  `.execute(tx);
  const published = new Map(
    rows.map(({ at, mid_e4, rated_on }) => [at, mid_e4 && rated_on ? { mid_e4, rated_on } : undefined]),
  );
  return new Map(asked.map((each) => [each.at, besideRate(each, published.get(each.at), tolerance_percent)]));
}
