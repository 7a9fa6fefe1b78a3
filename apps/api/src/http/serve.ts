/** Routes from the contract: gate (session, permission, guards, step-up) → read (zod) → handler, once where `effect` says so → answer. */
import type { Endpoint } from "@manilla/contract/endpoint";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App, Handler } from "../house/app.ts";
import { moneyDatabase } from "../db/pipelined-database.ts";
import { Busy, InvalidFields } from "../errors.ts";
import { sendAnswer } from "./answer.ts";
import { admit } from "./gate.ts";
import { keyFrom } from "./idempotency.ts";
import { answerOnce } from "./once.ts";
import { noteEvent } from "./noting.ts";
import { readInput } from "./read.ts";
import { countSecret } from "./throttle.ts";
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
    // The head of a stream would be sent at its end only; of a GET that changes something nobody asks the head.
    exposeHeadRoute: call.method === "GET" && call.kind !== "stream" && call.effect === "none",
    url: routeOf(call),
    handler: (request, reply) =>
      call.kind === "stream"
        ? respond(app, call, run, request, reply)
        : bounded(app.config.MAX_UNDER_WAY, () => respond(app, call, run, request, reply)),
  });
}

/** Required where money moves. A GET of the specification that moves money comes as it was written, without one: what it does, it does once by itself. */
const needsKey = ({ effect, method }: Endpoint): boolean => effect === "moves_money" && method !== "GET";

let underWay = 0;
/** Nobody waits behind more than this process can serve: further requests are refused at once, with nothing begun (promise O4). @throws Busy */
async function bounded<Result>(most: number, work: () => Promise<Result>): Promise<Result> {
  if (underWay >= most) throw new Busy();
  underWay += 1;
  try {
    return await work();
  } finally {
    underWay -= 1;
  }
}

async function respond(
  app: App,
  call: Endpoint,
  run: Run,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const session = await admit(app, call, request);
  const forget = await countSecret(app.db, call, session?.user_id, request.ip);
  const upload = call.files && request.isMultipart() ? await readUpload(request, call.files) : undefined;
  const input = readInput(call, request, upload ? upload.fields : request.body);
  const served = servedOf({ app, call, run, request, reply, session, input, file: upload?.file });
  const key = call.effect === "none" ? undefined : keyFrom(request.headers["idempotency-key"], needsKey(call));
  const twin = twinOf(served);
  try {
    const answer =
      key === undefined
        ? await withTwin(moneyDatabase(app.pool), twin, () => run(served.context, input))
        : await answerOnce(served, key, twin);
    await forget?.();
    if (session && (call.method !== "GET" || call.effect !== "none")) await app.replica?.noteWrite(session.user_id);
    return key === undefined ? sendAnswer(served, answer) : reply.send(answer);
  } catch (error) {
    if (forget && error instanceof InvalidFields) noteEvent(app, request, "secret_wrong");
    throw error;
  }
}
