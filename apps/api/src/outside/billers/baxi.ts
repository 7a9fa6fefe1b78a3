/** Baxi (developers.onafriq.com): `x-api-key`, `{status, message, code, data}`, naira. Our reference is its `agentReference`. */
import { type BillKind, isOfItems, isVerified } from "@manilla/contract/payments/bill-kinds";
import type { BillOutcome } from "@manilla/contract/payments/bill-outcome";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown, type ProviderRefused, callProvider } from "../http.ts";
import {
  type BillAsked,
  type BillerPort,
  asNaira,
  isNobody,
  markOf,
  naira,
  nameOf,
  offered,
  outcomeOf,
  owed,
  readable,
  soldOf,
  tokensIn,
  unlessEarly,
} from "./port.ts";

const providers = z.object({ providers: z.array(z.unknown()).max(500) });
const provider = z.object({ service_type: nameOf(100), name: nameOf(200) });
const bundle = z.object({ name: nameOf(200), datacode: nameOf(100), price: naira });
/** A bouquet, or what is added to one. */
const bouquet = z.object({
  code: nameOf(100),
  name: nameOf(200),
  availablePricingOptions: z.array(z.object({ monthsPaidFor: z.int().min(1).max(24), price: naira })).min(1),
});
type Bouquet = z.output<typeof bouquet>;
const firstMonth = ({ availablePricingOptions: options }: Bouquet) =>
  options.find(({ monthsPaidFor }) => monthsPaidFor === 1) ?? options[0]!;

/** What of television is paid, in one code: the bouquet, its months, and one thing added to it. */
const televisionCode = (code: string, months: number, added = ""): string => [code, months, added].join("|");
function televisionParts(code: string) {
  const [product_code, months, addon_code] = code.split("|");
  const product_monthsPaidFor = Number(months ?? 1);
  return { product_code, product_monthsPaidFor, ...(addon_code && { addon_code, addon_monthsPaidFor: 1 }) };
}
const pinBundle = z.object({ amount: naira, description: nameOf(200) });
const found = z.object({
  user: z.object({
    name: z.string().max(200).nullish(),
    address: z.string().max(300).nullish(),
    outstandingBalance: owed.nullish(),
    minimumAmount: owed.nullish(),
    currentBouquet: z
      .object({ code: nameOf(100) })
      .nullish()
      .catch(null),
    dueDate: z.iso.date().nullish().catch(null),
  }),
});
const sale = z.object({
  transactionStatus: z.string(),
  // Of a PIN it is a number.
  transactionReference: z.union([z.string().max(100), z.number().transform(String)]),
  transactionMessage: z.string().max(300).nullish(),
  tokenCode: z.string().max(200).nullish(),
  pins: z
    .array(z.object({ pin: z.string().regex(/^[\dA-Za-z-]{4,40}$/), serialNumber: z.string().max(60).nullish() }))
    .max(10)
    .nullish(),
  amountOfPower: z.string().max(60).nullish(),
});

const report = z.object({
  closingBalance: naira,
  transactions: z
    .array(
      z.object({
        agentReference: markOf,
        transactionReference: markOf,
        transactionStatus: z.enum(["success", "reversed"]),
        amount: naira,
        commission: naira,
      }),
    )
    .max(200_000),
});

const LISTS: readonly [kinds: readonly BillKind[], path: string][] = [
  [["airtime"], "/services/airtime/providers"],
  [["data", "internet"], "/services/databundle/providers"],
  [["electricity"], "/services/electricity/billers"],
  [["television"], "/services/cabletv/providers"],
  [["betting"], "/services/betting/providers"],
  [["education"], "/services/epin/providers"],
];
/** Taxes and tolls it does not sell. */
const SALES: Readonly<Partial<Record<BillKind, string>>> = {
  airtime: "/services/airtime/request",
  data: "/services/databundle/request",
  internet: "/services/databundle/request",
  electricity: "/services/electricity/request",
  television: "/services/multichoice/request",
  betting: "/services/betting/request",
  education: "/services/epin/request",
};

