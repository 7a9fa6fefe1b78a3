/** Whether the wallet has room for what shall leave it, in words. */
import { naira } from "@manilla/contract/formats";
import { type PaymentChannel, byChannel, paymentChannelNames } from "@manilla/contract/money/payment-channels";
import { sql } from "kysely";
import { type Database, type Tx, queryable } from "../../../db/database.ts";
import { accountOf, balancesOf } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import type { Held, Purse, Wallet } from "./moving.ts";
import { type AssignmentRefusal, assignmentRefusal, leftToday } from "./rules.ts";

/** What has left the wallet on a business day for somebody else, a positive amount. What was taken back does not make room again. */
export async function leftOn(db: Database | Tx, company_id: string, on: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(-sum(amount_kobo), 0)::bigint as kobo
    from wallet_movements
    where company_id = ${company_id} and business_date = ${on}::date and amount_kobo < 0
      and kind in ('assigned', 'request_paid', 'transfer_sent', 'bill_paid')
  `.execute(db);
  return rows[0]!.kobo;
}

/** The same of a month up to a business day in it. */
export async function leftInMonth(db: Database | Tx, company_id: string, on: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(-sum(amount_kobo), 0)::bigint as kobo
    from wallet_movements
    where company_id = ${company_id} and amount_kobo < 0
      and business_date between date_trunc('month', ${on}::date)::date and ${on}::date
      and kind in ('assigned', 'request_paid', 'transfer_sent', 'bill_paid')
  `.execute(db);
  return rows[0]!.kobo;
}

/** What may still leave the wallet in the month of a business day by the provider's limit; null: without one. */
export async function leftThisMonth(
  db: Database | Tx,
  { company_id, provider_monthly_limit_kobo: monthly }: Pick<Wallet, "company_id" | "provider_monthly_limit_kobo">,
  on: string,
): Promise<bigint | null> {
  if (monthly === null) return null;
  const out = await leftInMonth(db, company_id, on);
  return monthly > out ? monthly - out : 0n;
}

/** The limit of a channel in a day, and what it leaves; null: without one. */
export interface ChannelRoom {
  channel: PaymentChannel;
  limit_kobo: bigint;
  left_kobo: bigint;
}

/** What has left the wallet on a business day, and the limit of a channel with what it leaves (null: without one), in one statement. */
async function leftBy(
  db: Database | Tx,
  company_id: string,
  channel: PaymentChannel,
  on: string,
): Promise<{ left_kobo: bigint; room: ChannelRoom | null }> {
  const { rows } = await sql<{ left_kobo: bigint; limit_kobo: bigint | null; out_kobo: bigint | null }>`
    select (
        select coalesce(-sum(m.amount_kobo), 0)::bigint
        from wallet_movements m
        where m.company_id = ${company_id} and m.business_date = ${on}::date and m.amount_kobo < 0
          and m.kind in ('assigned', 'request_paid', 'transfer_sent', 'bill_paid')
      ) as left_kobo, g.limit_kobo,
      case when g.limit_kobo > 0 then left_by_channel(${company_id}, ${channel}, ${on}::date) end as out_kobo
    from (select 1) one
    left join (
      select c.value::text::bigint as limit_kobo from configuration c where c.key = ${`channel_${channel}_company_kobo`}
    ) g on true
  `.execute(db);
  const { left_kobo, limit_kobo, out_kobo } = rows[0]!;
  if (!limit_kobo || out_kobo === null) return { left_kobo, room: null };
  return { left_kobo, room: { channel, limit_kobo, left_kobo: limit_kobo > out_kobo ? limit_kobo - out_kobo : 0n } };
}

/** Each limit of a channel that holds for a wallet. */
export const channelRooms = async (db: Database | Tx, company_id: string, on: string): Promise<ChannelRoom[]> =>
  (await Promise.all(paymentChannelNames.map((channel) => leftBy(db, company_id, channel, on)))).flatMap(
    ({ room }) => room ?? [],
  );

/** Why the provider's limits of one payment and of a month forbid an amount; asked only where there are such. */
async function overProviders(tx: Tx, wallet: Wallet, { amount_kobo, single_kobo = amount_kobo }: Leaving, on: string) {
  const { provider_single_limit_kobo: single } = wallet;
  if (single !== null && single_kobo > single) return `one payment from the wallet may be at most ${naira(single)}`;
  const left = await leftThisMonth(tx, wallet, on);
  return left !== null && amount_kobo > left ? `${naira(left)} may still leave the wallet this month` : null;
}

const words: Record<AssignmentRefusal["code"], (room: string) => string> = {
  not_enough: (room) => `the wallet has ${room} available`,
  daily_limit: (room) => `${room} may still leave the wallet today`,
  purse_limit: (room) => `the purse may take ${room} more`,
};

interface Leaving {
  amount_kobo: bigint;
  /** Where it goes to one. */
  purse?: Purse;
  on?: string | undefined;
  /** The largest of several payments that the amount is made of. */
  single_kobo?: bigint;
  /** How it came; by default from somebody who is signed in. */
  channel?: PaymentChannel | undefined;
}

/**
 * The room of a wallet, which is locked: what it has, and why an amount cannot leave it: what it has, its limits of a day, and the purse's where it goes to one.
 * @returns the refusal in words, null where it can leave
 */
export async function roomFor(tx: Tx, wallet: Wallet, leaving: Leaving): Promise<{ refusal: string | null } & Held> {
  const { company_id } = wallet;
  const { amount_kobo, purse, channel = "online" } = leaving;
  const on = leaving.on ?? (await businessDate(tx));
  const [own, theirs] = [accountOf("company_wallet", company_id), purse && accountOf("purse", purse.user_id)];
  const [over, { left_kobo, room }, balances] = await Promise.all([
    overProviders(tx, wallet, leaving, on),
    leftBy(tx, company_id, channel, on),
    balancesOf(queryable(tx), theirs ? [own, theirs] : [own]),
  ]);
  const inside = (account: string | undefined) => balances.find(({ code }) => code === account);
  const { natural_kobo: balance_kobo = 0n, available_kobo = 0n } = inside(own) ?? {};
  const has = { available_kobo, balance_kobo };
  if (over) return { refusal: over, ...has };
  if (room && amount_kobo > room.left_kobo)
    return { refusal: `${naira(room.left_kobo)} may still leave the wallet today ${byChannel[channel]}`, ...has };
  const refusal = assignmentRefusal({
    amount_kobo,
    available_kobo,
    left_today_kobo: leftToday(wallet, left_kobo),
    purse_kobo: inside(theirs)?.natural_kobo ?? 0n,
    purse_limit_kobo: purse?.limit_kobo ?? null,
  });
  return { refusal: refusal && words[refusal.code](naira(refusal.room_kobo)), ...has };
}

/** Why an amount cannot leave a wallet, which is locked, in words; null where it can ({@link roomFor}). */
export const whyNotOut = async (tx: Tx, wallet: Wallet, leaving: Leaving): Promise<string | null> =>
  (await roomFor(tx, wallet, leaving)).refusal;
