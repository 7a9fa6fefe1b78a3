/**
 * The schema files make the same database as the chain of migrations that they replace. This test goes away with the old folders.
 * Compared is a reading of the catalogue, sorted by name (the order of columns in a table is free), and every row that was inserted.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import "../../../../test/global-setup.ts";
import { installQueues } from "../jobs/queue.ts";
import { migrate } from "./migrate.ts";

const repository = join(import.meta.dirname, "../../../..");

/** What differs on purpose: the name of the entry, and why. */
const EXCEPTIONS: Record<string, string> = {
  "constraint public.receipts.receipts_loan_id_fkey": "money must not refer upwards to lending",
  "constraint public.payouts.payouts_loan_id_fkey": "money must not refer upwards to lending",
  "constraint public.charges.charges_loan_id_fkey": "money must not refer upwards to lending",
  "constraint public.charges.charges_repayment_id_fkey": "money must not refer upwards to lending",
  "function ledger.guard_postings_table(p_table regclass)":
    "writes `create or replace trigger`, so that it can run again",
};

const OURS = "('public', 'ledger', 'ledger_months')";
const MEMBER = (catalogue: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;
/** Rights in one order; what everybody may do is not said again for single roles. */
const RIGHTS = (acl: string, kind: string, owner: string) => `(
  select string_agg(distinct format('%s:%s%s', coalesce(r.rolname, 'everybody'), a.privilege_type, case when a.is_grantable then '*' end), ' '
    order by format('%s:%s%s', coalesce(r.rolname, 'everybody'), a.privilege_type, case when a.is_grantable then '*' end))
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a left join pg_roles r on r.oid = a.grantee
  where a.grantee = 0 or a.grantee = ${owner} or not exists (
    select from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) e
    where e.grantee = 0 and e.privilege_type = a.privilege_type))`;

/** Each answers `key` and `value`. */
const READINGS: Record<string, string> = {
  schema: `
    select n.nspname as key, concat_ws(' | ', pg_get_userbyid(n.nspowner), ${RIGHTS("n.nspacl", "n", "n.nspowner")}) as value
    from pg_namespace n where n.nspname in ('public', 'ledger', 'ledger_months', 'pgboss')`,
  relation: `
    select n.nspname || '.' || c.relname as key,
      concat_ws(' | ', c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions::text, c.relreplident,
        pg_get_userbyid(c.relowner), am.amname, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid),
        ${RIGHTS("c.relacl", "r", "c.relowner")}) as value
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_am am on am.oid = c.relam
    where (n.nspname in ${OURS} or n.nspname = 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'i', 'I')`,
  sequence: `
    select n.nspname || '.' || c.relname as key, concat_ws(' | ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
      s.seqcache, s.seqcycle, ${RIGHTS("c.relacl", "s", "c.relowner")}) as value
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_sequence s on s.seqrelid = c.oid where n.nspname in ${OURS}`,
  column: `
    select n.nspname || '.' || c.relname || '.' || a.attname as key,
      concat_ws(' | ', format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity,
        co.collname, a.attstattarget, a.attstorage, a.attcompression, a.attoptions::text, a.attacl::text) as value
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum left join pg_collation co on co.oid = a.attcollation
    where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'i', 'I') and a.attnum > 0 and not a.attisdropped`,
  constraint: `
    select n.nspname || '.' || coalesce(c.relname, '') || '.' || k.conname as key,
      concat_ws(' | ', k.contype, pg_get_constraintdef(k.oid), k.condeferrable, k.condeferred, k.convalidated, k.connoinherit) as value
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace left join pg_class c on c.oid = k.conrelid where n.nspname in ${OURS}`,
  index: `
    select n.nspname || '.' || c.relname as key,
      concat_ws(' | ', pg_get_indexdef(i.indexrelid), i.indisunique, i.indisprimary, i.indisvalid, i.indisclustered, i.indisreplident,
        i.indnullsnotdistinct) as value
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${OURS}`,
  function: `
    select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as key,
      concat_ws(' | ', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, p.prokind, p.provolatile, p.proisstrict,
        p.prosecdef, p.proleakproof, p.proparallel, p.procost, p.prorows, p.proconfig::text, pg_get_userbyid(p.proowner),
        ${RIGHTS("p.proacl", "f", "p.proowner")},
        regexp_replace(regexp_replace(p.prosrc, '--[^\\n]*', '', 'g'), '\\s', '', 'g')) as value
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where n.nspname in ${OURS} and not ${MEMBER("pg_proc", "p.oid")}`,
  trigger: `
    select n.nspname || '.' || c.relname || '.' || t.tgname as key, concat_ws(' | ', pg_get_triggerdef(t.oid), t.tgenabled, t.tgparentid <> 0) as value
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS} and not t.tgisinternal`,
  policy: `
    select schemaname || '.' || tablename || '.' || policyname as key, concat_ws(' | ', permissive, roles::text, cmd, qual, with_check) as value
    from pg_policies`,
  view: `
    select n.nspname || '.' || c.relname as key, pg_get_viewdef(c.oid) as value
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${OURS} and c.relkind in ('v', 'm')`,
  rule: `
    select schemaname || '.' || tablename || '.' || rulename as key, definition as value from pg_rules where schemaname in ${OURS}`,
  type: `
    select n.nspname || '.' || t.typname as key, concat_ws(' | ', t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
      (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)) as value
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ${OURS} and t.typtype in ('d', 'e', 'r', 'm') and not ${MEMBER("pg_type", "t.oid")}`,
  extension: `
    select e.extname as key, concat_ws(' | ', e.extversion, n.nspname) as value from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,
  comment: `
    select d.classoid::regclass || ' ' || pg_describe_object(d.classoid, d.objoid, d.objsubid) as key, d.description as value
    from pg_description d where d.objoid >= 16384
      and not exists (select from pg_depend m where m.classid = d.classoid and m.objid = d.objoid and m.deptype = 'e')`,
  statistics: `
    select statistics_schemaname || '.' || statistics_name as key, concat_ws(' | ', tablename, attnames::text, exprs::text, kinds::text) as value
    from pg_stats_ext`,
  "extended statistics": `select stxname as key, pg_get_statisticsobjdef(oid) as value from pg_statistic_ext`,
  inheritance: `select inhrelid::regclass::text as key, concat_ws(' | ', inhparent::regclass, inhseqno) as value from pg_inherits
    where inhrelid in (select oid from pg_class where relnamespace in (select oid from pg_namespace where nspname in ${OURS}))`,
  "default rights": `select defaclobjtype::text as key, defaclacl::text as value from pg_default_acl`,
  "event trigger": `select evtname as key, evtevent as value from pg_event_trigger`,
  setting: `
    select coalesce(setrole::regrole::text, '') as key, setconfig::text as value from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())`,
};

let admin: pg.Client;
const names = { old: `old_${randomBytes(4).toString("hex")}`, new: `new_${randomBytes(4).toString("hex")}` };
const address = (name: string): string => {
  const url = new URL(inject("postgres_admin_url"));
  url.username = "manilla_owner";
  url.pathname = `/${name}`;
  return url.href;
};

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject("postgres_admin_url") });
  await admin.connect();
  for (const name of Object.values(names)) await admin.query(`create database ${name} owner manilla_owner`);
  await migrateByOldChain(address(names.old));
  await migrate(address(names.new));
}, 120_000);
afterAll(async () => {
  for (const name of Object.values(names)) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
});

/** As the runner of before did. */
async function migrateByOldChain(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())
  `);
  for (const folder of ["packages/ledger/migrations", "apps/api/migrations-before"]) {
    const path = join(repository, folder);
    if (!existsSync(path)) continue;
    const files = readdirSync(path).filter((file) => file.endsWith(".sql"));
    for (const file of files.toSorted()) await client.query(readFileSync(join(path, file), "utf8"));
  }
  await installQueues(url);
  for (const file of ["grants.sql", "policies.sql"])
    await client.query(readFileSync(join(import.meta.dirname, file), "utf8"));
  await client.end();
}

