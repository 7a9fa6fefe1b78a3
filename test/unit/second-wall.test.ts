/**
 * The second wall of promise Z2: with every check of the application taken away, the database itself shows a customer's or a company's request no row
 * of another tenant, and lets it change none. The queries here are the application's role and connections, without its conditions.
 */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type Scope, scopedDatabase } from "../../apps/api/src/db/scope.ts";
import type { Database } from "../../apps/api/src/db/database.ts";
import { useLendingWorld } from "../world.ts";
import { fingerprintOf, ownedTables } from "../tenant-rows.ts";
import { type Tenant, makeTenants } from "../tenants.ts";

const world = await useLendingWorld();
let own: Tenant;
let other: Tenant;
let tables: Awaited<ReturnType<typeof ownedTables>>;
beforeAll(async () => {
  const [first, second] = await makeTenants(world, await world.api.person("super_admin"), ["Astermark", "Zebramark"]);
  if (!first || !second) throw new Error("two tenants are needed");
  [own, other] = [first, second];
  tables = await ownedTables(world.api);
}, 300_000);

const scopeFor = (tenant: Tenant, who: keyof Tenant["people"]): Scope => ({
  user_id: tenant.people[who].user_id,
  company_id: who === "customer" ? null : tenant.company_id,
  managed_company_id: who === "administrator" ? tenant.company_id : null,
  viewer_id: null,
});
const NOBODY: Scope = { user_id: "", company_id: "", managed_company_id: "", viewer_id: "" } as Scope;
const open = (scope: Scope): Database => scopedDatabase(world.api.app.pool, scope);
/** Read through the database of a scope; bigint from `count(*)`. */
const count = async (db: Database, table: string): Promise<number> =>
  Number((await sql<{ n: bigint }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0n);

/** The condition of ownedTables with the tenant's people, company and loans written in. */
async function conditionOf(tenant: Tenant, condition: string): Promise<string> {
  const users = Object.values(tenant.people).map(({ user_id }) => user_id);
  const { rows } = await world.api.database.pool.query<{ id: string }>("select id from loans where user_id = any($1)", [
    users,
  ]);
  const written = (ids: string[], type: string): string => `array[${ids.map((id) => `'${id}'`).join(",")}]::${type}[]`;
  return condition
    .replaceAll(
      "$3::text[]",
      written(
        rows.map(({ id }) => id),
        "text",
      ),
    )
    .replaceAll("$1", written(users, "uuid"))
    .replaceAll("$2", written([tenant.company_id], "uuid"))
    .replaceAll(
      "$3",
      written(
        rows.map(({ id }) => id),
        "uuid",
      ),
    );
}

describe("row-level security", () => {
  it("is on for every table whose rows belong to a person, a company or a loan, so that a new table is either held or fails here", async () => {
    const { rows } = await world.api.database.pool.query<{ name: string }>(
      `
        select relname as name
        from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity
      `,
    );
    const open = new Set(rows.map(({ name }) => name));
    expect(world.api.app.has_tenant_role).toBe(true);
    expect(tables.map(({ table }) => table).filter((table) => open.has(table))).toEqual([]);
  });

  it("shows a request without a person no row of any of them", async () => {
    const db = open(NOBODY);
    for (const { table } of tables) expect(await count(db, table), table).toBe(0);
  });

  it.each(["customer", "employee", "administrator"] as const)(
    "shows a %s rows of their own and none of the other tenant, with no condition asked",
    async (who) => {
      const db = open(scopeFor(own, who));
      const seen: string[] = [];
      for (const { table, condition } of tables) {
        const theirs = await sql<{
          n: bigint;
        }>`select count(*) as n from ${sql.table(table)} t where ${sql.raw(await conditionOf(other, condition))}`.execute(
          db,
        );
        expect(theirs.rows[0]?.n, table).toBe(0n);
        if ((await count(db, table)) > 0) seen.push(table);
      }
      const expected = {
        customer: ["loans", "repayments", "receipts", "documents", "repayment_cards", "users"],
        employee: ["companies", "loans", "repayments", "users"],
        administrator: ["companies", "loans", "users", "user_roles"],
      };
      expect(seen).toEqual(expect.arrayContaining(expected[who]));
    },
  );

  it.each(["customer", "employee", "administrator"] as const)(
    "lets a %s change, remove or take over no row of the other tenant",
    async (who) => {
      const db = open(scopeFor(own, who));
      const before = await fingerprintOf(world.api, other);
      for (const { table, condition } of tables) {
        const where = sql.raw(await conditionOf(other, condition));
        const { rows: columns } = await world.api.database.pool.query<{ name: string }>(
          `
            select column_name as name
            from information_schema.columns
            where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
            order by ordinal_position
            limit 1
          `,
          [table],
        );
        const column = columns[0]?.name ?? "";
        for (const statement of [
          sql`update ${sql.table(table)} t set ${sql.ref(column)} = ${sql.ref(column)} where ${where}`,
          sql`delete from ${sql.table(table)} t where ${where}`,
        ]) {
          // Append-only tables refuse the word itself.
          const changed = await statement.execute(db).then(
            ({ numAffectedRows }) => numAffectedRows,
            (error: Error & { code?: string }) => (error.code === "42501" ? 0n : Promise.reject(error)),
          );
          expect(changed, table).toBe(0n);
        }
      }
      const taken = {
        id: "00000000-0000-7000-8000-0000000000aa",
        user_id: other.people.customer.user_id,
        type: "custom",
        title: "x",
        source: "upload",
        url: "x",
        original_name: "x",
        media_type: "x",
        byte_count: 1,
        digest: Buffer.from("x"),
        storage_name: "x",
      };
      await expect(db.insertInto("documents").values(taken).execute()).rejects.toThrow(/row-level security/);
      expect(await fingerprintOf(world.api, other)).toEqual(before);
    },
  );

  it("ends with the request: the same connections afterwards serve the provider's staff whole", async () => {
    const [all] = (await sql<{ n: bigint }>`select count(*) as n from loans`.execute(world.api.app.db)).rows;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0
          ? count(open(NOBODY), "loans")
          : count(open(scopeFor(index % 2 === 0 ? own : other, "customer")), "loans"),
      ),
    );
    const again = await Promise.all(
      Array.from(
        { length: 30 },
        async () =>
          (
            await sql<{ n: bigint; who: string }>`select count(*) as n, current_user as who from loans`.execute(
              world.api.app.db,
            )
          ).rows[0],
      ),
    );
    expect(new Set(again.map((row) => `${row?.who} ${row?.n}`))).toEqual(new Set([`manilla_app ${all?.n}`]));
  });

  it("holds also after a statement that failed", async () => {
    const db = open(scopeFor(own, "customer"));
    await expect(sql`select 1 / 0 from loans`.execute(db)).rejects.toThrow(/division/);
    await expect(db.transaction().execute(async (tx) => sql`select * from no_such_table`.execute(tx))).rejects.toThrow(
      /no_such_table/,
    );
    const rows = await Promise.all(
      Array.from(
        { length: 20 },
        async () =>
          (
            await sql<{
              who: string;
              person: string;
            }>`select current_user as who, current_setting('manilla.user_id', true) as person`.execute(world.api.app.db)
          ).rows[0],
      ),
    );
    expect(new Set(rows.map((row) => `${row?.who}${row?.person ?? ""}`))).toEqual(new Set(["manilla_app"]));
  });
});
