/** Rows of one table by their id or the values of their columns: what most reads and changes are. */
import { CompiledQuery, type RawBuilder, type Selectable, type Updateable } from "kysely";
import type { Database, Tx } from "./database.ts";
import { later } from "./pipelined-database.ts";
import type { DB } from "./types.gen.ts";

type Table = keyof DB & string;
type Values<T extends Table> = { readonly [C in keyof Selectable<DB[T]>]?: Selectable<DB[T]>[C] };
/** The id of the row, or the values by which it is found. */
type Which<T extends Table> = string | Values<T>;
type Changes<T extends Table> = {
  readonly [C in keyof Updateable<DB[T]>]?: Updateable<DB[T]>[C] | RawBuilder<unknown>;
};
type Found<T extends Table, C extends keyof Selectable<DB[T]>> = Pick<Selectable<DB[T]>, C>;

function conditions(where: string | object): [string, unknown][] {
  const found = Object.entries(typeof where === "string" ? { id: where } : where);
  if (found.length === 0) throw new Error("A condition is required.");
  return found;
}

const quoted = (name: PropertyKey): string => `"${String(name)}"`;
/** Texts of repeated statements, so that each is made once: by its kind, table and columns. */
const texts = new Map<string, string>();
function textOf(key: string, make: () => string): string {
  const text = texts.get(key) ?? make();
  texts.set(key, text);
  return text;
}
const whereOf = (found: readonly [string, unknown][], first = 1): string =>
  found.map(([column], at) => `${quoted(column)} = $${first + at}`).join(" and ");

/** The row with these values; undefined where there is none. @param options.lock holds it until the transaction ends */
export const findRow = async <T extends Table, const C extends keyof Selectable<DB[T]>>(
  db: Database | Tx,
  table: T,
  where: Which<T>,
  columns: readonly C[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Found<T, C> | undefined> => {
  const found = conditions(where);
  const text = textOf(
    `${lock ? "lock" : "find"} ${table} ${columns.join()} ${found.map(([column]) => column).join()}`,
    () =>
      `select ${columns.map(quoted).join(", ")} from ${quoted(table)} where ${whereOf(found)}${lock ? " for update" : ""}`,
  );
  const values = found.map(([, value]) => value);
  return (await db.executeQuery(CompiledQuery.raw(text, values))).rows[0] as Found<T, C> | undefined;
};

/** The same for a row that must be there. @throws Error where it is not */
export const getRow = async <T extends Table, const C extends keyof Selectable<DB[T]>>(
  db: Database | Tx,
  table: T,
  where: Which<T>,
  columns: readonly C[],
  options: { lock?: boolean } = {},
): Promise<Found<T, C>> => {
  const row = await findRow(db, table, where, columns, options);
  if (row === undefined) throw new Error(`No row of ${table} has these values.`);
  return row;
};

const isExpression = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "toOperationNode" in value;

/** A change with an expression among its values. Kysely's types do not follow a generic table; those above have checked it. */
function changeByExpressions(db: Database | Tx, table: string, found: readonly [string, unknown][], set: object) {
  let query = (db as Database).updateTable(table as "users").set(set as Updateable<DB["users"]>);
  for (const [column, value] of found) query = query.where(column as "id", "=", value as string);
  return query;
}

/** Changes the rows with these values; within a transaction nobody waits for it (`later`). */
export const changeRows = <T extends Table>(
  db: Database | Tx,
  table: T,
  where: Which<T>,
  set: Changes<T>,
): Promise<void> => {
  const found = conditions(where);
  const changes = Object.entries(set).filter(([, value]) => value !== undefined);
  if (changes.some(([, value]) => isExpression(value))) return later(db, changeByExpressions(db, table, found, set));
  const names = changes.map(([column]) => column);
  const text = textOf(
    `change ${table} ${names.join()} ${found.map(([column]) => column).join()}`,
    () =>
      `update ${quoted(table)} set ${names.map((column, at) => `${quoted(column)} = $${at + 1}`).join(", ")} where ${whereOf(found, names.length + 1)}`,
  );
  const values = [...changes, ...found].map(([, value]) => value);
  return later(db, { compile: () => CompiledQuery.raw(text, values) });
};
