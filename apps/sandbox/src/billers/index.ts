/** The tester's side of the billers: what they sold, their floats, and how they misbehave. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { BILLERS, quirkSchema } from "./state.ts";

export { baxi } from "./baxi.ts";
export { flutterwave } from "./flutterwave.ts";

/** `PUT /billers/:name/quirk`, `PUT /billers/:name/prices`, `POST /billers/:name/float`, `GET /billers.json`. */
export function registerBillers(app: FastifyInstance, { store }: World): void {
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
  app.post("/billers/:name/float", ({ params, body }) => {
    const { amount_kobo } = z.object({ amount_kobo: z.coerce.number().int().min(-1e12).max(1e12) }).parse(body);
    const name = named(params);
    billers.floats[name] += amount_kobo;
    store.touch();
    return { float_kobo: billers.floats[name] };
  });
}
