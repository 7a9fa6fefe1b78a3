/** Databases for reading only: concurrent queries of a screen share one round trip, each prepared once on its connection; what may take long can be ended. */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type pg from "pg";
import type { Database } from "./database.ts";
import { type Rows, oneRoundTrip } from "./pipeline.ts";
import { databaseOver } from "./pipelined-database.ts";

interface Waiting {
  query: CompiledQuery;
  resolve(rows: Rows): void;
  reject(error: unknown): void;
}

abstract class Reading implements DatabaseConnection {
  protected readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  abstract executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>;

  // oxlint-disable-next-line require-yield -- Kysely's interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("what is read at once does not stream");
  }
}

class Gathering extends Reading {
  private waiting: Waiting[] = [];

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.waiting.length === 0) setImmediate(() => void this.ask());
    const rows = await new Promise<Rows>((resolve, reject) => this.waiting.push({ query, resolve, reject }));
    return { rows: rows as R[] };
  }

  private async ask(): Promise<void> {
    const asked = this.waiting;
    this.waiting = [];
    try {
      const answers = await oneRoundTrip(
        this.pool,
        asked.map(({ query }) => ({ text: query.sql, values: query.parameters })),
      );
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index] ?? []);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/** Each query by itself, planned for its values as lists are, until nobody waits for them. */
class Stoppable extends Reading {
  private readonly until: AbortSignal;

  constructor(pool: pg.Pool, until: AbortSignal) {
    super(pool);
    this.until = until;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = { text: sql, values: parameters, is_prepared: false };
    const [rows = []] = await oneRoundTrip(this.pool, [statement], this.until);
    return { rows: rows as R[] };
  }
}

const refuse = async (): Promise<never> => {
  throw new Error("what is read at once has no transaction of its own");
};

function readingOver(connection: Reading): Database {
  const driver: Driver = {
    init: async () => undefined,
    destroy: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
  };
  return databaseOver(driver);
}

/**
 * Made for one request. Rows only: what a statement changed is not told.
 * @throws the database's error of the first statement of a round trip that failed, to everybody who asked in it
 */
export const readingAtOnce = (pool: pg.Pool): Database => readingOver(new Gathering(pool));

/** For reading only, on a connection for each query; the signal ends them in the database, and no further one begins. */
export const readingUntil = (pool: pg.Pool, until: AbortSignal): Database => readingOver(new Stoppable(pool, until));
