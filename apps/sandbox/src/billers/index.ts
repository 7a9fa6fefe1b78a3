/** The tester's side of the billers: what they sold, their floats, and how they misbehave. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { book } from "../bank/movements.ts";
import { movementDate } from "../clock.ts";
import { BILLERS, moveFloat, quirkSchema, sell } from "./state.ts";

export { baxi } from "./baxi.ts";
export { flutterwave } from "./flutterwave.ts";

const wrongSchema = z.strictObject({
  left_out: z.boolean().optional(),
  amount_kobo: z.number().int().positive().optional(),
  reversed: z.literal(true).optional(),
});

/**
 * `POST /billers/flutterwave/notify`: a notification, as true as the tester likes. `PUT /billers/:name/quirk`, `PUT /billers/:name/prices`, `POST /billers/:name/float`, `GET /billers.json`; what is wrong with a report:
 * `PUT /billers/:name/sales/:reference` (left out, another amount, given back), `POST /billers/:name/sales` (one that nobody requested).
 */
export function registerBillers(app: FastifyInstance, { store, webhooks }: World): void {
  const { billers } = store.state;
  const named = (params: unknown) => {
    const name = BILLERS.find((known) => known === (params as { name?: string }).name);
    if (!name) throw new Refusal(404, `No such biller. There are: ${BILLERS.join(", ")}.`);
    return name;
  };
  app.get("/billers.json", () => billers);
  app.put("/billers/:name/quirk", ({ params, body }) => {
    billers.quirks[named(params)] = quirkSchema.parse(body ?? {});
    store.touch();
    return { ok: true };
  });
  app.put("/billers/:name/prices", ({ params, body }) => {
    billers.prices[named(params)] = z.object({ percent: z.coerce.number().min(-50).max(100) }).parse(body).percent;
    store.touch();
    return { ok: true };
  });
  app.put<{ Params: { reference: string } }>("/billers/:name/sales/:reference", ({ params, body }) => {
    const name = named(params);
    const sale = billers.sales[name][params.reference];
    if (!sale) throw new Refusal(404, "No such sale.");
    const { left_out, amount_kobo, reversed } = wrongSchema.parse(body);
    if (left_out !== undefined) sale.is_left_out = left_out;
    if (amount_kobo !== undefined) {
      moveFloat({ store }, name, sale.amount_kobo - amount_kobo);
      sale.amount_kobo = amount_kobo;
    }
    if (reversed && !sale.reversed_on) {
      moveFloat({ store }, name, sale.amount_kobo - sale.commission_kobo);
      sale.reversed_on = movementDate(store.state);
    }
    store.touch();
    return { ok: true };
  });
  // Flutterwave's word about a payment of bills, right or wrong; Baxi sends none.
  app.post("/billers/flutterwave/notify", ({ body }) => {
    const { reference, status } = z
      .strictObject({ reference: z.string().min(1).max(60), status: z.enum(["success", "failed"]) })
      .parse(body);
    const sale = billers.sales.flutterwave[reference];
    const data = {
      tx_ref: reference,
      flw_ref: sale?.number ?? "FLW-NONE",
      amount: (sale?.amount_kobo ?? 0) / 100,
      status,
    };
    webhooks.send("flutterwave", "singlebillpayment.status", data);
    return { ok: true };
  });
  app.post("/billers/:name/sales", ({ params, body }) => {
    const { reference, amount_kobo } = z
      .strictObject({ reference: z.string().min(1).max(60), amount_kobo: z.number().int().positive() })
      .parse(body);
    const sale = {
      reference,
      kind: "airtime",
      service: "mtn",
      item: "any",
      customer: "08030000001",
      amount_kobo,
    } as const;
    return { number: sell({ store }, named(params), sale, undefined).number };
  });
  app.post("/billers/:name/float", ({ params, body }) => {
    const { amount_kobo, from_bank } = z
      .object({ amount_kobo: z.coerce.number().int().min(-1e12).max(1e12), from_bank: z.boolean().default(false) })
      .parse(body);
    const name = named(params);
    moveFloat({ store }, name, amount_kobo);
    if (from_bank) {
      const narration = `${name.toUpperCase()} FLOAT TOP UP`;
      const movement = {
        amount_kobo: -amount_kobo,
        reference: `BILLER-${store.nextId()}`,
        narration,
        kind: "other",
      } as const;
      book(store, { ...movement, counterparty: null });
    }
    return { float_kobo: billers.floats[name] };
  });
}
