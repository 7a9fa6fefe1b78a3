/** Dollars that no card spends any more go back to the cash wallet, at the day's rate. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import type { PublishedRate } from "../../../outside/rates/port.ts";
import { lockCash } from "../../people/personal-wallets/index.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { exchange, keepQuote, rateNow } from "./exchanging.ts";
import { returned } from "./messages.ts";
import { rateText } from "./rules.ts";
import { type DollarTerms, dollarCardOf, termsOn } from "../card-records/index.ts";

const AT_ONCE = 100;

/** Whose dollars lie there without a card: nothing held for a payment, nothing taken beyond what was there. */
const LEFT = sql`
  select a.owner_id::uuid as user_id, -b.balance_kobo as cents
  from ledger.accounts a
  join ledger.balances b on b.account_id = a.id
  where a.chart_code = 'dollar_purse' and b.balance_kobo < 0 and b.held_kobo = 0
    and not ${dollarCardOf(sql`a.owner_id::uuid`)}
    and not exists (
      select 1
      from cards c
      join ledger.accounts o on o.chart_code = 'dollar_overdrawn' and o.owner_type = 'card' and o.owner_id = c.id::text
      join ledger.balances ob on ob.account_id = o.id and ob.balance_kobo > 0
      where c.user_id = a.owner_id::uuid and c.currency = 'USD'
    )
`;

/** @returns whether there was something to return */
async function returnTo(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  user_id: string,
  { rate, terms }: { rate: PublishedRate; terms: DollarTerms },
): Promise<boolean> {
  await lockCash(tx, [user_id]);
  // A payment or a new card may have come in the meantime.
  const { rows: still } = await sql<{ cents: bigint }>`${LEFT} and a.owner_id = ${user_id}`.execute(tx);
  const amount_cents = still[0]?.cents;
  if (!amount_cents) return false;
  const quote = await keepQuote(tx, user_id, { kind: "return", amount_cents, rate, terms });
  await exchange(tx, quote, SYSTEM);
  const { amount_kobo } = quote;
  const after = { kind: "return", amount_cents, amount_kobo, rate: rateText(quote.rate_e4) } as const;
  await recordAudit(tx, SYSTEM, "dollars_exchanged", ["dollar quote", quote.id], { after, about: user_id });
  const { erased_at } = await getRow(tx, "users", user_id, ["erased_at"]);
  if (!erased_at) await tell(tx, app, user_id, returned(after));
  return true;
}

/** Exchanges what closed cards left; without a rate it waits for the next time. @returns for how many people */
export async function returnDollars(app: Pick<App, "db" | "outside" | "log" | "queue" | "config">): Promise<number> {
  const { db, log } = app;
  const { rows } = await sql<{ user_id: string }>`${LEFT} order by a.owner_id limit ${AT_ONCE}`.execute(db);
  if (rows.length === 0) return 0;
  const terms = await termsOn(db, await businessDate(db));
  const rate = await rateNow(app, terms).catch((error: unknown) => {
    log.warn({ error }, "dollars of closed cards wait for a rate");
  });
  if (!rate) return 0;
  let done = 0;
  for (const { user_id } of rows)
    try {
      if (await db.transaction().execute((tx) => returnTo(tx, app, user_id, { rate, terms }))) done += 1;
    } catch (error) {
      // The others do not wait for this person.
      log.error({ error, user_id }, "dollars of a closed card were not returned");
    }
  return done;
}
