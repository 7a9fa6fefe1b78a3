/** What the providers sell: read from them now and then, kept, and offered under our names. */
import { type BillKind, type BillProvider, billProviderNames } from "@manilla/contract/payments/bill-kinds";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import type { OfferedItem } from "../../../outside/billers/port.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { lowFloat } from "./messages.ts";
import { type Offer, inOrder } from "./rules.ts";

export const DESK = "provider:can_refund_transactions";

/** Whether people see and buy a kind on the day: two people switch it on and off. A bill that was accepted goes on. */
const IS_SOLD = sql`(
  select t.is_sold
  from bill_terms t
  where t.kind = p.kind and t.valid_from <= (select business_date from business_calendar)
  order by t.valid_from desc
  limit 1
)`;

/** What providers of a kind keep back for us by our terms of the day. */
const USUAL = sql`(
  select t.commission_bps
  from bill_terms t
  where t.kind = p.kind and t.valid_from <= (select business_date from business_calendar)
  order by t.valid_from desc
  limit 1
)`;

/** A provider's offer, with the codes under which it sells. */
export interface Sold extends Offer {
  /** Its kind is switched on. */
  is_sold: boolean;
  service_name: string;
  item_name: string;
  provider_service: string;
  provider_item: string;
}

/** The providers that sell something now, in order: switched on, and configured. */
export async function offersOf(
  db: Database | Tx,
  { outside }: Pick<App, "outside">,
  { kind, service, item }: { kind: BillKind; service: string; item: string },
): Promise<Sold[]> {
  const cheapest = readSetting(db, "bills_cheapest_first");
  const { rows } = await sql<Sold>`
    select
      p.provider, s.priority, p.price_kobo, p.service_name, p.item_name, p.provider_service, p.provider_item,
      ${IS_SOLD} as is_sold, s.is_low, coalesce(p.commission_bps, ${USUAL}) as commission_bps
    from bill_products p
    join bill_providers s using (provider)
    where p.kind = ${kind} and p.service = ${service} and p.item = ${item} and s.is_on
    order by s.priority, p.provider
  `.execute(db);
  const there = rows.filter(({ provider }) => outside.billers[provider].is_there);
  return inOrder(there, (await cheapest) === 1);
}

/** What something costs at the provider that would be asked first; null where the payer chooses, or nobody sells it. */
export async function priceNow(
  db: Database | Tx,
  app: Pick<App, "outside">,
  what: { kind: BillKind; service: string; item: string },
): Promise<bigint | null> {
  return (await offersOf(db, app, what))[0]?.price_kobo ?? null;
}

interface Terms {
  is_sold: boolean;
  fee_kobo: bigint;
  commission_bps: number;
  cashback_bps: number;
}
/** What is charged and given for bills of a kind on a day, or today. */
export async function termsOf(db: Database | Tx, kind: BillKind, on: string | null): Promise<Terms> {
  const { rows } = await sql<Terms>`
    select is_sold, fee_kobo, commission_bps, cashback_bps
    from bill_terms
    where kind = ${kind} and valid_from <= coalesce(${on}::date, (select business_date from business_calendar))
    order by valid_from desc
    limit 1
  `.execute(db);
  if (!rows[0]) throw new Error(`No terms for bills of ${kind}.`);
  return rows[0];
}

/** So far back what a provider kept back for us says what it will. */
const OF_LATE = 30 * 86_400_000;

/** Puts what a provider sells now in the place of what it sold. */
async function keep(tx: Tx, provider: BillProvider, items: readonly OfferedItem[]): Promise<void> {
  const column = (name: keyof OfferedItem) => items.map((item) => item[name]);
  const since = new Date(clock.milliseconds() - OF_LATE);
  // Held until the end: two that read it at once follow each other.
  await findRow(tx, "bill_providers", { provider }, ["provider"], { lock: true });
  await sql`delete from bill_products where provider = ${provider}`.execute(tx);
  await sql`
    insert into bill_products (
      provider, kind, service, item, service_name, item_name, price_kobo, provider_service, provider_item, commission_bps
    )
    select ${provider}, o.*, (
      select (sum(b.commission_kobo) * 10000 / nullif(sum(b.amount_kobo), 0))::int
      from bills b
      where b.provider = ${provider} and b.kind = o.kind and b.status = 'delivered' and b.ended_at > ${since}
    )
    from unnest(
      ${column("kind")}::text[], ${column("service")}::text[], ${column("item")}::text[],
      ${column("service_name")}::text[], ${column("item_name")}::text[], ${column("price_kobo")}::bigint[],
      ${column("provider_service")}::text[], ${column("provider_item")}::text[]
    ) as o (kind, service, item, service_name, item_name, price_kobo, provider_service, provider_item)
    on conflict do nothing
  `.execute(tx);
  await changeRows(tx, "bill_providers", { provider }, { synced_at: clock.now() });
}

