import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { addFaults } from "../faults.ts";
import { Refusal, describe } from "../refusal.ts";
import type { World } from "../world.ts";
import { registerCustomers } from "./customers.ts";
import { registerTransactions } from "./transactions.ts";
import { registerTransfers } from "./transfers.ts";

/** Paystack's API: bearer secret, `{status, message, data}`, kobo. */
export function paystack(world: World) {
  return (app: FastifyInstance): void => {
    const expected = Buffer.from(`Bearer ${world.settings.paystack_secret}`);
    app.addHook("onRequest", async (request) => {
      const given = Buffer.from(request.headers.authorization ?? "");
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new Refusal(401, "Invalid key", "invalid_Key");
    });
    addFaults(app, world, "paystack");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message, code } = describe(error);
      return reply
        .code(status)
        .send({
          status: false,
          message,
          type: status >= 500 ? "api_error" : "validation_error",
          code,
          meta: { nextStep: "Check the request and try again" },
        });
    });
    registerTransfers(app, world);
    registerTransactions(app, world);
    registerCustomers(app, world);
  };
}
