/**
 * Kysely over the driver's pipeline mode. A transaction begins with its first statement, a change whose answer nobody reads ({@link later}) is sent
 * without waiting for it, and every answer that decides whether to commit was read before the commit is sent. With a scope (scope.ts) each transaction begins with it.
 */
import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SingleConnectionProvider,
  type TransactionSettings,
  sql,
} from "kysely";
import type pg from "pg";
import { type Announcement, announceSoon } from "./announcing.ts";
import type { Database, Tx } from "./database.ts";
import { type Row, type Statement, COMMIT, isWorn, send, settleAll, transactionAtOnce } from "./pipeline.ts";
import type { DB } from "./types.gen.ts";

/** What an error of the database means; undefined where it means what it says. */
type Meaning = (error: unknown) => Error | undefined;
const AS_IT_SAYS: Meaning = () => undefined;
/** A query of Kysely's builder, or SQL. */
interface Compilable {
  compile(db: Tx | Database): CompiledQuery;
}

/** The changes that nobody waits for, each with what its errors mean. */
const canWait = new WeakMap<CompiledQuery, Meaning>();
const WAITING: QueryResult<never> = { rows: [] };
const CHANGES: readonly string[] = ["INSERT", "UPDATE", "DELETE", "MERGE"];

const meant = (answer: Promise<unknown>, meaning: Meaning): Promise<unknown> =>
  answer.catch((error: unknown) => {
    throw meaning(error) ?? error;
  });

/**
 * Makes a change whose answer nobody reads. In a transaction of {@link pipelinedDatabase} the next statement does not wait for it, nor does the commit, which the
 * server refuses where it failed; anywhere else it is made at once. What has to be true of it, the database checks itself (must-change.ts).
 * @param meaning of an error that ends the transaction
 */
export async function later(tx: Tx | Database, change: Compilable, meaning = AS_IT_SAYS): Promise<void> {
  const compiled = change.compile(tx);
  canWait.set(compiled, meaning);
  await meant(tx.executeQuery(compiled), meaning);
}

/** Events for open browsers and workers. */
const announcements = new WeakMap<CompiledQuery, Announcement>();

/**
 * Tells open browsers, or the workers of a queue, something once the transaction is committed: in one of {@link pipelinedDatabase} afterwards, anywhere else
 * with the commit.
 */
export async function announce(tx: Tx | Database, payload: string, channel = "live"): Promise<void> {
  const compiled = sql`select pg_notify(${channel}, ${payload})`.compile(tx);
  announcements.set(compiled, { channel, payload });
  await tx.executeQuery(compiled);
}

/** Makes a change at once. @param meaning as for {@link later} */
export async function now(tx: Tx, change: Compilable, meaning: Meaning): Promise<void> {
  await meant(tx.executeQuery(change.compile(tx)), meaning);
}

