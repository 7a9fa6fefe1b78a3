import { Socket } from "node:net";
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./types.gen.ts";

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

const INT8 = 20;
const DATE = 1082;
const NUMERIC = 1700;
/** Exact types: `bigint` stays exact, a date stays the text that no time zone can move, a numeric stays a decimal string. */
const readExactly: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: BigInt,
  [DATE]: String,
  [NUMERIC]: String,
};
export const typeParserOf = ((oid: number, format?: "text" | "binary") =>
  readExactly[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
const types: pg.CustomTypesConfig = { getTypeParser: typeParserOf };

/** A process that was paused in the middle of a transaction (or an export that nobody reads on) keeps its locks for so long and no longer: the server ends its session. */
const MAX_IDLE_IN_TRANSACTION_MILLISECONDS = 120_000;

/** What a connection keeps (names of prepared statements, plans) goes with it. */
const MAX_CONNECTION_AGE_SECONDS = 3_600;

/** Statements that are issued before the process waits again are sent with one write: each by itself is a call of the system on both sides. */
class GatheringSocket extends Socket {
  constructor() {
    super();
    // Connecting puts the base's own back (node:net).
    this.once("connect", () => (this.write = this.gather));
  }

  /** Also what the driver writes by itself, as `begin`. */
  private gather(
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean {
    this.cork();
    this.uncork();
    return typeof encoding === "function" ? super.write(chunk, encoding) : super.write(chunk, encoding, done);
  }

  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

/** A pool whose lost connections are an event, not the end of the process. Statements are sent without waiting for the answers before (pipeline.ts). */
export function createPool(
  connectionString: string,
  max: number,
  onError: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    pipeline: true,
    stream: () => new GatheringSocket(),
    maxLifetimeSeconds: MAX_CONNECTION_AGE_SECONDS,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: MAX_IDLE_IN_TRANSACTION_MILLISECONDS,
  });
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

/** The pool as typed queries. */
export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** The ledger speaks to a plain `query`; this lends it a Kysely database or an open transaction. */
export function queryable(db: Database | Tx): {
  query<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
} {
  return {
    async query<Row extends object>(text: string, values: unknown[] = []) {
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
