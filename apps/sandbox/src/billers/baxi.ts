import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { addFaults, isDeclined } from "../faults.ts";
import { Refusal, describe } from "../refusal.ts";
import type { World } from "../world.ts";
import { ADDED, type Item, type Kind, MONTHS, type Service } from "./catalogue.data.ts";
import {
  type Sale,
  customerOf,
  networkOf,
  priceOf,
  reportOf,
  runningOn,
  saidOf,
  sell,
  soldBy,
  takeQuirk,
} from "./state.ts";

const text = z.string().min(1).max(100);
/** Its own page spells the reference in two ways: both are read. */
const common = {
  agentReference: text.optional(),
  agentRefernce: text.optional(),
  agentId: text,
  service_type: text,
  amount: z.number().positive().max(10_000_000),
};
const request = z.object({
  ...common,
  phone: z.string().max(20).optional(),
  account_number: z.string().max(30).optional(),
  smartcard_number: z.string().max(30).optional(),
  datacode: text.optional(),
  product_code: text.optional(),
  product_monthsPaidFor: z.literal([...MONTHS]).optional(),
  addon_code: text.optional(),
  addon_monthsPaidFor: z.literal(1).optional(),
  package: text.optional(),
  numberOfPins: z.literal(1).optional(),
  pinValue: z.string().max(20).optional(),
  plan: z.enum(["prepaid", "postpaid"]).optional(),
});
type Asked = z.infer<typeof request>;

