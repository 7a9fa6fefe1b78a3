import type { FastifyInstance } from "fastify";
import { addFaults } from "../faults.ts";
import { Refusal, describe } from "../refusal.ts";
import type { World } from "../world.ts";
import { registerAccounts } from "./accounts.ts";
import { registerLookup } from "./lookup.ts";

/** Mono's API: `mono-sec-key` in the head, `{status, message, timestamp, data}`, kobo. */
export function mono(world: World) {
  return (app: FastifyInstance): void => {
    app.addHook("onRequest", async (request) => {
      if (!request.headers["mono-sec-key"]) throw new Refusal(401, "Unauthorized: the mono-sec-key header is missing.");
    });
    addFaults(app, world, "mono");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      return reply.code(status).send({ status: "failed", message, timestamp: new Date().toISOString(), data: null });
    });
    registerLookup(app, world);
    registerAccounts(app, world);
  };
}
