/** Rows of one table by their id or the values of their columns: what most reads and changes are. */
import type { RawBuilder, Selectable, Updateable } from "kysely";
import type { Database, Tx } from "./database.ts";
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

/** The columns and values of a condition or a change are checked by the types above; Kysely's own do not follow a generic table. */
const select = <T extends Table>(db: Database | Tx, table: T, where: Which<T>, columns: readonly PropertyKey[]) => {
  let query = (db as Database).selectFrom(table as "users").select(columns as ["id"]);
  for (const [column, value] of conditions(where)) query = query.where(column as "id", "=", value as string);
  return query;
};

/** The row with these values; undefined where there is none. @param options.lock holds it until the transaction ends */
export const findRow = <T extends Table, const C extends keyof Selectable<DB[T]>>(
  db: Database | Tx,
  table: T,
  where: Which<T>,
  columns: readonly C[],
  options: { lock?: boolean } = {},
): Promise<Found<T, C> | undefined> => {
  const query = select(db, table, where, columns);
  return (options.lock ? query.forUpdate() : query).executeTakeFirst() as unknown as Promise<Found<T, C> | undefined>;
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

/** Changes the rows with these values. */
export const changeRows = async <T extends Table>(
  db: Database | Tx,
  table: T,
  where: Which<T>,
  set: Changes<T>,
): Promise<void> => {
  let query = (db as Database).updateTable(table as "users").set(set as Updateable<DB["users"]>);
  for (const [column, value] of conditions(where)) query = query.where(column as "id", "=", value as string);
  await query.execute();
};
