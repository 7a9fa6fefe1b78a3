/** Dollars of a card are quoted, bought and taken back. The rate is requested outside of any transaction; the quote alone decides what moves. */
import type * as calls from "@manilla/contract/cards/dollar-cards";
import type { DollarKind, ExchangeKind } from "@manilla/contract/cards/dollar-words";
import { day, dollars, naira } from "@manilla/contract/formats";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { App, Context } from "../../../house/app.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import type { PublishedRate } from "../../../outside/rates/port.ts";
import type { Actor } from "../../../request.ts";
import {
  InsufficientFunds,
  newReference,
  openDollarPurse,
  openCashWallet,
  postDollarsBought,
  postDollarsSold,
} from "../../money/books/index.ts";
import { lockCash, overTier, recordPersonal } from "../../people/personal-wallets/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { tellSoon } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { exchanged } from "./messages.ts";
import { boughtInMonth } from "./queries.ts";
import { isLeap, priced, rateText, whyNotRate } from "./rules.ts";
import { repayOverdrawn } from "../card-authorisations/index.ts";
import { type DollarTerms, dollarCardOf, lockCard, pursesOf, termsOn } from "../card-records/index.ts";

export type Quote = Selectable<DB["dollar_quotes"]>;
type Asked = z.output<typeof calls.quote.body>;
type Shown = z.output<typeof calls.quote.response>["quote"];

/** Compares a rate with the last one of an earlier day, unless two people have set terms since. */
async function whyNotAfter(db: Database, rate: PublishedRate, terms: DollarTerms): Promise<"unlikely" | null> {
  const { rows } = await sql<{ mid_e4: bigint }>`
    select q.mid_e4
    from dollar_quotes q
    join dollar_terms t on t.valid_from = ${terms.valid_from}::date
    where q.rated_on < ${rate.rated_on}::date and (t.set_at is null or q.created_at > t.set_at)
    order by q.rated_on desc, q.id desc
    limit 1
  `.execute(db);
  return rows[0] && isLeap(rows[0].mid_e4, rate.mid_e4) ? "unlikely" : null;
}

/** The published rate, where it may be quoted. @throws Conflict in words where it is not known, late or not likely */
export async function rateNow(
  { db, outside }: Pick<App, "db" | "outside">,
  terms: DollarTerms,
): Promise<PublishedRate> {
  let rate: PublishedRate;
  try {
    rate = await outside.rates.dollar();
  } catch (error) {
    if (!(error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused))
      throw error;
    throw new Conflict("The rate is not known at the moment. Nothing was exchanged. Try again later.", "no_rate");
  }
  const why_not = whyNotRate(rate, await businessDate(db), terms) ?? (await whyNotAfter(db, rate, terms));
  if (why_not === "late")
    throw new Conflict(
      `The last published rate is of ${day(rate.rated_on)}. Nothing was exchanged. Try again when there is a new one.`,
      "late_rate",
    );
  if (why_not)
    throw new Conflict(
      "The published rate is not likely, so we do not use it. Nothing was exchanged.",
      "unlikely_rate",
    );
  return rate;
}