/** What its answer to a sale, or to a question about one, means. Only "success" is delivered, and only a requery's own "failed" is a refusal. */
export function readSale(answer: { status?: unknown; data?: unknown }, isAnswerToQuestion: boolean): BillOutcome {
  const read = sale.safeParse(answer.data);
  if (answer.status !== "success" || !read.success) return { status: "unknown", why: "Baxi says that it is pending." };
  const { transactionStatus, transactionReference, transactionMessage, tokenCode, amountOfPower, pins } = read.data;
  const serial = pins?.[0]?.serialNumber;
  const why = transactionMessage ?? "Baxi refused it.";
  if (transactionStatus === "success")
    return {
      status: "delivered",
      provider_reference: transactionReference,
      tokens: [...tokensIn(tokenCode), ...(pins ?? []).map(({ pin }) => pin)],
      units: amountOfPower ?? (serial ? `Serial number ${serial}` : null),
      commission_kobo: null,
    };
  if (isAnswerToQuestion && (transactionStatus === "failed" || transactionStatus === "reversed"))
    return { status: "refused", why };
  return { status: "unknown", why };
}

/** A refusal is certain only where it names the field that is wrong; a used reference, an empty float and every other code are queried. */
export function readRefusal({ status, body }: ProviderRefused): BillOutcome {
  const { errors, message } = (body ?? {}) as { errors?: unknown; message?: unknown };
  const why = typeof message === "string" ? message.slice(0, 200) : `Baxi answered ${status}.`;
  const fields = typeof errors === "object" && errors !== null ? Object.keys(errors) : [];
  const isCertain = (status === 400 || status === 422) && fields.length > 0 && !fields.includes("agentReference");
  return isCertain ? { status: "refused", why, is_price: fields.includes("amount") } : { status: "unknown", why };
}

const body = (
  { kind, reference, provider_service, provider_item, item_name, customer, phone, amount_kobo }: BillAsked,
  agent: string,
) => ({
  agentReference: reference,
  agentId: agent,
  service_type: provider_service,
  amount: asNaira(amount_kobo),
  phone: isVerified(kind) && kind !== "internet" ? (phone ?? "") : customer,
  ...(kind === "airtime" && { plan: "prepaid" }),
  ...((kind === "data" || kind === "internet") && { datacode: provider_item, package: item_name }),
  ...((kind === "electricity" || kind === "betting") && { account_number: customer }),
  ...(kind === "education" && { numberOfPins: 1, pinValue: provider_item }),
  ...(kind === "television" && { smartcard_number: customer, ...televisionParts(provider_item) }),
});