/** The float as its provider reports it; the desk hears once that it has become low. */
async function keepBalance(tx: Tx, provider: BillProvider, balance_kobo: bigint): Promise<void> {
  const before = await getRow(tx, "bill_providers", { provider }, ["is_low"], { lock: true });
  const is_low = balance_kobo < BigInt(await readSetting(tx, "bill_float_low_kobo"));
  await changeRows(tx, "bill_providers", { provider }, { balance_kobo, balance_at: clock.now(), is_low });
  if (is_low && !before.is_low) await notifyRoles(tx, await rolesWith(tx, DESK), lowFloat(provider, balance_kobo));
}

const isProviders = (error: unknown): boolean =>
  error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused;

/**
 * Reads floats and catalogues; what a provider does not answer stays as it was.
 * @returns providers that answered @throws what is no provider's doing, once all have been read
 */
export async function readProviders(app: Pick<App, "db" | "outside" | "log">): Promise<number> {
  const { db, outside, log } = app;
  let answered = 0;
  const others: unknown[] = [];
  for (const provider of billProviderNames) {
    const port = outside.billers[provider];
    if (!port.is_there) continue;
    try {
      const [balance_kobo, items] = [await port.balance(), await port.catalogue()];
      await db.transaction().execute(async (tx) => {
        await keepBalance(tx, provider, balance_kobo);
        if (items.length > 0) await keep(tx, provider, items);
      });
      answered += 1;
    } catch (error) {
      if (isProviders(error)) log.warn({ error, provider }, "a provider of bills did not answer");
      else others.push(error);
    }
  }
  if (others.length > 0) throw new AggregateError(others, "what providers of bills sell could not be kept");
  return answered;
}

interface Service {
  kind: BillKind;
  service: string;
  name: string;
}
/** All services that somebody sells now. */
export async function servicesSold(db: Database, { outside }: Pick<App, "outside">): Promise<Service[]> {
  const there = billProviderNames.filter((provider) => outside.billers[provider].is_there);
  const { rows } = await sql<Service>`
    select distinct p.kind, p.service, p.service_name as name
    from bill_products p
    join bill_providers s using (provider)
    where s.is_on and p.provider = any(${there}) and ${IS_SOLD}
    order by p.service_name
  `.execute(db);
  return rows;
}

/** Bundles or bouquets of a service, each at the price of the provider that would be asked first. */
export async function itemsSold(
  db: Database,
  { outside }: Pick<App, "outside">,
  kinds: readonly BillKind[],
  service: string,
) {
  const there = billProviderNames.filter((provider) => outside.billers[provider].is_there);
  const isByPrice = (await readSetting(db, "bills_cheapest_first")) === 1;
  const { rows } = await sql<{ service_name: string; item: string; name: string; price_kobo: bigint }>`
    select *
    from (
      select distinct on (p.item) p.service_name, p.item, p.item_name as name, p.price_kobo
      from bill_products p
      join bill_providers s using (provider)
      where p.kind = any(${[...kinds]}) and p.service = ${service} and p.price_kobo is not null
        and s.is_on and p.provider = any(${there}) and ${IS_SOLD}
      order by p.item,
        case when ${isByPrice} then s.is_low end,
        case when ${isByPrice} then p.price_kobo * (10000 - coalesce(p.commission_bps, ${USUAL})) end,
        s.priority
    ) sold
    order by price_kobo, name
  `.execute(db);
  return rows;
}

/** What people read while nothing of a kind is sold: the notice of a provider that is switched off. */
export async function noticeOf(db: Database): Promise<string | null> {
  const { rows } = await sql<{ notice: string }>`
    select notice from bill_providers where not is_on and notice is not null order by priority limit 1
  `.execute(db);
  return rows[0]?.notice ?? null;
}

/** Kinds that somebody sells now, each with who does. */
export async function kindsSold(db: Database): Promise<{ kind: BillKind; providers: BillProvider[] }[]> {
  const { rows } = await sql<{ kind: BillKind; providers: BillProvider[] }>`
    select p.kind, array_agg(distinct p.provider) as providers
    from bill_products p
    join bill_providers s using (provider)
    where s.is_on and ${IS_SOLD}
    group by p.kind
    order by p.kind
  `.execute(db);
  return rows;
}

/** Kind → its charges today. */
export const chargesToday = (db: Database | Tx, kind: BillKind): Promise<Terms> => termsOf(db, kind, null);
