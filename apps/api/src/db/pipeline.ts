/**
 * Several statements in one round trip, by the driver's pipeline mode (`pipeline: true` of the pool): each statement is sent at once, none waits for the
 * answer of the one before. Repeated statements are prepared once on each connection by the driver's `name`. Nothing here uses the driver's internals;
 * pipeline.test.ts is the contract with its pinned version.
 */
import pg from "pg";
import { repeats } from "./repeated.ts";

export interface Statement {
  text: string;
  values: readonly unknown[];
  /** False plans the statement for its values each time; otherwise it is prepared once on each connection and its plan is reused. */
  is_prepared?: boolean;
  /** Runs under row-level security. Its plan contains the policies, so one name for both roles would be replanned at each change of role. */
  is_scoped?: boolean;
}

export type Row = Record<string, unknown>;
export type Rows = Row[];

/** Prepared statements per connection. A plan takes some hundred kilobytes of the server's memory; further statements are planned each time. */
const MAX_PREPARED = 200;
/** Up to here a statement is prepared on first use, beyond it only when it recurs. */
const EASILY_PREPARED = 100;
/** A full connection that could not prepare recurring statements this often holds the wrong ones and is replaced. */
const MAX_MISSED = 1_000;
/** The driver keeps each name as long as its connection: names are given once, and connections are renewed every hour (createPool). */
let names = 0;
interface Kept {
  /** By their text: outside a scope, and within one. */
  plain: Map<string, string>;
  scoped: Map<string, string>;
  missed: number;
}
const keptOn = new WeakMap<pg.PoolClient, Kept>();
function keptBy(client: pg.PoolClient): Kept {
  const kept = keptOn.get(client) ?? { plain: new Map(), scoped: new Map(), missed: 0 };
  keptOn.set(client, kept);
  return kept;
}
const namesOn = (client: pg.PoolClient, { is_scoped = false }: Statement): Map<string, string> =>
  keptBy(client)[is_scoped ? "scoped" : "plain"];

function nameOf(client: pg.PoolClient, statement: Statement): string | undefined {
  const { text } = statement;
  const byText = namesOn(client, statement);
  const known = byText.get(text);
  if (known !== undefined) return known;
  const kept = keptBy(client);
  const size = kept.plain.size + kept.scoped.size;
  if (size >= EASILY_PREPARED && !repeats(statement.is_scoped ? `scoped: ${text}` : text)) return undefined;
  if (size >= MAX_PREPARED) {
    kept.missed += 1;
    return undefined;
  }
  const name = `kept_${(names += 1)}`;
  byText.set(text, name);
  return name;
}

/** Whether to close a connection instead of returning it to its pool, because it holds the wrong prepared statements. */
export const isWorn = (client: pg.PoolClient): boolean => (keptOn.get(client)?.missed ?? 0) >= MAX_MISSED;

/** A table changed under a prepared statement, or the server forgot it: it has to be prepared again. */
const isStale = (error: unknown): boolean =>
  ["0A000", "26000"].includes((error as { code?: string } | undefined)?.code ?? "");

/** A query that the driver is given made: from a configuration it makes the same one, by copies of its properties that cost more than what is copied. */
type Made = pg.Query & { name?: string };

/** Sends a statement at once, without waiting for the answers to earlier ones. @throws the database's error */
export async function send(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult<Row>> {
  const { text, values, is_prepared = true } = statement;
  const name = is_prepared ? nameOf(client, statement) : undefined;
  try {
    return await new Promise<pg.QueryResult<Row>>((resolve, reject) => {
      const query: Made = new pg.Query<Row>(text, values as unknown[], (error, result) =>
        error ? reject(error) : resolve(result as pg.QueryResult<Row>),
      );
      if (name !== undefined) query.name = name;
      client.query(query);
    });
  } catch (error) {
    if (isStale(error)) namesOn(client, statement).delete(text);
    // Where it was asked, not where the answer was read.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** Waits for all of them, so that nothing is under way on the connection afterwards. @throws the first one's error */
export async function settleAll<Result>(answers: readonly Promise<Result>[]): Promise<Result[]> {
  const settled = await Promise.allSettled(answers);
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

const command = (text: string): Statement => ({ text, values: [], is_prepared: false });
export const BEGIN = command("begin");
export const COMMIT = command("commit");

/**
 * One transaction in one round trip.
 * @returns the answer of each statement; nothing is changed when one of them fails
 * @throws the database's error of the first that failed
 */
export async function transactionAtOnce(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<pg.QueryResult<Row>[]> {
  const answers = await settleAll([BEGIN, ...statements, COMMIT].map((statement) => send(client, statement)));
  return answers.slice(1, -1);
}

async function ask(client: pg.PoolClient, statements: readonly Statement[]): Promise<Rows[]> {
  const [first, ...others] = statements;
  if (!first) return [];
  const answers = others.length === 0 ? [await send(client, first)] : await transactionAtOnce(client, statements);
  return answers.map(({ rows }) => rows);
}

/** The server's process behind a connection, as it introduced itself; the types of the driver leave it out. */
const processOf = (client: pg.PoolClient): number | null =>
  (client as unknown as { processID: number | null }).processID;

/**
 * The rows of each statement, in order, from one round trip. Several statements are one transaction, so that a setting of the first reaches the others and
 * ends with them.
 * @param until ends them in the database: nobody waits for the answer any more
 * @throws the database's error of the first statement that failed
 */
export async function oneRoundTrip(
  pool: pg.Pool,
  statements: readonly Statement[],
  until?: AbortSignal,
): Promise<Rows[]> {
  const client = await pool.connect();
  let stopping: Promise<unknown> | undefined;
  const stop = (): void =>
    void (stopping = pool.query("select pg_cancel_backend($1)", [processOf(client)]).catch(() => undefined));
  until?.addEventListener("abort", stop);
  try {
    // While it waited for a connection. The code is the database's own of what was under way.
    if (until?.aborted) throw Object.assign(new Error("Nobody waits for this any more."), { code: "57014" });
    return await ask(client, statements).catch((error: unknown) => {
      if (isStale(error)) return ask(client, statements);
      throw error;
    });
  } finally {
    until?.removeEventListener("abort", stop);
    await stopping;
    // What is left of the end must not reach the next work on this connection.
    client.release(stopping !== undefined || isWorn(client));
  }
}
