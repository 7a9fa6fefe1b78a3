/**
 * Requests of one call that move money and arrive together share one transaction: keys claimed, work done, answers stored, one commit for all. While a
 * transaction is under way others gather; with nobody else around a request leaves at once. What is not plain (a refusal, a key in flight, a row that
 * somebody holds) goes by itself afterwards, and a transaction that fails as a whole has changed nothing: its requests go one by one, so that none fails by another.
 */
import type pg from "pg";
import { moneyDatabase } from "../db/pipelined-database.ts";
import { enterScopes } from "../db/scope.ts";
import { envelopeOf } from "./answer.ts";
import { DomainError } from "../errors.ts";
import { type Claim, type Stored, claimMany, fingerprint, forgo, settle } from "./idempotency.ts";
import type { Run, Served } from "./served.ts";
import { type Gathering, Line } from "../house/gathering.ts";
import { gathersOf } from "../house/whole.ts";

/** Transactions under way at the same time: while the database works on one, the next is planned. */
const LANES = 3;
/** Customers wait for no other as long as fewer of them ask at once. */
const LANES_OF_PEOPLE = 4;
const MAX_BATCH = 32;

export interface Answered extends Stored {
  isReplay: boolean;
}
interface Waiting {
  served: Served;
  held: Claim;
  /** What was looked up before the transaction. */
  found: unknown;
  alone(): Promise<Answered>;
}

const lines = new WeakMap<pg.Pool, Map<Run, Line<Waiting, Answered | undefined>>>();

function lineOf({ app: { pool }, run }: Served): Line<Waiting, Answered | undefined> {
  const ofPool = lines.get(pool) ?? new Map<Run, Line<Waiting, Answered | undefined>>();
  const line = ofPool.get(run) ?? new Line(gathersOf(run).isOfPeople ? OF_PEOPLE : OF_STAFF);
  lines.set(pool, ofPool.set(run, line));
  return line;
}

const OF_STAFF: Gathering<Waiting, Answered | undefined> = {
  lanes: LANES,
  most: MAX_BATCH,
  keyOf: ({ held: { principal, key } }) => `${principal} ${key}`,
  begin,
};
const OF_PEOPLE: Gathering<Waiting, Answered | undefined> = {
  lanes: LANES_OF_PEOPLE,
  most: MAX_BATCH,
  // One request of each person.
  keyOf: ({ held: { principal } }) => principal,
  begin: (batch) => (batch.length === 1 ? batch.map(({ alone }) => alone()) : begin(batch)),
};

/** @returns the answers; undefined for those that go by themselves */
function inOneGo(batch: readonly Waiting[]): Promise<(Answered | undefined)[]> {
  const [{ app, call, run }] = batch.map(({ served }) => served) as [Served];
  const { together, isOfPeople } = gathersOf(run);
  return moneyDatabase(app.pool)
    .transaction()
    .execute(async (tx) => {
      const claims = await claimMany(
        tx,
        batch.map(({ held, served: { input, context } }) => ({
          ...held,
          request_hash: fingerprint(input, context.file),
        })),
      );
      const mine = batch.filter((_, at) => claims[at] === undefined);
      const requests = mine.map(({ found, served: { context, input } }) => ({ context, input, found }));
      // The keys were the server's own; from here on row-level security holds.
      if (isOfPeople && mine.length > 0)
        await enterScopes(
          tx,
          mine.map(({ held: { principal } }) => principal),
        );
      const results = mine.length > 0 ? await together!(tx, requests as never) : [];
      const answers = new Map(
        mine.flatMap((each, at) =>
          results[at] === undefined ? [] : [[each, { status: 200, body: envelopeOf(call, results[at]) }] as const],
        ),
      );
      await forgo(
        tx,
        mine.filter((each) => !answers.has(each)).map(({ held }) => held),
      );
      await settle(tx, ...[...answers].map(([{ held }, answer]) => ({ ...held, ...answer })));
      return batch.map((each, at) => {
        const stored = claims[at];
        if (stored instanceof DomainError) return undefined;
        if (stored) return { ...stored, isReplay: true };
        const answer = answers.get(each);
        return answer && { ...answer, isReplay: false };
      });
    });
}

function begin(batch: readonly Waiting[]): Promise<Answered | undefined>[] {
  // Each by itself says what was wrong, or finds its answer where the commit was done after all.
  const answers = inOneGo(batch).catch((error: unknown): undefined[] => {
    const { app, call } = batch[0]!.served;
    const message = error instanceof Error ? error.message : "unknown";
    app.log.warn({ call: call.path, requests: batch.length, message }, "requests that came together go one by one");
    return [];
  });
  return batch.map(async (_, at) => (await answers)[at]);
}

/** Whether a request may share a transaction: of the provider's staff, or of a person about what is their own and seen by nobody else. */
function mayGather({ app, run, scope, session }: Served): boolean {
  const { together, isOfPeople } = gathersOf(run);
  if (!together) return false;
  return isOfPeople ? app.has_tenant_role && scope !== undefined && !session?.viewed_by : !scope;
}

/**
 * @param alone does it by itself
 * @returns undefined for a request that goes by itself afterwards
 */
export async function gather(
  served: Served,
  held: Claim,
  alone: () => Promise<Answered>,
): Promise<Answered | undefined> {
  if (!mayGather(served)) return undefined;
  const { context, input, run } = served;
  context.idempotency_key = held.key;
  let found: unknown;
  try {
    found = await gathersOf(run).ask?.(context, input as never);
  } catch {
    // Refused before the transaction: by itself it says so, or finds the answer of the first request with its key.
    return undefined;
  }
  return lineOf(served).add({ served, held, found, alone });
}
