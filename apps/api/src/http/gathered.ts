/**
 * Requests of one call that move money and arrive together share one transaction: keys claimed, work done, answers stored, one commit for all. While a
 * transaction is under way others gather; with nobody else around a request leaves at once. What is not plain (a refusal, a key in flight, a row that
 * somebody holds) goes by itself afterwards, and a transaction that fails as a whole has changed nothing: its requests go one by one, so that none fails by another.
 */
import type pg from "pg";
import { moneyDatabase } from "../db/pipelined-database.ts";
import { envelopeOf } from "./answer.ts";
import { DomainError } from "../errors.ts";
import { type Claim, type Stored, claimMany, fingerprint, forgo, settle } from "./idempotency.ts";
import type { Run, Served } from "./served.ts";
import { Line } from "../house/gathering.ts";
import { togetherOf } from "../house/whole.ts";

/** Transactions under way at the same time: while the database works on one, the next is planned. */
const LANES = 3;
const MAX_BATCH = 32;

export interface Answered extends Stored {
  isReplay: boolean;
}
interface Waiting {
  served: Served;
  held: Claim;
}

const lines = new WeakMap<pg.Pool, Map<Run, Line<Waiting, Answered | undefined>>>();

function lineOf({ app: { pool }, run }: Served): Line<Waiting, Answered | undefined> {
  const ofPool = lines.get(pool) ?? new Map<Run, Line<Waiting, Answered | undefined>>();
  const line = ofPool.get(run) ?? new Line({ lanes: LANES, most: MAX_BATCH, keyOf, begin });
  lines.set(pool, ofPool.set(run, line));
  return line;
}

const keyOf = ({ held: { principal, key } }: Waiting): string => `${principal} ${key}`;

/** @returns the answers; undefined for those that go by themselves */
function inOneGo(batch: readonly Waiting[]): Promise<(Answered | undefined)[]> {
  const [{ app, call, run }] = batch.map(({ served }) => served) as [Served];
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
      const requests = mine.map(({ served: { context, input } }) => ({ context, input }));
      const results = mine.length > 0 ? await togetherOf(run)!(tx, requests as never) : [];
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
  const answers = inOneGo(batch).catch((): undefined[] => []);
  return batch.map(async (_, at) => (await answers)[at]);
}

/** @returns undefined for a request that goes by itself */
export function gather(served: Served, held: Claim): Promise<Answered | undefined> {
  if (!togetherOf(served.run) || served.scope) return Promise.resolve(undefined);
  served.context.idempotency_key = held.key;
  return lineOf(served).add({ served, held });
}
