/** Routes from the contract: gate (session, permission, guards, step-up) → read (zod) → handler, once where `effect` says so → answer. */
import type { Endpoint } from "@manilla/contract/endpoint";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { App, Handler } from "../house/app.ts";
import { isWhole } from "../house/whole.ts";
import { moneyDatabase } from "../db/pipelined-database.ts";
import { Busy, InvalidFields } from "../errors.ts";
import { sendAnswer } from "./answer.ts";
import { admit, knownPerson } from "./gate.ts";
import { keyFrom } from "./idempotency.ts";
import { answerOnce } from "./once.ts";
import { noteEvent } from "./noting.ts";
import { type Asking, type Places, type Urgency, createPlaces } from "./places.ts";
import { readInput } from "./read.ts";
import { countSecret } from "./throttle.ts";
import { type Run, type Served, servedOf } from "./served.ts";
import { takeTurn } from "./turns.ts";
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
        ? respond({ app, call, run, request, reply, apart: (work) => work() })
        : bounded(mostUnderWay(app, urgencyOf(call) === "first"), () =>
            atPlace(app, call, request, (apart) => respond({ app, call, run, request, reply, apart })),
          ),
  });
}

/** Required where money moves. A GET of the specification that moves money comes as it was written, without one: what it does, it does once by itself. */
const needsKey = ({ effect, method }: Endpoint): boolean => effect === "moves_money" && method !== "GET";

let underWay = 0;
/** Money and sign-in find room where everything else is refused: so much of it is theirs alone. */
const URGENT_SHARE = 1 / 4;
const mostUnderWay = ({ config }: App, isUrgent: boolean): number =>
  config.MAX_UNDER_WAY + (isUrgent ? Math.ceil(config.MAX_UNDER_WAY * URGENT_SHARE) : 0);
/** Whether as many requests are under way as this process takes. @param mayBeUrgent more is not known of it yet */
export const isFull = (app: App, mayBeUrgent: boolean): boolean => underWay >= mostUnderWay(app, mayBeUrgent);
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

const placesOf = new WeakMap<App, Places>();
/** With more than a few for each connection they would only wait for one another inside. */
const PLACES_FOR_A_CONNECTION = 4;
const MIN_PLACES = 32;
const MAX_WAIT_MILLISECONDS = 2_000;

/** Work that needs none of what the places share, like a file that arrives over a slow phone. */
type Apart = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Works on a request when one of the process's places is free. @param work is given what steps aside for as long as something takes @throws Busy, ClientLeft */
async function atPlace<Result>(
  app: App,
  call: Endpoint,
  request: FastifyRequest,
  work: (apart: Apart) => Promise<Result>,
): Promise<Result> {
  const places =
    placesOf.get(app) ??
    createPlaces(Math.max(MIN_PLACES, app.config.DATABASE_POOL * PLACES_FOR_A_CONNECTION), MAX_WAIT_MILLISECONDS);
  placesOf.set(app, places);
  const asking: Asking = {
    person: knownPerson(request) ?? "",
    urgency: urgencyOf(call),
    whenLeft(leave) {
      request.raw.socket.once("close", leave);
      return () => request.raw.socket.off("close", leave);
    },
  };
  let end = await places.take(asking);
  try {
    return await work(async (aside) => {
      end();
      const done = await aside();
      end = await places.take(asking);
      return done;
    });
  } finally {
    end();
  }
}

function urgencyOf({ effect, kind, can, method }: Endpoint): Urgency {
  if (kind === "file") return "last";
  return effect === "moves_money" || (can === "public" && method === "POST") ? "first" : "usual";
}

/**
 * Files are opened a few at a time for everybody (files/apart.ts), so one person's are worked on one after the other; a second click of the same file is
 * refused before it waits.
 */
function inTurn(run: Run, line: string, apart: Apart): Run {
  // A handler that claims its key in its own transaction is known by itself.
  if (isWhole(run)) return run;
  return async (context, input) => {
    const end = await apart(() => takeTurn(line));
    try {
      return await run(context, input);
    } finally {
      end();
    }
  };
}

async function respond({
  app,
  call,
  run,
  request,
  reply,
  apart,
}: Pick<Served, "app" | "call" | "run" | "request" | "reply"> & { apart: Apart }): Promise<unknown> {
  const session = await admit(app, call, request);
  const forget = await countSecret(app.db, call, session?.user_id, request.ip);
  const { files } = call;
  const upload = files && request.isMultipart() ? await apart(() => readUpload(request, files)) : undefined;
  const input = readInput(call, request, upload ? upload.fields : request.body);
  const file = upload?.file;
  const work = file ? inTurn(run, `file:${session?.user_id ?? request.ip}`, apart) : run;
  const served = servedOf({ app, call, run: work, request, reply, session, input, file });
  const key = call.effect === "none" ? undefined : keyFrom(request.headers["idempotency-key"], needsKey(call));
  const twin = twinOf(served);
  try {
    const answer =
      key === undefined
        ? await withTwin(moneyDatabase(app.pool), twin, () => work(served.context, input))
        : await answerOnce(served, key, twin);
    await forget?.();
    if (session && (call.method !== "GET" || call.effect !== "none")) await app.replica?.noteWrite(session.user_id);
    return key === undefined ? sendAnswer(served, answer) : reply.send(answer);
  } catch (error) {
    if (forget && error instanceof InvalidFields) noteEvent(app, request, "secret_wrong");
    throw error;
  }
}
