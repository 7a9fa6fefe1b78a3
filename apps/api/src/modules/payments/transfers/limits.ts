/** What a transfer costs today, and why it may not be sent: checked for the quote, and again under the lock of the person. */
import { date, naira } from "@manilla/contract/formats";
import type { PaymentChannel } from "@manilla/contract/money/payment-channels";
import { nameMatch } from "@manilla/contract/nigeria/name-match";
import type { TransferKind } from "@manilla/contract/payments/transfer-kinds";
import { type RawBuilder, sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { requireStepUp } from "../../../house/step-up.ts";
import { type Cooling, coolingOf, coolingUntil, refusesToPay } from "../../companies/beneficiaries/index.ts";
import { type CashFacts, lockCash, overCount, overTier, transfersLeft } from "../../people/personal-wallets/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { type Payee, knownPayee } from "./payees.ts";
import { type Tariff, type TransferCosts, costsOf, totalOf } from "./rules.ts";

/** Today's tariff of transfers. */
export async function tariffToday(db: Database | Tx): Promise<Tariff> {
  const of = async (key: Parameters<typeof readSetting>[1]) => BigInt(await readSetting(db, key));
  return {
    small_kobo: await of("transfer_small_kobo"),
    large_kobo: await of("transfer_large_kobo"),
    fee_small_kobo: await of("transfer_fee_small_kobo"),
    fee_middle_kobo: await of("transfer_fee_middle_kobo"),
    fee_large_kobo: await of("transfer_fee_large_kobo"),
    vat_percent: await readSetting(db, "transfer_fee_vat_percent"),
    stamp_duty_from_kobo: await of("stamp_duty_from_kobo"),
    stamp_duty_kobo: await of("stamp_duty_kobo"),
  };
}

/** What the provider takes from us for a transfer by its own price list, where its answer does not say. */
export async function priceToday(db: Database | Tx, amount_kobo: bigint): Promise<bigint> {
  const of = async (key: Parameters<typeof readSetting>[1]) => BigInt(await readSetting(db, key));
  if (amount_kobo <= (await of("transfer_small_kobo"))) return of("transfer_price_small_kobo");
  return of(
    amount_kobo <= (await of("transfer_large_kobo")) ? "transfer_price_middle_kobo" : "transfer_price_large_kobo",
  );
}

/** The charges of a transfer by today's tariff. */
export const costsToday = async (db: Database | Tx, amount_kobo: bigint, kind: TransferKind): Promise<TransferCosts> =>
  costsOf(amount_kobo, kind, await tariffToday(db));

/** Where a person's money goes: an account as it is typed, or somebody kept; null to a wallet of ours. */
export type To = { bank_code: string | null; account_no_hash: Buffer } | { payee_id: string } | null;
/** Where its money goes, for its charges. */
export const toOf = ({ encryption }: Pick<Context, "encryption">, { bank_code, account_no }: Payee): To =>
  account_no === null ? null : { bank_code, account_no_hash: encryption.hash("account_no", account_no) };

/** The charges of what a person sends. To their own account, as it was verified, no stamp duty is due (business-rules §6). */
export async function costsOfPerson(
  db: Database | Tx,
  user_id: string,
  amount_kobo: bigint,
  to: To,
): Promise<TransferCosts> {
  const costs = await costsToday(db, amount_kobo, to ? "bank" : "wallet");
  if (!to || costs.stamp_duty_kobo === 0n) return costs;
  const account =
    "payee_id" in to
      ? sql`select bank_code, account_no_hash from transfer_payees where id = ${to.payee_id}`
      : sql`select ${to.bank_code}::text, ${to.account_no_hash}::bytea`;
  const { rows } = await sql`
    select 1
    from profiles
    where user_id = ${user_id} and bank_account_status = 'verified' and (bank_code, account_no_hash) = (${account})
  `.execute(db);
  return rows[0] ? { ...costs, stamp_duty_kobo: 0n } : costs;
}

/** Whether an account is the company's own: its bank calls it by the company's registered name. */
export const isCompanysOwn = (name: string, account_name: string): boolean => nameMatch(name, account_name) === 100;

/**
 * The charges of what a company sends. An account that its bank calls by the company's registered name is the company's own: no stamp duty is due on it. One
 * of an employee never is, under any name.
 */
export async function costsOfCompany(
  db: Database | Tx,
  company_id: string,
  amount_kobo: bigint,
  { account_name, employee_id }: { account_name: string; employee_id: string | null },
): Promise<TransferCosts> {
  const costs = await costsToday(db, amount_kobo, "bank");
  if (costs.stamp_duty_kobo === 0n || employee_id !== null) return costs;
  const { name } = await getRow(db, "companies", company_id, ["name"]);
  return isCompanysOwn(name, account_name) ? { ...costs, stamp_duty_kobo: 0n } : costs;
}

/** Confirms who sends, from the configured amount on. @throws StepUpRequired */
export async function requireKnown(db: Database | Tx, context: Context, amount_kobo: bigint): Promise<void> {
  if (amount_kobo >= BigInt(await readSetting(db, "transfer_step_up_kobo"))) requireStepUp(context, context.session);
}

/** What was sent to a payee: since it became known, and the same amount within the configured minutes. */
export async function sentTo(
  db: Database | Tx,
  by: { payee_id: string } | { beneficiary_id: string },
  amount_kobo: bigint,
): Promise<Sent> {
  const to = "payee_id" in by ? sql`payee_id = ${by.payee_id}` : sql`beneficiary_id = ${by.beneficiary_id}`;
  const { rows } = await sql<Sent>`${sentWhere(to, amount_kobo, await repeatsSince(db))}`.execute(db);
  return rows[0]!;
}

export interface Sent {
  sent_kobo: bigint;
  is_repeat: boolean;
  first_at: Date | null;
}
/** A value, or SQL that gives it. */
export type Given<Value> = Value | RawBuilder<Value>;
export const sentWhere = (to: RawBuilder<unknown>, amount_kobo: Given<bigint>, since: Given<Date>) => sql`
  select coalesce(sum(amount_kobo), 0)::bigint as sent_kobo,
    min(created_at) filter (where status not in ('scheduled', 'awaiting_approval', 'in_review')) as first_at,
    coalesce(bool_or(amount_kobo = ${amount_kobo} and created_at >= ${since}), false) as is_repeat
  from transfers
  where ${to} and status not in ('failed', 'reversed', 'cancelled')
`;
/** The same again since then has to be confirmed. */
export const repeatsSince = async (db: Database | Tx): Promise<Date> =>
  new Date(clock.milliseconds() - (await readSetting(db, "transfer_repeat_minutes")) * 60_000);

/** Whether so much on one day, with what has left, awaits a colleague of ours. */
export const awaitsApproval = async (db: Database | Tx, kind: TransferKind, kobo: bigint): Promise<boolean> =>
  kind === "bank" && kobo > BigInt(await readSetting(db, "cash_transfer_approval_kobo"));

/** What may still be sent to an account that is new to the person; null where it is not new. */
export const roomOf = async (db: Database | Tx, context: Context, payee: Payee, amount_kobo: bigint) =>
  roomAt(db, await knownPayee(db, context, payee), amount_kobo);

/** The same of a payee that is known, or of none. */
export const roomAt = async (db: Database | Tx, known: { id: string } | undefined, amount_kobo: bigint) =>
  roomAfter(
    known ? await sentTo(db, { payee_id: known.id }, amount_kobo) : { sent_kobo: 0n, is_repeat: false, first_at: null },
    amount_kobo,
    await coolingOf(db),
  );

/** The same after what was sent. */
export function roomAfter({ sent_kobo, is_repeat, first_at }: Sent, amount_kobo: bigint, cooling: Cooling) {
  const now = clock.now();
  // New until it was first paid: a plan, or what failed, makes nobody known.
  const since = first_at ?? now;
  const new_until = coolingUntil(since, cooling, now);
  const left = cooling.limit_kobo > sent_kobo ? cooling.limit_kobo - sent_kobo : 0n;
  return {
    is_repeat,
    new_until,
    left_to_payee_kobo: new_until ? left : null,
    refused: refusesToPay(amount_kobo, sent_kobo, since, cooling, now),
  };
}

/** @throws Conflict where no money leaves the accounts of the person */
export function requireNotHeld({ is_stopped, is_post_no_debit }: CashFacts): void {
  if (is_stopped || is_post_no_debit)
    throw new Conflict("No money leaves your accounts at the moment. Please ask us.", "post_no_debit");
}

/** What the wallet has, and what the person's tier lets out on the business day, in money and in number. The person is locked. @throws InvalidFields */
export function requireRoom({ cash_kobo, free_kobo, limits, out, sent_today }: CashFacts, costs: TransferCosts): void {
  const total_kobo = totalOf(costs);
  if (total_kobo > free_kobo) {
    const there = free_kobo < cash_kobo ? `has ${naira(free_kobo)} free` : `holds ${naira(cash_kobo)}`;
    throw new InvalidFields({ amount_kobo: [`with its charges this is ${naira(total_kobo)}; your wallet ${there}`] });
  }
  if (transfersLeft(limits, sent_today) === 0)
    throw new InvalidFields({ amount_kobo: [overCount(limits.daily_transfers!, limits.plan)] });
  if (out && total_kobo > out.kobo) throw new InvalidFields({ amount_kobo: [overTier(out, limits.plan)] });
}

/** Whether the wallet that is paid may take it. Its owner is locked. @throws InvalidFields */
export function requireRoomAt({ is_stopped, into }: CashFacts, amount_kobo: bigint): void {
  if (is_stopped) throw new InvalidFields({ phone: ["this wallet takes no money at the moment"] });
  if (into && amount_kobo > into.kobo)
    throw new InvalidFields({ amount_kobo: ["this person's wallet cannot take so much at the moment"] });
}

/** The persons of a transfer between wallets; one where it goes to a bank. */
export interface Both {
  payer: CashFacts;
  receiver: CashFacts | null;
}

/** Locks both persons of a transfer in one order. @param on another business day than today's @param channel how it came @returns what holds for their cash */
export async function lockBoth(
  tx: Tx,
  user_id: string,
  to_user_id: string | null,
  on?: string,
  channel?: PaymentChannel,
): Promise<Both> {
  const [payer, receiver = null] = await lockCash(tx, to_user_id ? [user_id, to_user_id] : [user_id], on, channel);
  return { payer: payer!, receiver };
}

/** New accounts are sent little. @throws Conflict */
export function requireCooled(refused: { left_kobo: bigint; until: Date } | null): void {
  if (refused)
    throw new Conflict(
      `This account is new to you: until ${date(refused.until)} you can send it ${naira(refused.left_kobo)} more.`,
      "account_is_new",
    );
}
