/**
 * The second wall between tenants: a customer's or a company's request runs as the role `manilla_tenant`, with its person and company set for one
 * transaction only, and row-level security (apps/api/schema) shows it those rows. Nothing outlives the transaction, so no connection can carry one
 * person's scope to the next. The provider's staff and jobs use the plain database.
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
import type { Database } from "./database.ts";
import { type Statement, askBehind } from "./list-round-trip.ts";
import type { DB } from "./types.gen.ts";

export const TENANT_ROLE = "manilla_tenant";

export interface Scope {
  user_id: string;
  company_id: string | null;
  /** Whose people and loans are seen, for a company's administrators. */
  managed_company_id: string | null;
  /** The colleague who views as this person. */
  viewer_id: string | null;
}

/** Whose rows a session reaches; undefined for the provider's staff, who serve everybody. */
export function scopeOf(session: {
  user_id: string;
  company_id: string | null;
  account_types: readonly string[];
  viewed_by?: { user_id: string } | null;
}): Scope | undefined {
  if (session.account_types.includes("admin")) return undefined;
  return {
    user_id: session.user_id,
    company_id: session.company_id,
    managed_company_id: session.account_types.includes("corporate") ? session.company_id : null,
    viewer_id: session.viewed_by?.user_id ?? null,
  };
}

const NAMES = ["user_id", "company_id", "managed_company_id", "viewer_id"] as const;
const SET = `
  select set_config('role', '${TENANT_ROLE}', true),
    ${NAMES.map((name, index) => `set_config('manilla.${name}', $${index + 1}, true)`).join(", ")}
`;

/** Sets the scope until the end of the transaction that it is asked in. */
export const scopeStatement = (scope: Scope): Statement => ({
  text: SET,
  values: NAMES.map((name) => scope[name] ?? ""),
});

const CHANGES: readonly string[] = ["INSERT", "UPDATE", "DELETE", "MERGE"];

class ScopedConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  private readonly scope: Scope;
  private isInTransaction = false;

  constructor(client: pg.PoolClient, scope: Scope) {
    this.client = client;
    this.scope = scope;
  }

  async begin(words = ""): Promise<void> {
    await this.client.query(`begin ${words}`);
    this.isInTransaction = true;
    const { text, values } = scopeStatement(this.scope);
    await this.client.query({ name: "scope", text, values: [...values] }).catch(async (error: unknown) => {
      // Never back to the pool with a transaction open.
      await this.end("rollback").catch(() => undefined);
      throw error;
    });
  }

  async end(word: "commit" | "rollback"): Promise<void> {
    this.isInTransaction = false;
    await this.client.query(word);
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isInTransaction) return this.run<R>(compiled);
    // A statement by itself is a transaction by itself, in one round trip: the scope ends with it.
    const { rows, tag } = await askBehind(this.client, scopeStatement(this.scope), {
      text: compiled.sql,
      values: compiled.parameters,
    });
    const [command = "", count] = [tag.split(" ")[0], tag.split(" ").at(-1)];
    return { rows: rows as R[], ...(CHANGES.includes(command) && { numAffectedRows: BigInt(count ?? 0) }) };
  }

  private async run<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.client.query(compiled.sql, [...compiled.parameters]);
    return { rows: (rows ?? []) as R[], ...(CHANGES.includes(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("a scoped database does not stream; exports set their scope on a cursor of their own");
  }
}

class ScopedDriver implements Driver {
  private readonly pool: pg.Pool;
  private readonly scope: Scope;

  constructor(pool: pg.Pool, scope: Scope) {
    this.pool = pool;
    this.scope = scope;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new ScopedConnection(await this.pool.connect(), this.scope);
  }
  async beginTransaction(
    connection: ScopedConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    await connection.begin(
      [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(" "),
    );
  }
  commitTransaction(connection: ScopedConnection): Promise<void> {
    return connection.end("commit");
  }
  rollbackTransaction(connection: ScopedConnection): Promise<void> {
    return connection.end("rollback");
  }
  async releaseConnection(connection: ScopedConnection): Promise<void> {
    connection.client.release();
  }
}

/** A database that shows one scope only; made for a request. */
export function scopedDatabase(pool: pg.Pool, scope: Scope): Database {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ScopedDriver(pool, scope) as Driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return new Kysely<DB>({ dialect });
}

/** Whether this server has the role and lets us become it; without it the application's own scope is the only wall. */
export async function hasTenantRole(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_there: boolean }>(
    `select exists (select 1 from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')) as is_there`,
    [TENANT_ROLE],
  );
  return rows[0]?.is_there ?? false;
}
