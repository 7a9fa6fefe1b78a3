/** Flutterwave's bills (developer.flutterwave.com): bearer key, `{status, message, data}`, naira. A question is answered by our own reference. */
import { type BillKind, isOfItems } from "@manilla/contract/payments/bill-kinds";
import type { BillOutcome } from "@manilla/contract/payments/bill-outcome";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { NotReached, OutcomeUnknown, type ProviderRefused, callProvider } from "../http.ts";
import {
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
  codesIn,
  unlessEarly,
} from "./port.ts";

const CATEGORIES: readonly [kind: BillKind, category: string][] = [
  ["airtime", "AIRTIME"],
  ["data", "MOBILEDATA"],
  ["electricity", "UTILITYBILLS"],
  ["television", "CABLEBILLS"],
  ["internet", "INTSERVICE"],
  ["education", "SCHPB"],
  ["tax", "TAX"],
  ["tolls", "TRANSLOG"],
];
const rows = z.array(z.unknown()).max(2_000);
const biller = z.object({ name: nameOf(200), biller_code: nameOf(100) });
const sold = z.object({ name: nameOf(200), item_code: nameOf(100), amount: naira });
const customer = z.object({
  name: z.string().max(200).nullish(),
  address: z.string().max(300).nullish(),
  minimum: owed.nullish(),
});
const paid = z.object({
  tx_ref: z.string(),
  reference: z.string().max(100),
  recharge_token: z.string().max(200).nullish(),
});
const asked = z.object({
  tx_ref: z.string(),
  flw_ref: z.string().max(100),
  // What cannot be read of our share does not undo the delivery.
  commission: naira.nullish().catch(null),
  extra: z.string().max(200).nullish(),
});

const bills = z.object({
  total_pages: z.number().int().min(0).max(1_000),
  transactions: z.array(z.object({ tx_ref: markOf, flw_ref: markOf, amount: naira, commission: naira })).max(200_000),
});
const statement = z.object({
  closing_balance: naira,
  transactions: z
    .array(
      z.object({ type: z.enum(["C", "D"]), reference: markOf, remarks: z.string().max(300).nullish(), amount: naira }),
    )
    .max(200_000),
});

/** Its answer to a payment: delivered where it is whole and about our reference, else unknown. */
export function readPayment(
  answer: { status?: unknown; message?: unknown; data?: unknown },
  reference: string,
): BillOutcome {
  const read = paid.safeParse(answer.data);
  if (answer.status !== "success" || !read.success || read.data.tx_ref !== reference)
    return { status: "unknown", why: "Flutterwave has not said that it is delivered." };
  const { reference: provider_reference, recharge_token } = read.data;
  const tokens = codesIn(recharge_token);
  return { status: "delivered", provider_reference, tokens, units: null, commission_kobo: null };
}

/** Its answer to a question. "error" with HTTP 200 is its word for a payment that failed. */
export function readStatus(
  answer: { status?: unknown; message?: unknown; data?: unknown },
  reference: string,
): BillOutcome {
  if (answer.status === "error" && answer.message === "failed")
    return { status: "refused", why: "Flutterwave says that it failed." };
  const read = asked.safeParse(answer.data);
  if (answer.status !== "success" || !read.success || read.data.tx_ref !== reference)
    return { status: "unknown", why: "Flutterwave says that it is pending." };
  const { flw_ref: provider_reference, commission, extra } = read.data;
  return {
    status: "delivered",
    provider_reference,
    tokens: codesIn(extra),
    units: null,
    commission_kobo: commission ?? null,
  };
}

/** 400 is its word for what it has looked at and does not sell; a used reference (409) and every other status are queried. */
export function readRefusal({ status, body }: ProviderRefused): BillOutcome {
  const { message } = (body ?? {}) as { message?: unknown };
  const why = typeof message === "string" ? message.slice(0, 200) : `Flutterwave answered ${status}.`;
  return status === 400 && !/reference/i.test(why)
    ? { status: "refused", why, is_price: /amount/i.test(why) }
    : { status: "unknown", why };
}

