/** A person pays a bill: checked, taken from their wallet and put on its way in one transaction; the provider is asked after it. */
import { date, naira } from "@manilla/contract/formats";
import type { PaymentChannel } from "@manilla/contract/money/payment-channels";
import type { BillKind } from "@manilla/contract/payments/bill-kinds";
import type { BillSource } from "@manilla/contract/payments/bill-states";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { insertRow } from "../../../db/fixed.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { getRow } from "../../../db/row.ts";
import type { App, Context } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { findWallet, whyNotOut } from "../../companies/wallet-movements/index.ts";
import { newReference } from "../../money/books/index.ts";
import { type CashFacts, lockCash, overTier } from "../../people/personal-wallets/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate, recordBeginning } from "../../platform/states/index.ts";
import { requireMayBet } from "./betting.ts";
import { type Sold, offersOf, termsOf } from "./catalogue.ts";
import { type BillLimits, boundsOf, chooseOffer, vatOf } from "./rules.ts";
import { type PaidBill, sourcesOf, takeFor } from "./wallets.ts";

export interface ToPay {
  kind: BillKind;
  service: string;
  item: string;
  customer_no: string;
  customer_name: string | null;
  /** The least that this meter takes. */
  minimum_kobo?: bigint;
  amount_kobo: bigint;
  paid_from: BillSource;
  is_again: boolean;
}

/** For so long a number that was verified can be paid. */
const VERIFIED_MINUTES = 30;
export const before = (minutes: number): Date => new Date(clock.milliseconds() - minutes * 60_000);
const wrong = (field: string, words: string) => new InvalidFields({ [field]: [words] });

/** Whose number it is, as it was verified a moment ago. @throws NotFound where it was not, or by somebody else */
export async function verified(tx: Tx, user_id: string, id: string) {
  const { rows } = await sql<
    Pick<ToPay, "kind" | "service" | "customer_no"> & { name: string | null; minimum_kobo: bigint }
  >`
    select kind, service, customer_no, name, minimum_kobo
    from bill_customers
    where id = ${id} and user_id = ${user_id} and verified_at > ${before(VERIFIED_MINUTES)}
  `.execute(tx);
  if (!rows[0]) throw new NotFound("This number, as you verified it,");
  return rows[0];
}

export async function limitsOf(db: Tx | Context["db"]): Promise<BillLimits> {
  const [least, most, any] = await Promise.all([
    readSetting(db, "bill_airtime_minimum_kobo"),
    readSetting(db, "bill_airtime_maximum_kobo"),
    readSetting(db, "bill_maximum_kobo"),
  ]);
  return { airtime_minimum_kobo: BigInt(least), airtime_maximum_kobo: BigInt(most), maximum_kobo: BigInt(any) };
}

/** The least and the most of a kind. @throws InvalidFields */
export function requireWithinBounds({ kind, amount_kobo, minimum_kobo: least = 0n }: ToPay, limits: BillLimits): void {
  const { minimum_kobo, maximum_kobo } = boundsOf(kind, limits);
  const minimum = least > minimum_kobo ? least : minimum_kobo;
  if (amount_kobo < minimum) throw wrong("amount_kobo", `this field has to be at least ${naira(minimum)}`);
  if (amount_kobo > maximum_kobo) throw wrong("amount_kobo", `this field has to be at most ${naira(maximum_kobo)}`);
}

/**
 * The limits of a kind, and how often a person buys it with money of theirs: a company's own limits and its chain bound what its wallet pays.
 * The person is locked, so nobody counts beside us. @throws InvalidFields, Conflict
 */
async function requireWithinLimits(tx: Tx, user_id: string, bill: ToPay) {
  const { kind } = bill;
  requireWithinBounds(bill, await limitsOf(tx));
  if (kind === "betting") await requireMayBet(tx, user_id, bill);
  if (kind !== "airtime" || bill.paid_from === "company") return;
  const { left, most, next_at } = await airtimeOf(tx, user_id);
  if (left === 0 && next_at)
    throw new Conflict(
      `Airtime is sold ${most} times an hour to one person; again from ${date(next_at)}.`,
      "too_often",
    );
}

/** How often a person may buy airtime within the hour with money of theirs. */
async function airtimeOf(tx: Tx, user_id: string) {
  const most = await readSetting(tx, "bill_airtime_an_hour");
  const { rows } = await sql<{ times: number; next_at: Date | null }>`
    select count(*)::int as times, min(created_at) + interval '1 hour' as next_at
    from bills
    where user_id = ${user_id} and paid_from <> 'company' and kind = 'airtime' and status <> 'failed'
      and created_at > ${before(60)}
  `.execute(tx);
  const { times = 0, next_at = null } = rows[0] ?? {};
  return { left: Math.max(0, most - times), most, next_at };
}
export const airtimeLeft = async (tx: Tx, user_id: string): Promise<number> => (await airtimeOf(tx, user_id)).left;

