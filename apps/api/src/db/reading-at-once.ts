/** A database for reading only: concurrent queries of a screen share one round trip, each prepared once on its connection. */
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

class Gathering implements DatabaseConnection {
  private readonly pool: pg.Pool;
  private waiting: Waiting[] = [];

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

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

  // oxlint-disable-next-line require-yield -- Kysely's interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("what is read at once does not stream");
  }
}

const refuse = async (): Promise<never> => {
  throw new Error("what is read at once has no transaction of its own");
};

/**
 * Made for one request. Rows only: what a statement changed is not told.
 * @throws the database's error of the first statement of a round trip that failed, to everybody who asked in it
 */
export function readingAtOnce(pool: pg.Pool): Database {
  const gathering = new Gathering(pool);
  const driver: Driver = {
    init: async () => undefined,
    destroy: async () => undefined,
    acquireConnection: async () => gathering,
    releaseConnection: async () => undefined,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
  };
  return databaseOver(driver);
}
