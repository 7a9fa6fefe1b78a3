/**
 * Row-level security: a customer's or a company's request runs as the role `manilla_tenant`, with its person and company set for one transaction only, and
 * the policies (apps/api/schema) show it those rows. Nothing outlives the transaction, so no connection can carry one person's scope to the next. The
 * provider's staff and jobs work without a scope.
 */
import { sql } from "kysely";
import type pg from "pg";
import type { Database, Tx } from "./database.ts";
import type { Statement } from "./pipeline.ts";
import { enter, later, pipelinedDatabase } from "./pipelined-database.ts";

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

/** Sets the scope until the end of its transaction. */
export const scopeStatement = (scope: Scope): Statement => ({
  text: SET,
  values: NAMES.map((name) => scope[name] ?? ""),
});

/** The same, with generic plans: an index finds the rows of a scope, so that one plan serves every person. A connection makes it once. */
export const scopeWithOnePlan = (scope: Scope): Statement => {
  const { text, values } = scopeStatement(scope);
  return { text: `${text}, set_config('plan_cache_mode', 'force_generic_plan', true)`, values };
};

/**
 * Does the other person's half of something between two people: within the transaction, their rows are seen and not the caller's. The caller
 * has decided by then that the other may be reached; what throws ends the transaction, and the scope with it. Not within itself.
 */
export async function inScopeOf<Result>(tx: Tx, user_id: string, work: () => Promise<Result>): Promise<Result> {
  const enter = sql`
    select set_config('manilla.before', coalesce(current_setting('manilla.user_id', true), ''), true),
      set_config('manilla.user_id', ${user_id}, true)
  `;
  const leave = sql`select set_config('manilla.user_id', current_setting('manilla.before'), true)`;
  await later(tx, enter);
  const result = await work();
  await later(tx, leave);
  return result;
}

/** What is done from here on in a transaction is done in a scope; nothing is sent before it is known to be set. */
export const enterScope = (tx: Tx, scope: Scope): Promise<void> => enter(tx, scopeWithOnePlan(scope));

const SET_PEOPLE = `
  select set_config('role', '${TENANT_ROLE}', true), set_config('manilla.user_ids', $1, true),
    set_config('plan_cache_mode', 'force_generic_plan', true)
`;
/**
 * Enters the scope of several people whose requests are one transaction (gathered.ts): what is their own, and nothing of a company. Which of them a row
 * belongs to, the work itself has to know.
 */
export const enterScopes = (tx: Tx, user_ids: readonly string[]): Promise<void> =>
  enter(tx, { text: SET_PEOPLE, values: [`{${user_ids.join(",")}}`], is_prepared: true });

/** The same as {@link inScopeOf} where several people do something with several others. @param before who entered the scope */
export async function inScopesOf<Result>(
  tx: Tx,
  { people, before }: { people: readonly string[]; before: readonly string[] },
  work: () => Promise<Result>,
): Promise<Result> {
  const enterThem = (ids: readonly string[]) =>
    later(tx, sql`select set_config('manilla.user_ids', ${`{${ids.join(",")}}`}, true)`);
  await enterThem(people);
  const result = await work();
  await enterThem(before);
  return result;
}

/** A database that shows one scope only; made for a request. Each statement has one plan for every person. */
export const scopedDatabase = (pool: pg.Pool, scope: Scope): Database =>
  pipelinedDatabase(pool, scopeWithOnePlan(scope));

/** Whether this server has the role and lets us become it; without it the application's own scope is the only wall. */
export async function hasTenantRole(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_there: boolean }>(
    `select exists (select 1 from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')) as is_there`,
    [TENANT_ROLE],
  );
  return rows[0]?.is_there ?? false;
}