/** The same payee and amount a moment ago, found by the payer and never by number (half a town may buy for one): asked about, because it is more often a slip than meant. @throws Conflict `just_paid` */
export async function requireNotJustPaid(
  tx: Tx,
  { user_id, company_id = null }: Pick<Payer, "user_id" | "company_id">,
  bill: ToPay,
): Promise<void> {
  const minutes = await readSetting(tx, "bill_same_within_minutes");
  const whose = company_id
    ? sql`company_id = ${company_id} and paid_from = 'company'`
    : sql`user_id = ${user_id} and paid_from <> 'company'`;
  const { rows } = await sql<{ created_at: Date }>`
    select created_at
    from bills
    where ${whose} and service = ${bill.service} and kind = ${bill.kind}
      and customer_no || '' = ${bill.customer_no} and amount_kobo = ${bill.amount_kobo} and status <> 'failed'
      and created_at > ${before(minutes)}
    order by created_at desc
    limit 1
  `.execute(tx);
  if (!rows[0]) return;
  const words = `${company_id ? "Your company" : "You"} paid ${naira(bill.amount_kobo)} for ${bill.customer_no} on ${date(rows[0].created_at)} already.`;
  throw new Conflict(`${words} Pay it again?`, "just_paid");
}

function refuseStopped({ is_stopped, is_post_no_debit }: Pick<CashFacts, "is_stopped" | "is_post_no_debit">): void {
  if (is_stopped) throw new Conflict("You pay nothing here at the moment. Please ask us.", "stopped");
  if (is_post_no_debit)
    throw new Conflict("No money leaves your accounts at the moment. Please ask us.", "post_no_debit");
}

/** Whether the payer is blocked, as cards ask it; a purse is also stopped with its company. @throws Conflict `post_no_debit`, `stopped` */
export async function requireNotStopped(tx: Tx, user_id: string, company_id: string | null): Promise<void> {
  const { rows } = await sql<{ is_post_no_debit: boolean; is_stopped: boolean; is_company_stopped: boolean }>`
    select
      u.is_post_no_debit,
      u.erased_at is not null or u.is_blacklisted or coalesce(u.profile_status = 'deactivated', false) as is_stopped,
      coalesce(o.status <> 'approved', false) as is_company_stopped
    from users u
    left join companies o on o.id = ${company_id}::uuid
    where u.id = ${user_id}
  `.execute(tx);
  const [person] = rows;
  refuseStopped(person ?? { is_stopped: true, is_post_no_debit: false });
  if (person?.is_company_stopped)
    throw new Conflict("Your company's money does not leave at the moment. Please ask your company.", "stopped");
}

/** @param words say how much there is */
const requireThere = (words: (there: string) => string, available_kobo: bigint, total_kobo: bigint): void => {
  if (total_kobo > available_kobo)
    throw wrong("amount_kobo", `${words(naira(available_kobo))}; this costs ${naira(total_kobo)}`);
};

/** Whether cash is there and may leave. @throws InvalidFields, Conflict */
export function requireCash(cash: CashFacts, total_kobo: bigint): void {
  refuseStopped(cash);
  requireThere((there) => `your wallet holds ${there}`, cash.free_kobo, total_kobo);
  const { limits, out } = cash;
  if (out && total_kobo > out.kobo) throw wrong("amount_kobo", overTier(out, limits.plan));
}

/** The same of the purse. @returns whose it is @throws InvalidFields, Conflict */
async function requirePurse(tx: Tx, user_id: string, total_kobo: bigint): Promise<string> {
  const purse = (await sourcesOf(tx, user_id)).find(({ paid_from }) => paid_from === "purse");
  await requireNotStopped(tx, user_id, purse?.company_id ?? null);
  if (!purse) throw wrong("paid_from", "you have no purse of a company");
  requireThere((there) => `${there} of your purse is free`, purse.available_kobo, total_kobo);
  return purse.company_id!;
}

/** The provider to ask first. @throws Conflict `price_changed`, or where nobody sells it */
export async function requireOffer(tx: Tx, app: Pick<App, "outside">, bill: ToPay): Promise<Sold> {
  const offers = (await offersOf(tx, app, bill)).filter(({ is_sold }) => is_sold);
  const chosen = chooseOffer(offers, bill.amount_kobo);
  if (!chosen) throw new Conflict("This is not sold at the moment. Nothing was charged.", "not_sold");
  if (!("provider" in chosen))
    throw new Conflict(`The price is ${naira(chosen.price_kobo)} by now. Nothing was charged.`, "price_changed");
  return offers.find(({ provider }) => provider === chosen.provider)!;
}

/** What a bill costs beside its price, on a day. */
export async function chargesOf(tx: Tx, kind: BillKind, on: string | null) {
  const [{ fee_kobo, ...terms }, vat_percent] = await Promise.all([
    termsOf(tx, kind, on),
    readSetting(tx, "bill_fee_vat_percent"),
  ]);
  return { ...terms, fee_kobo, vat_kobo: vatOf(fee_kobo, vat_percent) };
}