const envelope = (data: unknown, message = "Successful") => ({ status: "success", message, code: 200, data });
const codeOf = (service: Service, name: string): string =>
  `${service.code}-${name}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "");
const find = (kind: Kind, code: string): Service => {
  const service = soldBy("baxi").find((each) => each.kind === kind && each.code === code);
  if (!service) throw new Refusal(422, "service_type: is not known", "service_type");
  return service;
};

/** What is bought: the power's token and units, or the PIN. */
const answerWith = ({ kind, number, amount_kobo, units }: Sale, token: string) =>
  kind === "education"
    ? { pins: [{ instructions: "Enter it on the examination's page.", serialNumber: `S${number}`, pin: token }] }
    : { tokenCode: token, tokenAmount: amount_kobo / 100, amountOfPower: `${units} kWh` };

/** What Baxi answers to a sale; the power's token and units are beside it. */
function answerOf(world: World, sale: Sale, isFirst: boolean) {
  const { status, token } = saidOf(world, sale, isFirst);
  if (status === "pending") return { status: "pending", message: "Transaction pending", code: "BX0001", data: null };
  return envelope({
    transactionStatus: status,
    transactionReference: sale.number,
    statusCode: status === "success" ? "0" : "1",
    transactionMessage: status === "success" ? "Transaction successful" : "Transaction failed, not charged",
    baxiReference: Number(sale.number.slice(2)),
    ...(token && answerWith(sale, token)),
  });
}

/** What has to be right before anything is sold. @returns who gets it and what. @throws Refusal naming the field */
function check(world: World, kind: Kind, asked: Asked, isChanged: boolean) {
  const service = find(kind, asked.service_type);
  const isPhone = kind === "airtime" || kind === "data";
  const [field, customer] =
    kind === "education"
      ? // A PIN belongs to nobody.
        (["numberOfPins", asked.phone ?? asked.agentId] as const)
      : isPhone
        ? (["phone", asked.phone] as const)
        : kind === "television"
          ? (["smartcard_number", asked.smartcard_number] as const)
          : (["account_number", asked.account_number] as const);
  if (!customer) throw new Refusal(422, `${field}: is required`, field);
  if (isPhone && networkOf(customer) !== asked.service_type)
    throw new Refusal(422, "phone: is not on this network", "phone");
  const isNamed = !isPhone && kind !== "education";
  const owner = isNamed ? customerOf(service, customer) : undefined;
  if (isNamed && !owner) throw new Refusal(422, `${field}: is not known`, field);
  if (owner && asked.amount < owner.minimum)
    throw new Refusal(422, `amount: must be at least ${owner.minimum}`, "amount");
  const wanted = asked.datacode ?? asked.product_code;
  const item = service.items.find(
    ({ name, price }) => price === null || codeOf(service, name) === wanted || asked.pinValue === String(price),
  );
  if (!item) throw new Refusal(422, "datacode: is not sold", "datacode");
  const added = (ADDED[service.code] ?? []).find(({ name }) => codeOf(service, name) === asked.addon_code);
  if (asked.addon_code && !added) throw new Refusal(422, "addon_code: is not sold", "addon_code");
  const of = (each: Item): number | null => priceOf(world.store.state, "baxi", each);
  const one = of(item);
  const price = one === null ? null : one * (asked.product_monthsPaidFor ?? 1) + (added ? (of(added) ?? 0) : 0);
  const amount_kobo = Math.round(asked.amount * 100);
  if (price !== null && (price !== amount_kobo || isChanged))
    throw new Refusal(422, `amount: the price is ${(isChanged ? price + 10_000 : price) / 100}`, "amount");
  return { service: service.code, item: item.name, customer, amount_kobo };
}

export function baxi(world: World) {
  const { store } = world;
  const { billers } = store.state;
  const listed = (...kinds: Kind[]) =>
    envelope({
      providers: soldBy("baxi")
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ code, name }) => ({ service_type: code, shortname: code, biller_id: code, name, product_id: "1" })),
    });
  const bundles = (kinds: Kind[], code: string): Service => {
    const service = soldBy("baxi").find((each) => kinds.includes(each.kind) && each.code === code);
    if (!service) throw new Refusal(422, "service_type: is not known", "service_type");
    return service;
  };
  const sold = (kind: Kind) => async (incoming: FastifyRequest, reply: FastifyReply) => {
    const asked = request.parse(incoming.body);
    const reference = asked.agentReference ?? asked.agentRefernce;
    if (!reference) throw new Refusal(422, "agentReference: is required", "agentReference");
    const quirk = takeQuirk(world, "baxi");
    if (billers.sales.baxi[reference] || quirk?.mode === "duplicate_reference")
      return reply.code(400).send({ status: "error", message: "Duplicate agent reference", code: "EXC00114" });
    const really = kind === "data" && ["smile", "spectranet"].includes(asked.service_type) ? "internet" : kind;
    // Internet is sold as a data bundle, with the account in the place of the phone.
    const given = really === "internet" ? { ...asked, account_number: asked.phone } : asked;
    const checked = check(world, really, given, quirk?.mode === "price_changed");
    if (isDeclined(incoming)) throw new Refusal(422, "service_type: is not available", "service_type");
    const sale = sell(world, "baxi", { reference, kind: really, ...checked }, quirk);
    if (!sale.is_delivered)
      return reply.code(400).send({ status: "error", message: "Insufficient balance", code: "BX0019" });
    return answerOf(world, sale, true);
  };
  return (app: FastifyInstance): void => {
    app.addHook("onRequest", async ({ headers }) => {
      if (!headers["x-api-key"] && !headers.authorization) throw new Refusal(401, "Unauthorized");
    });
    addFaults(app, world, "baxi");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message, code } = describe(error);
      const [field = "body"] = message.split(":");
      const errors = status === 422 || code === "validation_error" ? { errors: { [field]: [message] } } : {};
      return reply.code(status).send({ status: "error", message, code: status, ...errors });
    });
    app.get("/services/airtime/providers", () => listed("airtime"));
    app.get("/services/databundle/providers", () => listed("data", "internet"));
    app.get("/services/electricity/billers", () => listed("electricity"));
    app.get("/services/cabletv/providers", () => listed("television"));
    const wanted = z.object({ service_type: text });
    app.post("/services/databundle/bundles", ({ body }) => {
      const service = bundles(["data", "internet"], wanted.parse(body).service_type);
      return envelope(
        service.items.map((item) => ({
          name: item.name,
          allowance: null,
          price: (priceOf(store.state, "baxi", item) ?? 0) / 100,
          validity: null,
          datacode: codeOf(service, item.name),
        })),
      );
    });
    const bouquet = (service: Service, item: Item, paid: readonly number[]) => ({
      code: codeOf(service, item.name),
      name: item.name,
      description: null,
      availablePricingOptions: paid.map((months) => ({
        monthsPaidFor: months,
        price: ((priceOf(store.state, "baxi", item) ?? 0) * months) / 100,
        invoicePeriod: months,
      })),
    });
    app.post("/services/multichoice/list", ({ body }) => {
      const service = bundles(["television"], wanted.parse(body).service_type);
      return envelope(service.items.map((item) => bouquet(service, item, MONTHS)));
    });
    app.post("/services/multichoice/addons", ({ body }) => {
      const { service_type } = wanted.extend({ product_code: text }).parse(body);
      const service = bundles(["television"], service_type);
      return envelope((ADDED[service.code] ?? []).map((item) => bouquet(service, item, [1])));
    });
    app.post("/services/namefinder/query", ({ body }) => {
      const { service_type, account_number } = z.object({ service_type: text, account_number: text }).parse(body);
      const service = bundles(["electricity", "television", "internet", "betting"], service_type);
      const user = customerOf(service, account_number);
      if (!user) throw new Refusal(422, "account_number: is not known", "account_number");
      const { name, address, outstanding, minimum } = user;
      const runs = service.kind === "television" ? runningOn(world, service, account_number) : undefined;
      const current = runs && { currentBouquet: { code: codeOf(service, runs.item.name) }, dueDate: runs.due_on };
      return envelope({ user: { name, address, outstandingBalance: outstanding, minimumAmount: minimum, ...current } });
    });
    app.post("/services/airtime/request", sold("airtime"));
    app.post("/services/databundle/request", sold("data"));
    app.post("/services/electricity/request", sold("electricity"));
    app.post("/services/multichoice/request", sold("television"));
    app.get("/services/betting/providers", () => listed("betting"));
    app.post("/services/betting/request", sold("betting"));
    app.get("/services/epin/providers", () => listed("education"));
    app.post("/services/epin/bundles", ({ body }) => {
      const service = bundles(["education"], wanted.parse(body).service_type);
      return envelope(
        service.items.map((item) => ({
          amount: (priceOf(store.state, "baxi", item) ?? 0) / 100,
          available: 50,
          description: item.name,
        })),
      );
    });
    app.post("/services/epin/request", sold("education"));
    app.get("/superagent/transaction/requery", ({ query }) => {
      const { agentReference } = z.object({ agentReference: text }).parse(query);
      const sale = billers.sales.baxi[agentReference];
      if (!sale) throw new Refusal(404, "Transaction not found", "BX0024");
      return answerOf(world, sale, false);
    });
    // Its page has no report of a day: the smallest shape in its own words.
    app.get("/superagent/transaction/report", ({ query }) => {
      const { date } = z.object({ date: z.iso.date() }).parse(query);
      const report = reportOf(world, "baxi", date);
      if (!report) throw new Refusal(422, "date: is not over", "date");
      const row = (transactionStatus: string) => (sale: Sale) => ({
        agentReference: sale.reference,
        transactionReference: sale.number,
        transactionStatus,
        amount: sale.amount_kobo / 100,
        commission: sale.commission_kobo / 100,
      });
      const transactions = [...report.sold.map(row("success")), ...report.reversed.map(row("reversed"))];
      return envelope({ date, closingBalance: report.closing_kobo / 100, transactions });
    });
    app.get("/superagent/account/balance", () => envelope({ balance: billers.floats.baxi / 100 }));
  };
}
