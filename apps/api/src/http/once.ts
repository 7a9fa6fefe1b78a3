/** A call under an idempotency key: claimed, done once, and its answer stored with the change. */
import { uuidv7 } from "uuidv7";
import type { App } from "../house/app.ts";
import type { Database, Tx } from "../db/database.ts";
import { moneyDatabase } from "../db/pipelined-database.ts";
import { enterScope } from "../db/scope.ts";
import { envelopeOf } from "./answer.ts";
import { type Claim, type Stored, answerOf, claim, fingerprint, release, settle } from "./idempotency.ts";
import { type Answered, gather } from "./gathered.ts";
import type { Served } from "./served.ts";
import { type Twin, withTwin } from "./twins.ts";
import { isWhole } from "../house/whole.ts";

/** Money moves over prepared and pipelined statements, a customer's or a company's own behind row-level security ({@link inScope}). */
const dbOfOnce = ({ app, call, context: { db } }: Served): Database =>
  call.effect === "moves_money" ? moneyDatabase(app.pool) : db;

/** For idempotency keys and duplicate requests. */
const keysOf = ({ pool }: App): Database => moneyDatabase(pool);

/** The key is the server's own; what a customer or a company does under it is done in their scope. */
const inScope = async ({ call, scope }: Served, tx: Tx): Promise<void> => {
  if (scope && call.effect === "moves_money") await enterScope(tx, scope);
};

/** The first answer to a key, met inside the transaction of a second request: nothing is done. */
class Replayed extends Error {
  readonly stored: Stored;
  constructor(stored: Stored) {
    super("this key has its answer");
    this.stored = stored;
  }
}

/**
 * A handler that is one transaction: the key is claimed by its first statement, the answer stored by its last. Refused or broken off, it leaves no key behind;
 * a second request with the key waits for the first one's end and gets its answer, though what it asks of others before is refused by now.
 */
async function runWhole(served: Served, held: Claim): Promise<Answered> {
  const { app, call, context, run, input } = served;
  const request_hash = fingerprint(input, context.file);
  let body: unknown;
  let hasBegun = false;
  context.idempotency_key = held.key;
  context.once = async (work) => {
    hasBegun = true;
    const done = await dbOfOnce(served)
      .transaction()
      .execute(async (tx) => {
        // Sent together: in a scope the claim of before is not undone, and nothing else is sent before both are answered.
        const [stored] = await Promise.all([claim(tx, held, request_hash), inScope(served, tx)]);
        if (stored) return { stored };
        const result = await work(tx);
        const answer = envelopeOf(call, result);
        await settle(tx, { ...held, status: 200, body: answer });
        return { result, answer };
      });
    if ("stored" in done && done.stored) throw new Replayed(done.stored);
    body = done.answer;
    return done.result as Awaited<ReturnType<typeof work>>;
  };
  try {
    await run(context, input);
    return { status: 200, body, isReplay: false };
  } catch (error) {
    if (error instanceof Replayed) return { ...error.stored, isReplay: true };
    const stored = hasBegun ? undefined : await answerOf(keysOf(app), held, request_hash);
    if (stored) return { ...stored, isReplay: true };
    throw error;
  }
}

/** Lets the handler do its work, whose answer is stored in the transaction of `context.once`, or after it where it did not use that. */
async function runOnce(served: Served, held: Claim): Promise<unknown> {
  const { app, call, context, run, input } = served;
  let stored: unknown;
  context.idempotency_key = held.key;
  context.once = async (work) => {
    const [result, committed] = await dbOfOnce(served)
      .transaction()
      .execute(async (tx) => {
        await inScope(served, tx);
        const done = await work(tx);
        const body = envelopeOf(call, done);
        await settle(tx, { ...held, status: 200, body });
        return [done, body] as const;
      });
    stored = committed;
    return result;
  };
  try {
    const result = await run(context, input);
    if (stored === undefined) {
      stored = envelopeOf(call, result);
      await settle(keysOf(app), { ...held, status: 200, body: stored });
    }
    return stored;
  } catch (error) {
    // Gives the key back unless the answer was committed with it (also when that commit's outcome was unknown).
    if (stored === undefined) await release(keysOf(app), held);
    throw error;
  }
}

/** @returns the answer, of this attempt or of the first one with the same key */
export async function answerOnce(served: Served, key: string, twin: Twin | undefined): Promise<unknown> {
  const { app, call, run, request, reply, session, input, context } = served;
  const held: Claim = {
    principal: session?.user_id ?? `public:${request.ip}`,
    call: `${call.method} ${call.path}`,
    key,
    attempt: uuidv7(),
  };
  if (call.effect === "moves_money" && !twin && isWhole(run)) {
    const alone = () => runWhole(served, held);
    const { status, body, isReplay } = (await gather(served, held, alone)) ?? (await alone());
    if (isReplay) void reply.code(status).header("idempotent-replay", "true");
    return body;
  }
  const stored = await claim(keysOf(app), held, fingerprint(input, context.file));
  if (stored) {
    void reply.code(stored.status).header("idempotent-replay", "true");
    return stored.body;
  }
  return withTwin(
    keysOf(app),
    twin,
    () => runOnce(served, held),
    () => release(keysOf(app), held),
  );
}