/** Whether a bill can be bought now, its money apart: sold, at this price, within the limits. Whose money it is, is locked. @throws InvalidFields, Conflict */
export async function requireSold(tx: Tx, app: Pick<App, "outside">, user_id: string, bill: ToPay): Promise<Sold> {
  const offer = await requireOffer(tx, app, bill);
  await requireWithinLimits(tx, user_id, bill);
  return offer;
}

/** The payer, and the person acting. */
export interface Payer {
  user_id: string;
  /** Whose wallet pays, where that is a company's. */
  company_id?: string | null;
  by: Parameters<typeof recordAudit>[1];
  actor: Actor;
  /** The row of an order that this is, with what was held for it: other charges by now are refused. */
  of?: { order_id: string; order_row: number; total_kobo: bigint };
  /** How it came; by default from somebody who is signed in. */
  channel?: PaymentChannel;
}

/** Whether the company's wallet may pay it now. It is locked. @throws Conflict */
async function requireCompanyMoney(
  tx: Tx,
  company_id: string,
  total_kobo: bigint,
  channel?: PaymentChannel,
): Promise<void> {
  const { status } = await getRow(tx, "companies", company_id, ["status"]);
  if (status !== "approved") throw new Conflict("The company's money does not leave at the moment.", "stopped");
  const wallet = await findWallet(tx, company_id, true);
  const refusal = wallet
    ? await whyNotOut(tx, wallet, { amount_kobo: total_kobo, channel })
    : "the company has no wallet";
  if (refusal) throw new Conflict(`Not enough room: ${refusal}.`, "no_room");
}

/** Pays a bill. @returns its id @throws InvalidFields, Conflict, NotFound */
export const payBill = (tx: Tx, context: Context, bill: ToPay): Promise<string> =>
  acceptBill(tx, context, bill, { user_id: context.session.user_id, by: context, actor: actorOf(context) });

interface Accepted extends Omit<PaidBill, "total_kobo"> {
  on: string;
  ledger_transaction_id: string;
  of?: Payer["of"];
}
/** What is written of a bill that was taken. */
export const billRow = (
  { kind, service, item, customer_no, customer_name, amount_kobo }: ToPay,
  { provider, item_name }: Sold,
  { fee_kobo, vat_kobo, commission_bps, cashback_bps }: Awaited<ReturnType<typeof chargesOf>>,
  { on: business_date, of, ...paid }: Accepted,
) => ({
  ...paid,
  kind,
  service,
  item,
  item_name,
  customer_no,
  customer_name,
  amount_kobo,
  fee_kobo,
  vat_kobo,
  commission_bps,
  cashback_bps,
  provider,
  order_id: of?.order_id ?? null,
  order_row: of?.order_row ?? null,
  status: "accepted",
  business_date,
  created_at: clock.now(),
});

/** Takes a bill's money and puts it on its way. @returns its id @throws InvalidFields, Conflict, NotFound */
export async function acceptBill(
  tx: Tx,
  app: Pick<App, "outside" | "queue">,
  bill: ToPay,
  payer: Payer,
): Promise<string> {
  const { user_id, company_id: wallet_of = null, by, actor, of, channel } = payer;
  const { paid_from, kind, amount_kobo } = bill;
  // What is sold, and at which charges, does not depend on who pays: asked with the lock.
  const [[cash], , offer, charges] = await Promise.all([
    paid_from === "company" ? [] : lockCash(tx, [user_id], undefined, channel),
    wallet_of && findWallet(tx, wallet_of, true),
    requireOffer(tx, app, bill),
    chargesOf(tx, kind, null),
  ]);
  await requireWithinLimits(tx, user_id, bill);
  if (!bill.is_again) await requireNotJustPaid(tx, payer, bill);
  const [on, id] = [cash?.business_date ?? (await businessDate(tx)), uuidv7()];
  const total_kobo = amount_kobo + charges.fee_kobo + charges.vat_kobo;
  if (of && of.total_kobo !== total_kobo)
    throw new Conflict(`With its charges it is ${naira(total_kobo)} by now. Nothing was charged.`, "price_changed");
  if (wallet_of) await requireCompanyMoney(tx, wallet_of, total_kobo, channel);
  if (paid_from === "cash") requireCash(cash!, total_kobo);
  const company_id = wallet_of ?? (paid_from === "purse" ? await requirePurse(tx, user_id, total_kobo) : null);
  const reference = newReference("BL", on);
  const paid = { id, user_id, company_id, paid_from, reference, service_name: offer.service_name };
  const ledger_transaction_id = await takeFor(tx, { ...paid, total_kobo }, { actor, on });
  await insertRow(tx, "bills", billRow(bill, offer, charges, { ...paid, on, ledger_transaction_id, of }));
  await recordBeginning(tx, "bill", id, "accepted", actor);
  await recordAudit(tx, by, "bill_paid", ["bill", id], { after: { total_kobo, reference, kind } });
  await app.queue.send(tx, "send-bill", { bill_id: id });
  return id;
}
