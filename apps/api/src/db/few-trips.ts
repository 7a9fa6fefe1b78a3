/**
 * The database for work under an idempotency key, where money moves: a dozen reads and twice as many writes in one transaction, each of them by ids. What is
 * asked again and again is prepared once on each connection, and a write that nobody waits for ({@link later}) travels with the next statement. The order
 * of the statements is the order they were made in, and nothing is committed before each write was judged.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type pg from "pg";
import type { Database, Tx } from "./database.ts";
import { type Statement, askAll } from "./list-round-trip.ts";
import type { DB } from "./types.gen.ts";

type Judge = (changed: bigint) => void;
interface Compilable {
  compile(): CompiledQuery;
}

/** The writes that may wait for the next statement, each with what judges how many rows it changed. */
const canWait = new WeakMap<CompiledQuery, Judge>();
const WAITING: QueryResult<never> = { rows: [] };
const CHANGES: readonly string[] = ["INSERT", "UPDATE", "DELETE", "MERGE"];

/**
 * Makes a change whose answer nobody reads. In a transaction of {@link fewTripsDatabase} it travels with the next statement; anywhere else at once.
 * @param judge is told how many rows were changed, at the latest before the commit; what it throws ends the transaction
 */
export async function later(tx: Tx | Database, change: Compilable, judge: Judge = () => undefined): Promise<void> {
  const compiled = change.compile();
  canWait.set(compiled, judge);
  const result = await tx.executeQuery(compiled);
  if (result !== WAITING) judge(result.numAffectedRows ?? 0n);
}

/** Makes a change at once. @param judge as for {@link later} */
export async function now(tx: Tx, change: Compilable, judge: Judge = () => undefined): Promise<void> {
  judge((await tx.executeQuery(change.compile())).numAffectedRows ?? 0n);
}

/** Whose columns may change under a prepared statement, which would then fail: `select *` is prepared for one time only. */
const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({
  text: sql,
  values: parameters,
  is_seldom: /\*(?:\s+from|\s*$)/i.test(sql) && !sql.includes("count(*)"),
});

function resultOf<R>(rows: readonly unknown[], tag: string): QueryResult<R> {
  const words = tag.split(" ");
  return { rows: rows as R[], ...(CHANGES.includes(words[0] ?? "") && { numAffectedRows: BigInt(words.at(-1) ?? 0) }) };
}

class FewTripsConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  isBroken = false;
  private isInTransaction = false;
  private hasBegun = false;
  private waiting: { statement: Statement; judge?: Judge }[] = [];

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  /** The transaction begins with its first statement. */
  begin(words: string): void {
    this.isInTransaction = true;
    this.hasBegun = false;
    this.waiting = [{ statement: { text: `begin ${words}`.trim(), values: [] } }];
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const judge = this.isInTransaction ? canWait.get(compiled) : undefined;
    if (!judge) return this.send<R>(statementOf(compiled));
    this.waiting.push({ statement: statementOf(compiled), judge });
    return WAITING as QueryResult<R>;
  }

  private async send<R>(...last: Statement[]): Promise<QueryResult<R>> {
    const before = this.waiting.splice(0);
    this.hasBegun = true;
    const { rows, tags } = await askAll(this.client, [...before.map(({ statement }) => statement), ...last]);
    before.forEach(({ judge }, index) => judge?.(resultOf([], tags[index] ?? "").numAffectedRows ?? 0n));
    return resultOf<R>(rows.at(-1) ?? [], tags.at(-1) ?? "");
  }

  async commit(): Promise<void> {
    // Judged first: what is committed cannot be taken back.
    if (this.waiting.some(({ judge }) => judge)) await this.send();
    this.isInTransaction = false;
    this.waiting = [];
    if (!this.hasBegun) return;
    const { tags } = await askAll(this.client, [{ text: "commit", values: [] }]);
    if (tags[0] !== "COMMIT") throw new Error("The transaction was rolled back: one of its statements had failed.");
  }

  async rollback(): Promise<void> {
    this.isInTransaction = false;
    this.waiting = [];
    if (!this.hasBegun) return;
    await askAll(this.client, [{ text: "rollback", values: [] }]).catch((error: unknown) => {
      this.isBroken = true;
      throw error;
    });
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("this database does not stream");
  }
}

class FewTripsDriver implements Driver {
  private readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new FewTripsConnection(await this.pool.connect());
  }
  async beginTransaction(
    connection: FewTripsConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    connection.begin([isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(" "));
  }
  commitTransaction(connection: FewTripsConnection): Promise<void> {
    return connection.commit();
  }
  rollbackTransaction(connection: FewTripsConnection): Promise<void> {
    return connection.rollback();
  }
  async releaseConnection(connection: FewTripsConnection): Promise<void> {
    connection.client.release(connection.isBroken);
  }
}

const databases = new WeakMap<pg.Pool, Database>();

/** The one of a pool. Not for lists, jobs or exports: their plans depend on what is asked. */
export function fewTripsDatabase(pool: pg.Pool): Database {
  const known = databases.get(pool);
  if (known) return known;
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new FewTripsDriver(pool) as Driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const made = new Kysely<DB>({ dialect });
  databases.set(pool, made);
  return made;
}
