/**
 * Sessions that are asked for at the same time are read in one round trip, each token once. Nothing is kept: whoever comes after a
 * question has left waits for the next one, so that every answer was read after its request came.
 */
import type pg from "pg";
import { type Rows, type Statement, oneRoundTrip } from "../db/list-round-trip.ts";

interface Waiting {
  statement: Statement;
  answer: PromiseWithResolvers<Rows>;
}

interface Lookup {
  waiting: Map<string, Waiting>;
  under_way: number;
  is_scheduled: boolean;
}

const LANES = 2;
const MOST_AT_ONCE = 50;
const lookups = new WeakMap<pg.Pool, Lookup>();

async function send(pool: pg.Pool, members: Waiting[]): Promise<void> {
  try {
    const answers = await oneRoundTrip(pool, members.map(({ statement }) => statement));
    members.forEach(({ answer }, index) => answer.resolve(answers[index] ?? []));
  } catch (error) {
    for (const { answer } of members) answer.reject(error);
  }
}

function schedule(pool: pg.Pool, lookup: Lookup): void {
  if (lookup.is_scheduled || lookup.under_way >= LANES || lookup.waiting.size === 0) return;
  lookup.is_scheduled = true;
  setImmediate(() => {
    lookup.is_scheduled = false;
    const members = [...lookup.waiting].slice(0, MOST_AT_ONCE);
    for (const [token] of members) lookup.waiting.delete(token);
    lookup.under_way += 1;
    void send(pool, members.map(([, member]) => member)).finally(() => {
      lookup.under_way -= 1;
      schedule(pool, lookup);
    });
    schedule(pool, lookup);
  });
}

/** The answer to a token's question, read from now on. @throws the database's error */
export function lookUp(pool: pg.Pool, token: string, statement: Statement): Promise<Rows> {
  const lookup = lookups.get(pool) ?? { waiting: new Map<string, Waiting>(), under_way: 0, is_scheduled: false };
  lookups.set(pool, lookup);
  const waiting = lookup.waiting.get(token) ?? { statement, answer: Promise.withResolvers<Rows>() };
  lookup.waiting.set(token, waiting);
  schedule(pool, lookup);
  return waiting.answer.promise;
}
