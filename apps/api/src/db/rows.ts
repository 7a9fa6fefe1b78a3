/** Many rows of a table in one statement whose text is the same for any number of them, so that it is prepared once. */
import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "./database.ts";
import { later } from "./pipelined-database.ts";
import type { DB } from "./types.gen.ts";

/** Rows as one value: amounts as text, moments as ISO 8601, bytes as PostgreSQL writes them. */
export const asJson = (rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value,
        ]),
      ),
    ),
    (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );

/**
 * Inserts rows that have the same columns; nobody waits for the answer ({@link later}).
 * @param computed columns whose value is an expression over the row `u`, in the place of the given one
 */
export async function insertRows<Table extends keyof DB>(
  db: Tx | Database,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
  computed: Readonly<Record<string, RawBuilder<unknown>>> = {},
): Promise<void> {
  if (!rows[0]) return;
  const names = Object.keys(rows[0]);
  const insert = sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => computed[name] ?? sql.ref(`u.${name}`)))}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${asJson(rows)}::jsonb) u
  `;
  await later(db, insert);
}