async function read(name: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: address(name) });
  await client.connect();
  const found = new Map<string, string>();
  const add = (kind: string, key: string, value: string) => {
    const whole = `${kind} ${key}`;
    if (found.has(whole)) throw new Error(`two entries are named ${whole}`);
    found.set(whole, value);
  };
  for (const [kind, text] of Object.entries(READINGS)) {
    const { rows } = await client.query<{ key: string; value: string }>(text);
    for (const { key, value } of rows) add(kind, key, value);
  }
  const { rows: tables } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'ledger') and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
  `);
  for (const { name: table } of tables) {
    // Moments of making differ; whether there is one is compared.
    const { rows } = await client.query<{ text: string }>(
      `
        select (
          select jsonb_object_agg(e.key, case when e.value #>> '{}' ~ '^\\d{4}-\\d\\d-\\d\\dT' then '"a moment"' else e.value end)
          from jsonb_each(to_jsonb(t)) e
        )::text as text
        from ${table} t
        order by 1
      `,
    );
    rows.forEach(({ text }, index) => add("row", `${table} ${index}`, text));
  }
  await client.end();
  return found;
}

it("makes the same database as the migrations of before", async () => {
  const before = await read(names.old);
  const after = await read(names.new);
  const counts = (found: Map<string, string>) =>
    Object.fromEntries(
      [...Map.groupBy(found.keys(), (key) => key.slice(0, key.indexOf(" ")))].map(([kind, keys]) => [
        kind,
        keys.length,
      ]),
    );
  console.log(counts(before), counts(after));
  const differences = [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .toSorted();
  const unexpected = differences.filter((key) => !(key in EXCEPTIONS));
  expect(unexpected.map((key) => ({ key, before: before.get(key), after: after.get(key) }))).toEqual([]);
  // An exception that is none any more is taken from the list.
  expect(Object.keys(EXCEPTIONS).toSorted()).toEqual(differences);
});

it("makes the second parts anew and finds the same again", async () => {
  const before = await read(names.new);
  const client = new pg.Client({ connectionString: address(names.new) });
  await client.connect();
  await client.query("delete from schema_migrations where name = 'schema, second parts'");
  await client.end();
  expect(await migrate(address(names.new))).toEqual(["schema, second parts"]);
  expect(await read(names.new)).toEqual(before);
});
