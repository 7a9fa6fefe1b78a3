import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addFaults, isDeclined } from "../faults.ts";
import { Refusal, describe } from "../refusal.ts";
import type { World } from "../world.ts";
import type { Item, Kind, Service } from "./catalogue.data.ts";
import { type Sale, customerOf, networkOf, priceOf, reportOf, saidOf, sell, soldBy, takeQuirk } from "./state.ts";

const CATEGORIES: readonly [code: string, name: string, kind: Kind | null][] = [
  ["AIRTIME", "Airtime", "airtime"],
  ["MOBILEDATA", "Mobile data", "data"],
  ["UTILITYBILLS", "Electricity", "electricity"],
  ["CABLEBILLS", "Television", "television"],
  ["INTSERVICE", "Internet", "internet"],
  ["TAX", "Taxes", "tax"],
  ["SCHPB", "Schools & Professional Bodies", "education"],
  ["TRANSLOG", "Transport and Logistics", "tolls"],
  ["DONATIONS", "Donations", null],
];
const envelope = (data: unknown, message = "Successful") => ({ status: "success", message, data });
const billerCode = (index: number): string => `BIL${String(100 + index)}`;
const itemCode = (biller: number, index: number): string => `UB${String(1_000 + biller * 20 + index)}`;

const services = (): { service: Service; code: string; items: { item: Item; code: string }[] }[] =>
  soldBy("flutterwave").map((service, at) => ({
    service,
    code: billerCode(at),
    items: service.items.map((item, index) => ({ item, code: itemCode(at, index) })),
  }));
const find = (code: string) => {
  const found = services().find((each) => each.code === code);
  if (!found) throw new Refusal(400, "Biller not found");
  return found;
};
/** A token as it is, a PIN called so. */
const codeOf = ({ kind }: Sale, token: string | null) => (kind === "education" && token ? `PIN: ${token}` : token);
const payment = z.object({
  country: z.literal("NG"),
  customer_id: z.string().min(1).max(30),
  reference: z.string().min(1).max(100),
  amount: z.number().positive().max(10_000_000),
  callback_url: z.string().max(300).optional(),
});

/** Whether the customer exists there, and what has to be paid at least. @throws Refusal */
function requireCustomer(service: Service, customer: string, amount?: number) {
  // A PIN belongs to nobody.
  if (service.kind === "education") return undefined;
  if (service.kind === "airtime" || service.kind === "data") {
    if (networkOf(customer) !== service.code) throw new Refusal(400, "Customer is not on this network");
    return undefined;
  }
  const owner = customerOf(service, customer);
  if (!owner) throw new Refusal(400, "Customer could not be validated");
  if (amount !== undefined && amount < owner.minimum) throw new Refusal(400, `Minimum amount is ${owner.minimum}`);
  return owner;
}

function registerCatalogue(app: FastifyInstance, { store }: World): void {
  app.get("/v3/top-bill-categories", () =>
    envelope(CATEGORIES.map(([code, name], id) => ({ id: id + 1, code, name, description: name, country_code: "NG" }))),
  );
  app.get<{ Params: { category: string } }>("/v3/bills/:category/billers", ({ params }) => {
    const kind = CATEGORIES.find(([code]) => code === params.category)?.[2];
    return envelope(
      services()
        .filter(({ service }) => service.kind === kind)
        .map(({ service: { name }, code }, id) => ({ id: id + 1, name, biller_code: code, country_code: "NGA" })),
    );
  });
  app.get<{ Params: { code: string } }>("/v3/billers/:code/items", ({ params }) => {
    const { items } = find(params.code);
    return envelope(
      items.map(({ item, code }, id) => ({
        id: id + 1,
        biller_code: params.code,
        item_code: code,
        name: item.name,
        amount: (priceOf(store.state, "flutterwave", item) ?? 0) / 100,
        fee: 0,
      })),
    );
  });
  app.get<{ Params: { item: string } }>("/v3/bill-items/:item/validate", ({ query }) => {
    const { code, customer } = z.object({ code: z.string(), customer: z.string() }).parse(query);
    const { service } = find(code);
    const owner = requireCustomer(service, customer);
    const [name, address] = [owner?.name ?? null, owner?.address ?? null];
    return envelope({ response_code: "00", customer, name, address, minimum: owner?.minimum ?? 0, maximum: 0 });
  });
}