export function createBaxi({ BAXI_URL, BAXI_API_KEY, BAXI_AGENT_ID = "manilla" }: Config): BillerPort {
  const ask = (method: "GET" | "POST", path: string, sent?: unknown) => {
    if (!BAXI_API_KEY) throw new NotReached("Baxi is not configured (BAXI_API_KEY).");
    const headers = { "x-api-key": BAXI_API_KEY };
    return callProvider<{ status?: unknown; data?: unknown }>({
      provider: "baxi",
      method,
      url: `${BAXI_URL}${path}`,
      headers,
      body: sent,
    });
  };
  async function read<Schema extends z.ZodType>(
    schema: Schema,
    ...given: Parameters<typeof ask>
  ): Promise<z.output<Schema>> {
    const parsed = schema.safeParse((await ask(...given)).data);
    if (!parsed.success) throw new OutcomeUnknown("Baxi answered in an unknown shape");
    return parsed.data;
  }
  const ofService = async (kinds: readonly BillKind[], service: string, service_name: string) => {
    const kind = kinds.find(
      (each) => offered(each, { service, service_name, item: "", item_name: "", price_kobo: null }).length > 0,
    );
    if (!kind) return [];
    const offer = (item: string, item_name: string, price_kobo: bigint | null) =>
      offered(kind, { service, service_name, item, item_name, price_kobo });
    if (!isOfItems(kind)) return offer("any", "Any amount", null);
    const list = async (path: string) => (await ask("POST", path, { service_type: service })).data;
    if (kind === "television") {
      const sold = [];
      for (const each of await soldOf(bouquet, list("/services/multichoice/list"))) {
        const { code, name, availablePricingOptions } = each;
        for (const { monthsPaidFor: months, price } of availablePricingOptions)
          sold.push(...offer(televisionCode(code, months), months === 1 ? name : `${name}, ${months} months`, price));
        const asked = { service_type: service, product_code: code };
        const answer = ask("POST", "/services/multichoice/addons", asked).then(({ data }) => data);
        const { monthsPaidFor, price } = firstMonth(each);
        for (const added of await soldOf(bouquet, answer))
          sold.push(
            ...offer(
              televisionCode(code, monthsPaidFor, added.code),
              `${name} with ${added.name}`,
              price + firstMonth(added).price,
            ),
          );
      }
      return sold;
    }
    if (kind === "education")
      return (await soldOf(pinBundle, list("/services/epin/bundles"))).flatMap(({ amount, description }) =>
        offer(String(asNaira(amount)), description, amount),
      );
    return (await soldOf(bundle, list("/services/databundle/bundles"))).flatMap(({ datacode, name, price: kobo }) =>
      offer(datacode, name, kobo),
    );
  };
  return {
    name: "baxi",
    is_there: BAXI_API_KEY !== undefined,
    async catalogue() {
      const sold = [];
      for (const [kinds, path] of LISTS)
        for (const { service_type, name } of readable(provider, (await read(providers, "GET", path)).providers))
          sold.push(...(await ofService(kinds, service_type, name)));
      return sold;
    },
    async findCustomer({ provider_service, customer }) {
      try {
        const asked = { service_type: provider_service, account_number: customer };
        const { user } = await read(found, "POST", "/services/namefinder/query", asked);
        return {
          name: user.name ?? null,
          address: user.address ?? null,
          outstanding_kobo: user.outstandingBalance ?? 0n,
          minimum_kobo: user.minimumAmount ?? 0n,
          current: user.currentBouquet
            ? { provider_item: televisionCode(user.currentBouquet.code, 1), due_on: user.dueDate ?? null }
            : undefined,
        };
      } catch (error) {
        if (isNobody(error)) return undefined;
        throw error;
      }
    },
    async sell(asked) {
      try {
        const path = SALES[asked.kind];
        if (!path) throw new NotReached("Baxi does not sell this.");
        return readSale(await ask("POST", path, body(asked, BAXI_AGENT_ID)), false);
      } catch (error) {
        return outcomeOf(error, readRefusal);
      }
    },
    async ask(reference) {
      try {
        const path = `/superagent/transaction/requery?agentReference=${encodeURIComponent(reference)}`;
        return readSale(await ask("GET", path), true);
      } catch (error) {
        return outcomeOf(error, ({ status }) =>
          status === 404
            ? { status: "not_found", why: "Baxi does not know this payment." }
            : { status: "unknown", why: `Baxi answered ${status}.` },
        );
      }
    },
    report: (day) =>
      unlessEarly(
        read(report, "GET", `/superagent/transaction/report?date=${day}`).then(({ closingBalance, transactions }) => ({
          closing_kobo: closingBalance,
          bills: transactions.map((each) => ({
            kind: each.transactionStatus === "success" ? ("sale" as const) : ("reversal" as const),
            reference: each.agentReference,
            provider_reference: each.transactionReference || null,
            cost_kobo: each.amount - each.commission,
          })),
        })),
      ),
    balance: async () => (await read(z.object({ balance: naira }), "GET", "/superagent/account/balance")).balance,
  };
}
