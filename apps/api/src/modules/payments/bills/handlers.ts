import {
  type BillKind,
  type BillProvider,
  billKindNames,
  numberOf,
  serviceOf,
} from "@manilla/contract/payments/bill-kinds";
import * as calls from "@manilla/contract/payments/bills";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import { Conflict, InvalidFields, NotFound, ProviderUnavailable } from "../../../errors.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import type { BillerPort, FoundCustomer } from "../../../outside/billers/port.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import { walletOf } from "../../money/books/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { buyTogether } from "./arriving.ts";
import { chargesToday, itemsSold, kindsSold, noticeOf, offersOf, servicesSold } from "./catalogue.ts";
import { type ToPay, limitsOf, payBill, verified } from "./paying.ts";
import { billOfCompany, billsOf, companyBills, ownBill, seenBy } from "./queries.ts";
import { receiptOf } from "./receipt.ts";
import { boundsOf, localPhone, vatOf } from "./rules.ts";
import { sourcesOf } from "./wallets.ts";

const DAY = 86_400_000;
const KINDS_OF_ACCOUNTS: readonly BillKind[] = ["television", "internet", "betting", "tax", "tolls"];

async function findAt(context: Context, provider: BillProvider, asked: Parameters<BillerPort["findCustomer"]>[0]) {
  const found = await context.outside.billers[provider].findCustomer(asked);
  return found && { ...found, provider };
}

/** The bouquet that runs on a smart card, under our names and at its price now; null where its provider does not name one, or it is not sold any more. */
async function currentOf(context: Context, service: string, found: FoundCustomer & { provider: BillProvider }) {
  const { provider_item, due_on } = found.current ?? {};
  if (!provider_item) return null;
  const asked = { provider: found.provider, kind: "television", service, provider_item } as const;
  const product = await findRow(context.db, "bill_products", asked, ["item"]);
  const sold =
    product &&
    (await itemsSold(context.db, context, ["television"], service)).find(({ item }) => item === product.item);
  return sold ? { item: sold.item, name: sold.name, price_kobo: sold.price_kobo, due_on: due_on ?? null } : null;
}

/** Asks the providers in their order whose number it is; one that does not answer is passed over. @throws ProviderUnavailable */
async function askForOwner(
  context: Context,
  kind: BillKind,
  service: string,
  customer: string,
): Promise<(FoundCustomer & { provider: BillProvider }) | undefined> {
  const sold = (await servicesSold(context.db, context)).some((each) => each.kind === kind && each.service === service);
  if (!sold) throw new Conflict("This is not sold at the moment.", "not_sold");
  const first = (await itemsSold(context.db, context, [kind], service))[0]?.item ?? "any";
  for (const { provider, provider_service, provider_item } of await offersOf(context.db, context, {
    kind,
    service,
    item: first,
  }))
    try {
      return await findAt(context, provider, { provider_service, provider_item, customer });
    } catch (error) {
      if (!(error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused))
        throw error;
    }
  throw new ProviderUnavailable();
}

/** Keeps whose number it is for half an hour: paid is what was verified. @throws InvalidFields where nobody has it */
async function verify(context: Context, kind: BillKind, service: string, typed: string) {
  const { db, session } = context;
  const customer_no = typed.replaceAll(/[\s-]/g, "").toUpperCase();
  const { pattern, words } = numberOf(kind);
  if (!pattern.test(customer_no)) throw new InvalidFields({ customer_no: [`this field has to be ${words}`] });
  const found = await askForOwner(context, kind, service, customer_no);
  if (!found) throw new InvalidFields({ customer_no: ["nobody has this number there"] });
  const id = uuidv7();
  const { name, address, outstanding_kobo, minimum_kobo } = found;
  const current = await currentOf(context, service, found);
  await db.transaction().execute(async (tx) => {
    // What somebody looked up and did not pay is nobody's business for long.
    await sql`
      delete from bill_customers where user_id = ${session.user_id} and verified_at < ${new Date(clock.milliseconds() - DAY)}
    `.execute(tx);
    await tx
      .insertInto("bill_customers")
      .values({
        id,
        user_id: session.user_id,
        kind,
        service,
        customer_no,
        name,
        address,
        outstanding_kobo,
        minimum_kobo,
        verified_at: clock.now(),
      })
      .execute();
  });
  return { id, name, address, outstanding_kobo, minimum_kobo, current };
}

const kindOf = (service: string): BillKind => {
  const kind = KINDS_OF_ACCOUNTS.find((each) => serviceOf(each, service));
  if (!kind) throw new InvalidFields({ service: ["is not known"] });
  return kind;
};

const PAID_AS_VERIFIED: readonly BillKind[] = ["electricity", ...KINDS_OF_ACCOUNTS];

type Money = Pick<ToPay, "amount_kobo"> & Partial<Pick<ToPay, "paid_from" | "is_again">>;
const paysWith = ({ amount_kobo, paid_from = "cash", is_again = false }: Money) => ({
  amount_kobo,
  paid_from,
  is_again,
});

type ForPhone = Money & { phone: string; service: string; item?: string };
/** Airtime or a bundle of data for a phone. */
const forPhone = (kind: "airtime" | "data", body: ForPhone): ToPay => ({
  kind,
  service: body.service,
  item: body.item ?? "any",
  customer_no: localPhone(body.phone),
  customer_name: null,
  ...paysWith(body),
});

/** Pays, and answers the bill as it is on its way. */
const pay = async (tx: Tx, context: Context, bill: ToPay) =>
  ownBill(tx, context.session.user_id, await payBill(tx, context, bill));

