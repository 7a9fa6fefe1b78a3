import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../../test/database.ts";

const folder = join(import.meta.dirname, "../../schema");
/** Each may refer to itself and to those before it (ARCHITECTURE.md). */
const WINGS = [
  "platform",
  "money",
  "people",
  "lending",
  "companies",
  "cards",
  "payments",
  "merchants",
  "savings",
  "growth",
];

interface Home {
  file: string;
  text: string;
  wing: number;
}

let database: TestDatabase;
/** The file of each table. */
const homes = new Map<string, Home>();

beforeAll(async () => {
  database = await createTestDatabase();
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), "utf8");
    const wing = WINGS.indexOf(file.split("_")[1] ?? "");
    expect([file, wing]).not.toEqual([file, -1]);
    for (const [, table = ""] of text.matchAll(/^create (?:unlogged )?table (\w+)/gm)) {
      expect(homes.get(table)?.file, table).toBe(undefined);
      homes.set(table, { file, text, wing });
    }
  }
});
afterAll(() => database.drop());

it("has no foreign key from a lower wing to a higher one", async () => {
  const { rows } = await database.pool.query<{ name: string; from: string; to: string }>(`
    select conname as name, f.relname as from, t.relname as to
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid
    join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
  `);
  expect(rows.length).toBeGreaterThan(100);
  const upward = rows.filter(({ from, to }) => (homes.get(from)?.wing ?? 0) < (homes.get(to)?.wing ?? 0));
  expect(upward.map(({ name }) => name)).toEqual([]);
});

it("says beside each table who may do what with it", async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'schema_migrations'
  `);
  const silent = rows.filter(
    ({ name }) => !new RegExp(`pg_temp\\.rights\\(\\s*'${name}'`).test(homes.get(name)?.text ?? ""),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

it("restricts a tenant to rows of their own wherever a row names a person or a company", async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select distinct c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('user_id', 'company_id') and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not (c.relrowsecurity and exists (select from pg_policies p where p.tablename = c.relname and p.policyname = 'tenant'))
  `);
  expect(rows.map(({ name }) => name)).toEqual([]);
});

it("grants the application nothing on the list of migrations, and no change of what is append-only", async () => {
  const { rows } = await database.pool.query<{ right: string }>(`
    select role || ' ' || privilege || ' ' || name as right
    from unnest(array['manilla_app', 'manilla_tenant']) role
    cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) privilege
    cross join unnest(array[
      'schema_migrations', 'audit_records', 'audit_blocks', 'ledger.postings', 'ledger.transactions', 'ledger.blocks'
    ]) name
    where has_table_privilege(role, name, privilege)
    order by 1
  `);
  const may = (name: string) => rows.map((row) => row.right).filter((right) => right.endsWith(` ${name}`));
  expect(may("schema_migrations")).toEqual([]);
  for (const name of ["audit_records", "audit_blocks"])
    expect(may(name)).toEqual(
      ["manilla_app", "manilla_tenant"].flatMap((role) => [`${role} insert ${name}`, `${role} select ${name}`]),
    );
  for (const name of ["ledger.postings", "ledger.transactions", "ledger.blocks"])
    expect(may(name)).toEqual([`manilla_app select ${name}`, `manilla_tenant select ${name}`]);
});

it("says beside each index on loans and people what needs it", () => {
  for (const table of ["loans", "users"]) {
    const lines = (homes.get(table)?.text ?? "").split("\n");
    const unnamed = lines.filter(
      (line, index) =>
        new RegExp(`^create (unique )?index ${table}_`).test(line) && !lines[index - 1]?.startsWith("--"),
    );
    expect(unnamed).toEqual([]);
  }
});

it("has no view that would show its owner's rows to every caller", async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select relname as name
    from pg_class
    where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
      and not coalesce(reloptions, '{}') @> '{security_invoker=true}'
  `);
  expect(rows).toEqual([]);
});
