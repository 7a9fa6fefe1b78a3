/** Many rows of a table in one statement whose text is the same for any number of them, so that it is prepared once. */
import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "./database.ts";
import { type NewRow, fixed } from "./fixed.ts";
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

/** Column → expression over the row `u`. */
type Computed = Readonly<Record<string, RawBuilder<unknown>>>;
const NOTHING_COMPUTED: Computed = {};
type Insert = ReturnType<typeof fixed<{ rows: string }>>;
/** Statements by what they compute, and by table and columns: a call has a few of them. */
const inserts = new WeakMap<Computed, Map<string, Insert>>();

function insertOf(table: keyof DB, names: readonly string[], computed: Computed, on_conflict = ""): Insert {
  const known = inserts.get(computed) ?? new Map<string, Insert>();
  inserts.set(computed, known);
  const key = `${table} ${names.join()} ${on_conflict}`;
  const insert =
    known.get(key) ??
    fixed<{ rows: string }>(
      (place) => sql`
        insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.join(names.map((name) => computed[name] ?? sql.ref(`u.${name}`)))}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${place("rows")}::jsonb) u
        ${sql.raw(on_conflict)}
      `,
    );
  known.set(key, insert);
  return insert;
}

/**
 * Inserts rows that have the same columns; nobody waits for the answer ({@link later}).
 * @param computed in the place of given values; a constant, as the texts of its statements are kept
 */
export async function insertRows<Table extends keyof DB>(
  db: Tx | Database,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
  computed = NOTHING_COMPUTED,
): Promise<void> {
  if (!rows[0]) return;
  await later(db, insertOf(table, Object.keys(rows[0]), computed)(db, { rows: asJson(rows) }));
}

/** A column of JSON whose value was given as text. */
const fromText = (column: string): RawBuilder<unknown> => sql`(${sql.ref(`u.${column}`)} #>> '{}')::jsonb`;
const written = new Map<string, Computed>();

/**
 * Inserts rows of several tables, those that are alike by one statement; nobody waits for the answer ({@link later}). None of a statement sees another.
 * @param json columns of JSON whose values are text
 */
export async function insertAll(tx: Tx, rows: readonly NewRow[], json: readonly string[] = []): Promise<void> {
  const namesOf = ({ values }: NewRow): string[] => Object.keys(values).filter((name) => values[name] !== undefined);
  const alike = Object.groupBy(rows, (row) => `${row.table} ${namesOf(row).join()} ${row.on_conflict ?? ""}`);
  for (const [key, group = []] of Object.entries(alike)) {
    const [{ table, on_conflict }] = group as [NewRow];
    const names = namesOf(group[0]!);
    const computed =
      written.get(key) ??
      Object.fromEntries(json.filter((name) => names.includes(name)).map((name) => [name, fromText(name)]));
    written.set(key, computed);
    await later(
      tx,
      insertOf(table, names, computed, on_conflict)(tx, { rows: asJson(group.map(({ values }) => values)) }),
    );
  }
}
