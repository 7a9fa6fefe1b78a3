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
  /** When the last question left. */
  asked_at: number;
}

/** One question at a time makes the fewest; more when many wait, or when one takes unusually long. */
const LANES = 4;
const MANY = 16;
const LONG_MILLISECONDS = 20;
const MOST_AT_ONCE = 50;
const lookups = new WeakMap<pg.Pool, Lookup>();

async function send(pool: pg.Pool, members: Waiting[]): Promise<void> {
  try {
    const answers = await oneRoundTrip(
      pool,
      members.map(({ statement }) => statement),
    );
    members.forEach(({ answer }, index) => answer.resolve(answers[index] ?? []));
  } catch (error) {
    for (const { answer } of members) answer.reject(error);
  }
}

const mayAsk = ({ under_way, waiting, asked_at }: Lookup): boolean =>
  waiting.size > 0 &&
  (under_way === 0 ||
    (under_way < LANES && (waiting.size >= MANY || performance.now() - asked_at > LONG_MILLISECONDS)));

function schedule(pool: pg.Pool, lookup: Lookup): void {
  if (lookup.is_scheduled || !mayAsk(lookup)) return;
  lookup.is_scheduled = true;
  setImmediate(() => {
    lookup.is_scheduled = false;
    const members = [...lookup.waiting].slice(0, MOST_AT_ONCE);
    for (const [token] of members) lookup.waiting.delete(token);
    lookup.under_way += 1;
    lookup.asked_at = performance.now();
    void send(
      pool,
      members.map(([, member]) => member),
    ).finally(() => {
      lookup.under_way -= 1;
      schedule(pool, lookup);
    });
    schedule(pool, lookup);
  });
}

/** The answer to a token's question, read from now on. @throws the database's error */
export function lookUp(pool: pg.Pool, token: string, statement: Statement): Promise<Rows> {
  const lookup = lookups.get(pool) ?? {
    waiting: new Map<string, Waiting>(),
    under_way: 0,
    is_scheduled: false,
    asked_at: 0,
  };
  lookups.set(pool, lookup);
  const waiting = lookup.waiting.get(token) ?? { statement, answer: Promise.withResolvers<Rows>() };
  lookup.waiting.set(token, waiting);
  schedule(pool, lookup);
  return waiting.answer.promise;
}
