/** Each closed day, what the issuer says our account with it holds is set beside the books. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import { type Database, type Tx, queryable } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { balancesOf } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { changeState, recordBeginning } from "../../platform/states/index.ts";
import { differs, low } from "./messages.ts";

/** Top-ups that a bank line still confirms: a statement may have been taken back. */
export const VALID = sql`
  issuer_float_top_ups t
  join bank_statement_lines s on s.id = t.statement_line_id and s.ledger_transaction_id = t.ledger_transaction_id
`;

type Currency = "NGN" | "USD";

/** What the account held at the end of a day as the books know it now: later files and later top-ups are left out. In kobo, or cents. */
async function booksOf(tx: Database | Tx, day: string, currency: Currency): Promise<bigint> {
  const [float] = await balancesOf(queryable(tx), [currency === "USD" ? "issuer_float_usd" : "issuer_float"]);
  const { rows } = await sql<{ later_kobo: bigint }>`
    select (
      coalesce((
        select sum(settled_kobo + charges_kobo - interchange_kobo)
        from card_settlements
        where day > ${day} and currency = ${currency}
      ), 0)
      - coalesce((
        select sum(case when ${currency} = 'USD' then t.amount_cents when t.amount_cents is null then t.amount_kobo end)
        from ${VALID}
        where t.booked_on > ${day}
      ), 0)
    )::bigint as later_kobo
  `.execute(tx);
  return (float?.natural_kobo ?? 0n) + (rows[0]?.later_kobo ?? 0n);
}

/** The currencies in which there is an account by a day: dollars from the first that were settled or bought. */
async function currenciesOn(db: Database, day: string): Promise<readonly Currency[]> {
  const { rows } = await sql<{ has_dollars: boolean }>`
    select exists (select from card_settlements where currency = 'USD' and day <= ${day})
      or exists (select from issuer_float_top_ups where amount_cents is not null and booked_on <= ${day}) as has_dollars
  `.execute(db);
  return rows[0]?.has_dollars ? ["NGN", "USD"] : ["NGN"];
}

interface FloatDay {
  id: string;
  day: string;
  currency: Currency;
  issuer_kobo: bigint;
}

/** Reconcilers are notified once when it becomes low, not again while it stays low. */
async function tellIfLow(tx: Tx, day: string, currency: Currency, issuer_kobo: bigint): Promise<void> {
  const below = BigInt(await readSetting(tx, currency === "USD" ? "card_float_low_cents" : "card_float_low_kobo"));
  if (issuer_kobo >= below) return;
  const { rows } = await sql<{ issuer_kobo: bigint }>`
    select issuer_kobo from issuer_float_days where currency = ${currency} and day < ${day} order by day desc limit 1
  `.execute(tx);
  if (rows[0] && rows[0].issuer_kobo < below) return;
  await notifyRoles(tx, await rolesWith(tx, "provider:can_reconcile"), low(issuer_kobo, currency));
}

/** Sets a day's balance beside the books, once. */
async function keepDay(tx: Tx, day: string, currency: Currency, issuer_kobo: bigint): Promise<void> {
  const [id, books_kobo] = [uuidv7(), await booksOf(tx, day, currency)];
  const status = issuer_kobo === books_kobo ? "agrees" : "differs";
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("issuer_float_days")
    .values({ id, day, currency, issuer_kobo, books_kobo, status, created_at: clock.now() })
    .onConflict((conflict) => conflict.columns(["day", "currency"]).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return;
  await recordBeginning(tx, "issuerFloat", id, status, SYSTEM);
  await tellIfLow(tx, day, currency, issuer_kobo);
  if (status === "differs")
    await notifyRoles(
      tx,
      await rolesWith(tx, "provider:can_reconcile"),
      differs(day, issuer_kobo - books_kobo, currency),
    );
}

/** A difference that what was booked since explains: a top-up whose line of the bank came later, or a day after it that agrees. */
async function lookAgain(tx: Tx): Promise<void> {
  const { rows } = await sql<FloatDay>`
    select id, day::text as day, currency, issuer_kobo from issuer_float_days where status = 'differs' order by day for update
  `.execute(tx);
  const { rows: agreed } = await sql<{ currency: string; day: string }>`
    select currency, max(day)::text as day from issuer_float_days where status = 'agrees' group by currency
  `.execute(tx);
  for (const { id, day, currency, issuer_kobo } of rows) {
    const since = agreed.find((each) => each.currency === currency)?.day ?? "";
    const books_kobo = await booksOf(tx, day, currency);
    const isNow = books_kobo === issuer_kobo;
    if (!isNow && since <= day) continue;
    const reason = isNow ? null : `It agrees again since ${since}.`;
    await changeRows(tx, "issuer_float_days", id, { ...(isNow && { books_kobo }), decision_reason: reason });
    await changeState(tx, { noun: "issuerFloat", id, from: "differs", action: "agree", actor: SYSTEM, reason });
  }
}

/** Compares the newest day whose file is booked, and looks again at what differed. @returns whether a day was compared now */
export async function compareFloat({ db, outside, log }: Pick<App, "db" | "outside" | "log">): Promise<boolean> {
  if (!outside.issuer.is_there) return false;
  const { rows } = await sql<{ day: string }>`
    select max(day)::text as day
    from card_settlements
    having max(day) > coalesce((select max(day) from issuer_float_days), '-infinity')
  `.execute(db);
  const day = rows[0]?.day;
  let isNew = false;
  try {
    if (day) {
      const said: [Currency, bigint][] = [];
      for (const currency of await currenciesOn(db, day))
        said.push([currency, await outside.issuer.balance(day, currency)]);
      await db.transaction().execute(async (tx) => {
        for (const [currency, issuer_kobo] of said) await keepDay(tx, day, currency, issuer_kobo);
      });
      isNew = true;
    }
  } catch (error) {
    log.warn({ error }, "the issuer's balance was not read");
  }
  await db.transaction().execute(lookAgain);
  return isNew;
}