/** Pays a bill whose owner was verified. @param kinds what this call is for */
const payVerified =
  (...kinds: readonly BillKind[]) =>
  async (
    tx: Tx,
    context: Context,
    { body }: { body: Money & { verified_id: string; item?: string | undefined } },
  ): ReturnType<typeof pay> => {
    const { name, ...owner } = await verified(tx, context.session.user_id, body.verified_id);
    if (!kinds.includes(owner.kind)) throw new NotFound("This number, as you verified it,");
    return pay(tx, context, { ...owner, item: body.item ?? "any", customer_name: name, ...paysWith(body) });
  };

async function sold({ db, outside }: Context, kinds: readonly BillKind[], service: string) {
  const items = await itemsSold(db, { outside }, kinds, service);
  if (!items[0]) throw new NotFound("This service");
  return {
    service,
    name: items[0].service_name,
    items: items.map(({ item, name, price_kobo }) => ({ item, name, price_kobo })),
  };
}

/** What the caller pays from: their own money, or what their company's chain lets go. */
async function sourcesFor({ db, session: { permissions, user_id, company_id } }: Context) {
  const own = permissions.has("personal:can_pay_bills") ? await sourcesOf(db, user_id) : [];
  if (!company_id || !permissions.has("company:can_request_transfers")) return own;
  const { available_kobo } = await walletOf(db, company_id);
  return [...own, { paid_from: "company" as const, available_kobo }];
}

export const handlers: Handlers<typeof calls> = {
  transactions: (context, { params }) => billsOf(context, params.userId),
  companyBills: ({ session }) => companyBills.scoped(sql`b.company_id = ${session.company_id}`),
  async services(context) {
    const { db } = context;
    const [all, limits, vat, notice, sources] = await Promise.all([
      servicesSold(db, context),
      limitsOf(db),
      readSetting(db, "bill_fee_vat_percent"),
      noticeOf(db),
      sourcesFor(context),
    ]);
    const kinds = await Promise.all(
      billKindNames.map(async (kind) => {
        const { is_sold, fee_kobo, cashback_bps } = await chargesToday(db, kind);
        // What is switched off is not there; betting is not offered to people who pay with a company's money alone.
        if (!is_sold || (kind === "betting" && !sources.some(({ paid_from }) => paid_from === "cash"))) return [];
        const services = all.filter((each) => each.kind === kind).map(({ service, name }) => ({ service, name }));
        const shown = {
          kind,
          services,
          fee_kobo,
          vat_kobo: vatOf(fee_kobo, vat),
          cashback_percent: String(cashback_bps / 100),
          ...boundsOf(kind, limits),
          notice: services.length > 0 ? null : (notice ?? "This is not sold at the moment."),
        };
        return [shown];
      }),
    );
    return {
      kinds: kinds.flat(),
      sources: sources.map(({ paid_from, available_kobo }) => ({ paid_from, available_kobo })),
    };
  },
  bundles: (context, { params }) => sold(context, ["data", "internet", "education"], params.id),
  bouquets: (context, { params }) => sold(context, ["television"], params.id),
  async categories({ db, outside }) {
    const sold = await kindsSold(db);
    return {
      categories: sold.map(({ kind, providers }) => ({
        kind,
        providers: providers.filter((provider) => outside.billers[provider].is_there),
      })),
    };
  },
  verifyMeter: (context, { body }) => verify(context, "electricity", body.service, body.customer_no),
  verifyAccount: (context, { body }) => verify(context, kindOf(body.service), body.service, body.customer_no),
  buyAirtime: inOneTransaction<typeof calls.buyAirtime>(
    (tx, context, { body }) => pay(tx, context, forPhone("airtime", body)),
    undefined,
    (tx, asked) =>
      buyTogether(
        tx,
        asked.map(({ context, input: { body } }) => ({ context, bill: forPhone("airtime", body) })),
      ),
  ),
  buyData: inOneTransaction<typeof calls.buyData>(
    (tx, context, { body }) => pay(tx, context, forPhone("data", body)),
    undefined,
    (tx, asked) =>
      buyTogether(
        tx,
        asked.map(({ context, input: { body } }) => ({ context, bill: forPhone("data", body) })),
      ),
  ),
  buyPower: inOneTransaction<typeof calls.buyPower>(payVerified("electricity")),
  buyTelevision: inOneTransaction<typeof calls.buyTelevision>(payVerified("television")),
  payBill: inOneTransaction<typeof calls.payBill>((tx, context, { body }) => {
    const { verified_id, service, phone, item = "any" } = body;
    if (verified_id) return payVerified(...PAID_AS_VERIFIED)(tx, context, { body: { ...body, verified_id } });
    const lacking = Object.entries({ service, phone }).flatMap(([field, value]) =>
      value ? [] : [[field, ["this field is required"]]],
    );
    if (!service || !phone) throw new InvalidFields(Object.fromEntries(lacking));
    const owner = { customer_no: localPhone(phone), customer_name: null };
    return pay(tx, context, { kind: "education", service, item, ...owner, ...paysWith(body) });
  }),
  find: async ({ db, session }, { params }) => seenBy(session)(await ownBill(db, session.user_id, params.id)),
  receipt: async (context, { params }) =>
    receiptOf(context, await ownBill(context.db, context.session.user_id, params.id)),
  companyBill: async ({ db, session }, { params }) =>
    seenBy(session)(await billOfCompany(db, session.company_id, params.id)),
  companyReceipt: async (context, { params }) =>
    receiptOf(context, await billOfCompany(context.db, context.session.company_id, params.id)),
};
