/** Statements of hot paths, compiled once: building the text of a statement and walking it costs more than sending it. */
import { CompiledQuery, type Insertable, type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "./database.ts";
import { later } from "./pipelined-database.ts";
import type { DB } from "./types.gen.ts";

/** Takes the place of a value until the statement is sent. */
class Place {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** The place of one of the statement's values. */
export type PlaceOf<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

/** A statement with its values, for `later` and `now`; `ask` reads its rows. */
export interface Filled<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * A statement whose text never changes.
 * @param build makes it once, before any value is known
 * @returns the statement with its values
 */
export function fixed<Values extends object, Row = unknown>(
  build: (place: PlaceOf<Values>, db: Tx | Database) => { compile(db: Tx | Database): CompiledQuery<unknown> },
): (db: Tx | Database, values: Values) => Filled<Row> {
  let made: CompiledQuery<unknown> | undefined;
  return (db, values) => ({
    compile() {
      made ??= build((name) => sql`${new Place(name)}`, db).compile(db);
      const filled = made.parameters.map((value) =>
        value instanceof Place ? values[value.name as keyof Values] : value,
      );
      return CompiledQuery.raw(made.sql, filled) as CompiledQuery<Row>;
    },
  });
}

/** The rows of a statement. */
export const ask = async <Row>(db: Tx | Database, statement: Filled<Row>): Promise<Row[]> =>
  (await db.executeQuery(statement.compile())).rows;

/** A row to be inserted together with others. */
export interface NewRow {
  table: keyof DB;
  values: Readonly<Record<string, unknown>>;
  /** What is done where it is there already: a constant, as the text of the statement is kept. */
  on_conflict?: string;
}
/** A new row of a table. */
export const newRow = <Table extends keyof DB>(
  table: Table,
  values: Insertable<DB[Table]>,
  on_conflict?: string,
): NewRow => ({ table, values, ...(on_conflict !== undefined && { on_conflict }) });

/** Texts by what they insert; a call has a few of them. */
const texts = new Map<string, string>();
const quoted = (name: string): string => `"${name}"`;

function textOf(rows: readonly (NewRow & { names: readonly string[] })[]): string {
  let values = 0;
  const inserts = rows.map(({ table, names, on_conflict = "" }) => {
    const places = names.map(() => `$${(values += 1)}`);
    return `insert into ${quoted(table)} (${names.map(quoted).join(", ")}) values (${places.join(", ")}) ${on_conflict}`;
  });
  const last = inserts.pop() ?? "";
  const before = inserts.map((insert, at) => `row_${at} as (${insert})`);
  return before.length > 0 ? `with ${before.join(", ")} ${last}` : last;
}

/** Inserts one row; nobody waits for its answer (`later`). A column without a value has its default. */
export const insertRow = <Table extends keyof DB>(
  tx: Tx | Database,
  table: Table,
  values: Insertable<DB[Table]>,
): Promise<void> => insertTogether(tx, [newRow(table, values)]);

/** Inserts rows of several tables by one statement, in which none sees another; nobody waits for its answer (`later`). A column without a value has its default. */
export function insertTogether(tx: Tx | Database, rows: readonly NewRow[]): Promise<void> {
  const named = rows.map((row) => ({
    ...row,
    names: Object.keys(row.values).filter((name) => row.values[name] !== undefined),
  }));
  const key = named.map(({ table, names, on_conflict = "" }) => `${table} ${names.join()} ${on_conflict}`).join(";");
  const text = texts.get(key) ?? textOf(named);
  texts.set(key, text);
  const values = named.flatMap(({ names, values: given }) => names.map((name) => given[name]));
  return later(tx, { compile: () => CompiledQuery.raw(text, values) });
}