const resultOf = <R>({ command, rowCount, rows }: pg.QueryResult<Row>): QueryResult<R> => ({
  // Kysely's type of the rows is the one of the statement that was compiled.
  rows: rows as R[],
  ...(CHANGES.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
});

/**
 * One plan of a prepared statement serves any ids. The server would plan those with a list of ids again each time, because a list of unknown length looks
 * dearer to it than one that it sees: a quarter of the database's time of a payment.
 */
const ONE_PLAN = "set local plan_cache_mode = force_generic_plan";

const AFTER_A_FAILURE = "25P02";
const GOES_BACK = /^\s*rollback to\b/i;

/** Statements that enter a scope: those after them in the transaction are behind its policies. */
const entering = new WeakSet<CompiledQuery>();

/** Sets a scope from here on in a transaction (scope.ts); nothing is sent before it is known to be set. */
export async function enter(tx: Tx, { text, values }: Statement): Promise<void> {
  const compiled = CompiledQuery.raw(text, [...values]);
  entering.add(compiled);
  await tx.executeQuery(compiled);
}

/** `select *`, `a.*`: a migration may change the result columns of a prepared statement. Of an insert, update or delete only `returning` counts. */
const EVERY_COLUMN = /(?:\b(?:select|returning)\s+|[\w"]\.)\*(?=\s*(?:,|\bfrom\b|$))/i;
const IS_CHANGE = /^\s*(?:insert|update|delete)\b/i;
function mayChangeShape(text: string): boolean {
  if (!EVERY_COLUMN.test(text)) return false;
  const returning = text.search(/\breturning\b(?!.*\breturning\b)/is);
  return !IS_CHANGE.test(text) || (returning >= 0 && EVERY_COLUMN.test(text.slice(returning)));
}
const REMEMBERED_SHAPES = 1_000;
const shapes = new Map<string, boolean>();
/** {@link mayChangeShape}, found once for a text. */
function changesShape(text: string): boolean {
  const known = shapes.get(text);
  if (known !== undefined) return known;
  const found = mayChangeShape(text);
  if (shapes.size >= REMEMBERED_SHAPES) shapes.clear();
  shapes.set(text, found);
  return found;
}

interface Settings {
  scope: Statement | undefined;
  planning: Planning;
}

class PipelinedConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  isBroken = false;
  private readonly scope: Statement | undefined;
  private readonly planning: Planning;
  private isScoped: boolean;
  private isInTransaction = false;
  /** Code that is still running when another part has failed must not send anything after the rollback, outside any transaction. */
  private hasEnded = false;
  /** The first error of the transaction. The server answers every later statement with "current transaction is aborted". */
  private failed: unknown;
  /** Sent, and not yet answered. */
  private underWay: Promise<unknown>[] = [];
  /** To be announced when this is committed. */
  private announced: Announcement[] = [];
  private readonly pool: pg.Pool;

  constructor(pool: pg.Pool, client: pg.PoolClient, { scope, planning }: Settings) {
    this.pool = pool;
    this.client = client;
    this.scope = scope;
    this.planning = planning;
    this.isScoped = scope !== undefined;
  }

  /** Calls that change data run the same few statements again and again: these are prepared. */
  private statementOf({ sql, parameters }: CompiledQuery): Statement {
    return { text: sql, values: parameters, is_prepared: !changesShape(sql), is_scoped: this.isScoped };
  }

  private sendLater(answer: Promise<unknown>): void {
    // A refusal is met by the next statement that is waited for, or by the commit.
    answer.catch(() => undefined);
    this.underWay.push(answer);
  }

  async begin(words: string): Promise<void> {
    [this.isInTransaction, this.hasEnded, this.failed] = [true, false, undefined];
    const text = `begin ${words}`.trim() + (this.planning === "by ids" ? `; ${ONE_PLAN}` : "");
    const begin = send(this.client, { text, values: [], is_prepared: false });
    if (!this.scope) return this.sendLater(begin);
    // Nothing is sent before its scope is known to be set.
    await settleAll([begin, send(this.client, this.scope)]).catch(async (error: unknown) => {
      await this.rollback();
      throw error;
    });
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.statementOf(compiled);
    if (this.hasEnded) throw new Error("The transaction has ended.");
    if (!this.isInTransaction) return resultOf<R>(await this.alone(statement));
    const announcement = announcements.get(compiled);
    if (announcement !== undefined) {
      this.announced.push(announcement);
      return WAITING as QueryResult<R>;
    }
    if (entering.has(compiled)) this.isScoped = true;
    const meaning = canWait.get(compiled);
    const answer = send(this.client, statement);
    answer.catch((error: unknown) => (this.failed ??= meaning?.(error) ?? error));
    if (meaning) {
      this.sendLater(meant(answer, meaning));
      return WAITING as QueryResult<R>;
    }
    await this.settled([...this.takeUnderWay(), answer]);
    if (GOES_BACK.test(statement.text)) this.failed = undefined;
    return resultOf<R>(await answer);
  }

  /** @throws the first error of the transaction, never the "aborted" that follows it */
  private async settled(answers: readonly Promise<unknown>[]): Promise<void> {
    await settleAll(answers).catch((error: unknown) => {
      throw (error as { code?: string }).code === AFTER_A_FAILURE ? (this.failed ?? error) : error;
    });
  }

  /** A statement by itself is a transaction by itself: its scope ends with it. */
  private async alone(statement: Statement): Promise<pg.QueryResult<Row>> {
    if (!this.scope) return send(this.client, statement);
    const [, answer] = await transactionAtOnce(this.client, [this.scope, statement]);
    return answer!;
  }

  private takeUnderWay(): Promise<unknown>[] {
    return this.underWay.splice(0);
  }

  private endTransaction(): void {
    [this.isInTransaction, this.hasEnded] = [false, true];
    this.isScoped = this.scope !== undefined;
  }

  async commit(): Promise<void> {
    // What has to succeed goes together with the commit, which the server refuses where it did not.
    this.endTransaction();
    const commit = send(this.client, COMMIT);
    await this.settled([...this.takeUnderWay(), commit]);
    const { command } = await commit;
    if (command !== "COMMIT") throw new Error("The transaction was rolled back: one of its statements had failed.");
    announceSoon(this.pool, this.announced.splice(0));
  }

  async rollback(): Promise<void> {
    this.endTransaction();
    void this.takeUnderWay();
    this.announced = [];
    // The error that led here is the one to report; the connection is discarded.
    await send(this.client, { text: "rollback", values: [], is_prepared: false }).catch(() => (this.isBroken = true));
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("this database does not stream; exports read a cursor of their own");
  }
}

class PipelinedDriver implements Driver {
  private readonly pool: pg.Pool;
  private readonly settings: Settings;

  constructor(pool: pg.Pool, settings: Settings) {
    this.pool = pool;
    this.settings = settings;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new PipelinedConnection(this.pool, await this.pool.connect(), this.settings);
  }
  beginTransaction(
    connection: PipelinedConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    return connection.begin(
      [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(" "),
    );
  }
  commitTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.commit();
  }
  rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.rollback();
  }
  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.client.release(connection.isBroken || isWorn(connection.client));
  }
}