export function createFlutterwave({ FLUTTERWAVE_URL, FLUTTERWAVE_SECRET_KEY }: Config): BillerPort {
  const ask = (method: "GET" | "POST", path: string, sent?: unknown) => {
    if (!FLUTTERWAVE_SECRET_KEY) throw new NotReached("Flutterwave is not configured (FLUTTERWAVE_SECRET_KEY).");
    const headers = { authorization: `Bearer ${FLUTTERWAVE_SECRET_KEY}` };
    const url = `${FLUTTERWAVE_URL}${path}`;
    return callProvider<{ status?: unknown; message?: unknown; data?: unknown }>({
      provider: "flutterwave",
      method,
      url,
      headers,
      body: sent,
    });
  };
  async function read<Schema extends z.ZodType>(schema: Schema, path: string): Promise<z.output<Schema>> {
    const parsed = schema.safeParse((await ask("GET", path)).data);
    if (!parsed.success) throw new OutcomeUnknown("Flutterwave answered in an unknown shape");
    return parsed.data;
  }
  return {
    name: "flutterwave",
    is_there: FLUTTERWAVE_SECRET_KEY !== undefined,
    async catalogue() {
      const list = async (path: string) => (await ask("GET", path)).data;
      const found = [];
      for (const [kind, category] of CATEGORIES)
        for (const { name, biller_code } of readable(
          biller,
          await read(rows, `/v3/bills/${category}/billers?country=NG`),
        ))
          for (const item of await soldOf(sold, list(`/v3/billers/${encodeURIComponent(biller_code)}/items`))) {
            // Zero is its word for "as much as you like", which bundles and bouquets are not.
            const isOpen = item.amount === 0n && !isOfItems(kind);
            const names = { service_name: name, item_name: item.name };
            const price_kobo = isOpen ? null : item.amount;
            found.push(...offered(kind, { ...names, service: biller_code, item: item.item_code, price_kobo }));
          }
      return found;
    },
    async findCustomer({ provider_service, provider_item, customer: number }) {
      try {
        const query = new URLSearchParams({ code: provider_service, customer: number }).toString();
        const user = await read(customer, `/v3/bill-items/${encodeURIComponent(provider_item)}/validate?${query}`);
        const [name, address] = [user.name ?? null, user.address ?? null];
        return { name, address, outstanding_kobo: 0n, minimum_kobo: user.minimum ?? 0n };
      } catch (error) {
        if (isNobody(error)) return undefined;
        throw error;
      }
    },
    async sell({ provider_service, provider_item, customer: customer_id, reference, amount_kobo }) {
      const [biller, item] = [encodeURIComponent(provider_service), encodeURIComponent(provider_item)];
      const payment = { country: "NG", customer_id, reference, amount: asNaira(amount_kobo) };
      try {
        return readPayment(await ask("POST", `/v3/billers/${biller}/items/${item}/payment`, payment), reference);
      } catch (error) {
        return outcomeOf(error, readRefusal);
      }
    },
    async ask(reference) {
      try {
        return readStatus(await ask("GET", `/v3/bills/${encodeURIComponent(reference)}?verbose=1`), reference);
      } catch (error) {
        return outcomeOf(error, ({ status }) =>
          status === 404
            ? { status: "not_found", why: "Flutterwave does not know this payment." }
            : { status: "unknown", why: `Flutterwave answered ${status}.` },
        );
      }
    },
    report: (day) =>
      unlessEarly(
        (async () => {
          const days = `from=${day}&to=${day}`;
          const sold: z.output<typeof bills>["transactions"] = [];
          for (let page = 1, pages = 1; page <= pages; page += 1) {
            const answer = await read(bills, `/v3/bills?${days}&page=${page}`);
            pages = answer.total_pages;
            sold.push(...answer.transactions);
          }
          const { closing_balance, transactions } = await read(statement, `/v3/wallet/statement?${days}&currency=NGN`);
          // Its statement has payments in too: only a line that calls itself a reversal is a bill given back.
          const back = transactions.filter(({ type, remarks }) => type === "C" && /reversal/i.test(remarks ?? ""));
          return {
            closing_kobo: closing_balance,
            bills: [
              ...sold.map(({ tx_ref, flw_ref, amount, commission }) => ({
                kind: "sale" as const,
                reference: tx_ref,
                provider_reference: flw_ref || null,
                cost_kobo: amount - commission,
              })),
              ...back.map(({ reference, amount }) => ({
                kind: "reversal" as const,
                reference,
                provider_reference: null,
                cost_kobo: amount,
              })),
            ],
          };
        })(),
      ),
    balance: async () => (await read(z.object({ available_balance: naira }), "/v3/balances/NGN")).available_balance,
  };
}