export function flutterwave(world: World) {
  const { store } = world;
  const { billers } = store.state;
  return (app: FastifyInstance): void => {
    app.addHook("onRequest", async ({ headers }) => {
      if (!headers.authorization?.startsWith("Bearer ")) throw new Refusal(401, "Authorization required");
    });
    addFaults(app, world, "flutterwave");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      return reply.code(status).send({ status: "error", message, data: null });
    });
    registerCatalogue(app, world);
    app.post<{ Params: { biller: string; item: string } }>(
      "/v3/billers/:biller/items/:item/payment",
      (incoming, reply) => {
        const asked = payment.parse(incoming.body);
        const { service, items } = find(incoming.params.biller);
        const item = items.find(({ code }) => code === incoming.params.item)?.item;
        if (!item) throw new Refusal(400, "Item not found");
        const quirk = takeQuirk(world, "flutterwave");
        if (billers.sales.flutterwave[asked.reference] || quirk?.mode === "duplicate_reference")
          throw new Refusal(409, "Duplicate reference");
        requireCustomer(service, asked.customer_id, asked.amount);
        const price = priceOf(store.state, "flutterwave", item);
        const amount_kobo = Math.round(asked.amount * 100);
        if (price !== null && (price !== amount_kobo || quirk?.mode === "price_changed"))
          throw new Refusal(400, "Amount is not the price of this item");
        if (isDeclined(incoming)) throw new Refusal(400, "This biller is not available");
        const { kind, code } = service;
        const sold = { reference: asked.reference, kind, service: code, customer: asked.customer_id, amount_kobo };
        const sale = sell(world, "flutterwave", { ...sold, item: item.name }, quirk);
        const { status, token } = saidOf(world, sale, true);
        if (status === "pending") return { status: "pending", message: "Bill payment pending", data: null };
        if (!sale.is_delivered) return reply.code(500).send({ status: "error", message: "Insufficient balance" });
        if (status === "failed") return reply.code(200).send({ status: "error", message: "Failed", data: null });
        const [tx_ref, amount] = [asked.reference, asked.amount];
        const answer = { phone_number: asked.customer_id, amount, network: service.name, code: "200", tx_ref };
        return envelope({ ...answer, reference: sale.number, recharge_token: codeOf(sale, token), fee: 0 });
      },
    );
    app.get<{ Params: { reference: string } }>("/v3/bills/:reference", ({ params }) => {
      const sale = billers.sales.flutterwave[params.reference];
      if (!sale) throw new Refusal(404, "No bill found");
      const { status, token } = saidOf(world, sale, false);
      if (status !== "success")
        return { status: status === "failed" ? "error" : "pending", message: status, data: null };
      return envelope({
        currency: "NGN",
        customer_id: sale.customer,
        amount: sale.amount_kobo / 100,
        product: sale.item,
        commission: sale.commission_kobo / 100,
        fee: 0,
        flw_ref: sale.number,
        tx_ref: sale.reference,
        extra: codeOf(sale, token),
      });
    });
    const days = z.object({ from: z.iso.date(), to: z.iso.date() });
    const reportOn = (query: unknown) => {
      const report = reportOf(world, "flutterwave", days.parse(query).to);
      if (!report) throw new Refusal(400, "The day is not over");
      return report;
    };
    app.get("/v3/bills", ({ query }) => {
      const { sold } = reportOn(query);
      const transactions = sold.map((sale) => ({
        currency: "NGN",
        customer_id: sale.customer,
        amount: sale.amount_kobo / 100,
        commission: sale.commission_kobo / 100,
        product: sale.item,
        tx_ref: sale.reference,
        flw_ref: sale.number,
        transaction_date: `${sale.day}T12:00:00.000Z`,
      }));
      return envelope({ transactions, total: transactions.length, total_pages: 1, reference: null });
    });
    // The wallet's statement: what was given back, and what was left at the end.
    app.get("/v3/wallet/statement", ({ query }) => {
      const { reversed, closing_kobo } = reportOn(query);
      const transactions = reversed.map((sale) => ({
        type: "C",
        amount: (sale.amount_kobo - sale.commission_kobo) / 100,
        currency: "NGN",
        reference: sale.reference,
        remarks: "Bill reversal",
      }));
      return envelope({
        page_info: { total: transactions.length, current_page: 1, total_pages: 1 },
        closing_balance: closing_kobo / 100,
        transactions,
      });
    });
    app.get("/v3/balances/NGN", () =>
      envelope({ currency: "NGN", available_balance: billers.floats.flutterwave / 100 }),
    );
  };
}