/** Keeps a quote. */
export async function keepQuote(
  tx: Tx,
  user_id: string,
  of: { kind: ExchangeKind; amount_cents: bigint; rate: PublishedRate; terms: DollarTerms },
): Promise<Quote> {
  const { kind, amount_cents, rate, terms } = of;
  const at = clock.now();
  return tx
    .insertInto("dollar_quotes")
    .values({
      id: uuidv7(),
      user_id,
      kind,
      ...priced(kind === "buy" ? "buy" : "sell", amount_cents, rate.mid_e4, terms.margin_bp),
      rated_on: rate.rated_on,
      valid_until: new Date(at.getTime() + terms.quote_seconds * 1_000),
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const shown = (quote: Quote): Shown => ({
  id: quote.id,
  kind: quote.kind as DollarKind,
  amount_cents: quote.amount_cents,
  amount_kobo: quote.amount_kobo,
  margin_kobo: quote.margin_kobo,
  rate: rateText(quote.rate_e4),
  mid_rate: rateText(quote.mid_e4),
  rated_on: quote.rated_on,
  valid_until: quote.valid_until,
});

const hasCard = async (db: Database | Tx, user_id: string): Promise<boolean> =>
  (await sql<{ has: boolean }>`select ${dollarCardOf(sql`${user_id}::uuid`)} as has`.execute(db)).rows[0]!.has;

/** What cards of a person took beyond their dollars and no dollars are there for, in cents. */
const dueOf = async (db: Database | Tx, user_id: string): Promise<bigint> => {
  const { free, owed } = await pursesOf(db, user_id);
  return owed > free ? owed - free : 0n;
};

/** Dollars that came pay first what cards took beyond them. */
async function payOwed(tx: Tx, user_id: string, on: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id
    from cards c
    join ledger.accounts a on a.chart_code = 'dollar_overdrawn' and a.owner_type = 'card' and a.owner_id = c.id::text
    join ledger.balances b on b.account_id = a.id and b.balance_kobo > 0
    where c.user_id = ${user_id} and c.currency = 'USD'
    order by c.id
  `.execute(tx);
  for (const { id } of rows) {
    const card = await lockCard(tx, id);
    if (card) await repayOverdrawn(tx, card, on);
  }
}

/** What is refused, whether quoted or accepted; the amount's words are at its field. @throws Conflict, InvalidFields */
async function requireRoom(
  db: Database | Tx,
  user_id: string,
  { kind, amount_cents }: Asked,
  { terms, on }: { terms: DollarTerms; on: string },
): Promise<void> {
  const refuse = (words: string): never => {
    throw new InvalidFields({ amount_cents: [words] });
  };
  if (kind === "sell") {
    const { free, owed } = await pursesOf(db, user_id);
    const own = free > owed ? free - owed : 0n;
    if (amount_cents > own) refuse(`${dollars(own)} of your dollars are free at the moment`);
    return;
  }
  // What cards took beyond the dollars is always paid: also of a closed card, beyond the month, and while no dollars are offered.
  if (amount_cents <= (await dueOf(db, user_id))) return;
  if (!terms.is_offered) throw new Conflict("Dollars are not offered at the moment.", "not_offered");
  if (!(await hasCard(db, user_id))) throw new Conflict("You have no dollar card to fund.", "no_card");
  if (amount_cents < terms.least_cents) refuse(`this field has to be at least ${dollars(terms.least_cents)}`);
  const left = terms.month_cents - (await boughtInMonth(db, user_id, on));
  if (amount_cents > left) refuse(`${dollars(left > 0n ? left : 0n)} may still be bought this month`);
}

/** Quotes a rate; nothing moves. @throws Conflict, InvalidFields */
export async function makeQuote(context: Context, asked: Asked): Promise<Shown> {
  const { db, session } = context;
  const on = await businessDate(db);
  const terms = await termsOn(db, on);
  await requireRoom(db, session.user_id, asked, { terms, on });
  const rate = await rateNow(context, terms);
  const quote = await db.transaction().execute((tx) => keepQuote(tx, session.user_id, { ...asked, rate, terms }));
  return shown(quote);
}

/** Exchanges at a quote that is locked, of a person who is locked. */
export async function exchange(tx: Tx, quote: Quote, actor: Actor): Promise<void> {
  const { id: quote_id, user_id, amount_cents, amount_kobo, margin_kobo } = quote;
  const isBuying = quote.kind === "buy";
  const [id, on] = [uuidv7(), await businessDate(tx)];
  const reference = newReference("FX", on);
  await openDollarPurse(tx, user_id);
  await openCashWallet(tx, user_id);
  const fact = { id, quote_id, user_id, reference, amount_cents, amount_kobo, margin_kobo, on, actor: actor.name };
  await (isBuying ? postDollarsBought(tx, fact) : postDollarsSold(tx, fact));
  await changeRows(tx, "dollar_quotes", quote_id, {
    reference,
    used_at: clock.now(),
    business_date: on,
    ledger_transaction_id: id,
  });
  await recordPersonal(tx, "cash", {
    user_id,
    kind: isBuying ? "dollars_bought" : "dollars_sold",
    amount_kobo: isBuying ? -amount_kobo : amount_kobo,
    reference,
    ledger_transaction_id: id,
    actor,
    on,
  });
}

/** Moves money at a quote of the caller's own, once and in time. @throws NotFound for somebody else's, Conflict, InvalidFields */
export async function acceptQuote(tx: Tx, context: Context, id: string): Promise<void> {
  const { user_id } = context.session;
  const [cash] = await lockCash(tx, [user_id]);
  const { rows } = await sql<Quote>`
    select * from dollar_quotes where id = ${id} and user_id = ${user_id} and kind <> 'return' for update
  `.execute(tx);
  const [quote] = rows;
  if (!quote) throw new NotFound("This quote");
  if (quote.used_at) throw new Conflict("This quote was used already.", "used");
  if (quote.valid_until <= clock.now())
    throw new Conflict("This quote has ended. Nothing was exchanged. Ask for a new one.", "expired");
  const on = await businessDate(tx);
  const { amount_cents, amount_kobo } = quote;
  const kind = quote.kind as DollarKind;
  await requireRoom(tx, user_id, { kind, amount_cents }, { terms: await termsOn(tx, on), on });
  if (kind === "buy" && (cash?.is_post_no_debit || cash?.is_stopped))
    throw new Conflict("Nothing leaves your wallet at the moment. Write to us.", "no_debit");
  if (kind === "buy" && amount_kobo > (cash?.free_kobo ?? 0n))
    throw new Conflict(
      `This costs ${naira(amount_kobo)}; ${naira(cash?.free_kobo ?? 0n)} of your cash wallet is free.`,
      "insufficient_funds",
    );
  // What a person's tier lets in and out holds for dollars too.
  const room = kind === "buy" ? cash?.out : cash?.into;
  if (cash && room && amount_kobo > room.kobo)
    throw new Conflict(`This is ${naira(amount_kobo)}: ${overTier(room, cash.limits.plan)}.`, "over_tier");
  await exchange(tx, quote, actorOf(context)).catch((error: unknown) => {
    // A payment by card does not wait for the person: it was first.
    if (error instanceof InsufficientFunds)
      throw new Conflict("What was free is less by now. Nothing was exchanged. Look again.", "insufficient_funds");
    throw error;
  });
  if (kind === "buy") await payOwed(tx, user_id, on);
  await recordAudit(tx, context, "dollars_exchanged", ["dollar quote", id], {
    after: { kind, amount_cents, amount_kobo, rate: rateText(quote.rate_e4) },
    about: user_id,
  });
  await tellSoon(tx, user_id, exchanged({ kind, amount_cents, amount_kobo, rate: rateText(quote.rate_e4) }));
}
