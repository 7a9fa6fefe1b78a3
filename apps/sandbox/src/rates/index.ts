import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { movementDate } from "../clock.ts";
import { isDate } from "../dates.ts";
import { addFaults } from "../faults.ts";
import { describe } from "../refusal.ts";
import type { World } from "../world.ts";

export interface RatesState {
  /** Naira for a dollar, four digits behind the point. */
  central: string;
  /** The day of the newest list; null: today's. */
  rated_on: string | null;
}
export const noRates = (): RatesState => ({ central: "1534.2055", rated_on: null });

/** Half a naira to either side, as the central bank buys and sells. */
const beside = (central: string, by: number): string => (Number(central) + by).toFixed(4);

/** The central bank's list of the day (`GET /GetAllExchangeRates`), in its published shape: the newest first. */
export function rates(world: World) {
  return (app: FastifyInstance): void => {
    addFaults(app, world, "rates");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      return reply.code(status).send({ message });
    });
    app.get("/GetAllExchangeRates", () => {
      const { central, rated_on } = world.store.state.rates;
      const ratedate = rated_on ?? movementDate(world.store.state);
      const row = (id: number, currency: string, centralrate: string) => ({
        id,
        currency,
        ratedate,
        buyingrate: beside(centralrate, -0.5),
        centralrate,
        sellingrate: beside(centralrate, 0.5),
      });
      return [row(2, "US DOLLAR", central), row(1, "POUNDS STERLING", beside(String(Number(central) * 1.27), 0))];
    });
  };
}

const schema = z.object({
  central: z
    .string()
    .regex(/^\d{1,6}\.\d{4}$/)
    .optional(),
  rated_on: z.string().refine(isDate, "wants a date, yyyy-mm-dd").nullable().optional(),
});

/** `PUT /rates-of-the-day`: another rate, or a list that was not renewed. */
export function registerRates(app: FastifyInstance, world: World): void {
  app.put("/rates-of-the-day", ({ body }) => {
    const given = schema.parse(body);
    const { state } = world.store;
    if (given.central !== undefined) state.rates.central = given.central;
    if (given.rated_on !== undefined) state.rates.rated_on = given.rated_on;
    world.store.touch();
    return state.rates;
  });
}
