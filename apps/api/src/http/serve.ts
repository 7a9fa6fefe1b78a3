/** Routes from the contract: gate (session, permission, guards, step-up) → read (zod) → handler, once where `effect` says so → answer. */
import type { Endpoint } from "@manilla/contract/endpoint";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App, Handler } from "../house/app.ts";
import { sendAnswer } from "./answer.ts";
import { admit } from "./gate.ts";
import { keyFrom } from "./idempotency.ts";
import { answerOnce } from "./once.ts";
import { readInput } from "./read.ts";
import { type Run, servedOf } from "./served.ts";
import { twinOf, withTwin } from "./twins.ts";
import { readUpload } from "./upload.ts";

/** The path of a call as the router writes it. */
export const routeOf = ({ path }: Endpoint): string => path.replace(/\{(\w+)\}/g, ":$1");

/** Registers one call. */
export function serve<E extends Endpoint>(server: FastifyInstance, app: App, call: E, handler: Handler<E>): void {
  // The endpoint's own types were checked by Handlers<…>.
  const run = handler as unknown as Run;
  server.route({
    method: call.method,
    // The head of a stream would be sent at its end only.
    exposeHeadRoute: call.method === "GET" && call.kind !== "stream",
    url: routeOf(call),
    handler: (request, reply) => respond(app, call, run, request, reply),
  });
}

async function respond(
  app: App,
  call: Endpoint,
  run: Run,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const session = await admit(app, call, request);
  const upload = call.files && request.isMultipart() ? await readUpload(request, call.files) : undefined;
  const input = readInput(call, request, upload ? upload.fields : request.body);
  const served = servedOf({ app, call, run, request, reply, session, input, file: upload?.file });
  const key =
    call.effect === "none" ? undefined : keyFrom(request.headers["idempotency-key"], call.effect === "moves_money");
  const twin = twinOf(served);
  if (key !== undefined) return reply.send(await answerOnce(served, key, twin));
  return sendAnswer(served, await withTwin(app.db, twin, () => run(served.context, input)));
}