/** Lets several statements of a transaction use its connection at once. By default Kysely sends each one only after the previous one has been answered. */
class Shared implements ConnectionProvider {
  private readonly connection: Promise<DatabaseConnection>;
  constructor(one: ConnectionProvider) {
    this.connection = one.provideConnection((connection) => Promise.resolve(connection));
  }
  async provideConnection<Result>(consumer: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    return consumer(await this.connection);
  }
}

class PipelinedExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider(provider instanceof SingleConnectionProvider ? new Shared(provider) : provider);
  }
}

/** Kysely for PostgreSQL over our own driver. Statements of a transaction that are awaited together are sent together, in order. */
export function databaseOver(driver: Driver): Database {
  const adapter = new PostgresAdapter();
  const dialect: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const connections = new DefaultConnectionProvider(driver);
  const executor = new PipelinedExecutor(new PostgresQueryCompiler(), adapter, connections);
  return new Kysely<DB>({ config: { dialect }, driver, executor, dialect });
}

/**
 * How statements are planned. "prepared": once per connection, the server choosing between a generic and a custom plan (calls that change data, the steps of
 * the close; what a scope reads has one plan, scope.ts). "by ids": prepared with a generic plan from the start (money).
 */
export type Planning = "prepared" | "by ids";

/**
 * A database over the pool's connections.
 * @param scope the statement that each transaction begins with
 */
export const pipelinedDatabase = (pool: pg.Pool, scope?: Statement, planning: Planning = "prepared"): Database =>
  databaseOver(new PipelinedDriver(pool, { scope, planning }) as Driver);

const databases = new WeakMap<pg.Pool, { money: Database; changing: Database }>();

function databasesOf(pool: pg.Pool): { money: Database; changing: Database } {
  const known = databases.get(pool) ?? {
    money: pipelinedDatabase(pool, undefined, "by ids"),
    changing: pipelinedDatabase(pool),
  };
  databases.set(pool, known);
  return known;
}

/** The pool's database for calls that move money, and for idempotency keys and duplicate requests: prepared, with generic plans. */
export const moneyDatabase = (pool: pg.Pool): Database => databasesOf(pool).money;

/** The pool's database for all other changes outside a scope: those of staff and visitors, and security events. */
export const changingDatabase = (pool: pg.Pool): Database => databasesOf(pool).changing;
