/** Which rows of which tables are a tenant's, for those who compare them before and after. */
import type { TestApi } from "./api.ts";
import type { Tenant } from "./tenants.ts";

/** Every table whose rows belong to a person, a company or a loan, with the condition that says whose. */
export async function ownedTables(api: TestApi): Promise<{ table: string; condition: string; has_id: boolean }[]> {
  const { rows } = await api.database.pool.query<{ table: string; columns: string[] }>(`
    select c.relname::text as "table", array_agg(a.attname::text) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by 1
    order by 1
  `);
  const parts = (columns: string[], table: string): string[] => [
    ...(table === "users" ? ["t.id = any($1)"] : []),
    ...(table === "companies" ? ["t.id = any($2)"] : []),
    ...(columns.includes("user_id") ? ["t.user_id = any($1)"] : []),
    ...(columns.includes("company_id") ? ["t.company_id = any($2)"] : []),
    ...(columns.includes("loan_id") ? ["t.loan_id = any($3)"] : []),
    ...(columns.includes("subject_id") && table !== "audit_records" ? ["t.subject_id::text = any($3::text[])"] : []),
    ...(columns.includes("document_id") && table === "statement_transactions"
      ? ["exists (select 1 from documents d where d.id = t.document_id and d.user_id = any($1))"]
      : []),
    ...(columns.includes("receipt_id") && table === "receipt_allocations"
      ? ["exists (select 1 from receipts r where r.id = t.receipt_id and r.user_id = any($1))"]
      : []),
  ];
  return rows.flatMap(({ table, columns }) => {
    const conditions = parts(columns, table);
    return conditions.length > 0
      ? [{ table, condition: `(${conditions.join(" or ")})`, has_id: columns.includes("id") }]
      : [];
  });
}

const ownersOf = async (api: TestApi, tenant: Tenant): Promise<[string[], string[], string[]]> => {
  const users = Object.values(tenant.people).map(({ user_id }) => user_id);
  const { rows } = await api.database.pool.query<{ id: string }>("select id from loans where user_id = any($1)", [
    users,
  ]);
  return [users, [tenant.company_id], rows.map(({ id }) => id)];
};

/** Names all three parameters, so that each has a type whatever the condition uses. */
const TYPED = "$1::uuid[] is not null and $2::uuid[] is not null and $3::uuid[] is not null";

/** A checksum of each table, of this tenant's rows only. */
export async function fingerprintOf(api: TestApi, tenant: Tenant): Promise<Record<string, string>> {
  const owners = await ownersOf(api, tenant);
  const tables = await ownedTables(api);
  const union = tables
    .map(
      ({ table, condition }) =>
        `
          select '${table}' as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum
          from ${table} t
          where ${TYPED} and ${condition}
        `,
    )
    .join(" union all ");
  // Prepared: planning so many tables anew each time took longer than reading them.
  const { rows } = await api.database.pool.query<{ name: string; sum: string }>({
    name: "fingerprint",
    text: union,
    values: [...owners],
  });
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** Ids of everything that a tenant has, by table. */
export async function idsOf(api: TestApi, tenant: Tenant): Promise<Map<string, string[]>> {
  const owners = await ownersOf(api, tenant);
  const ids = new Map<string, string[]>();
  for (const { table, condition } of (await ownedTables(api)).filter(({ has_id }) => has_id)) {
    const { rows } = await api.database.pool.query<{ id: string }>(
      `select t.id::text as id from ${table} t where ${TYPED} and ${condition} order by 1`,
      owners,
    );
    if (rows.length > 0)
      ids.set(
        table,
        rows.map(({ id }) => id),
      );
  }
  return ids;
}
