/**
 * The server's half of the data-table protocol (spec: C358, C359): one declaration per list serves paging, filter, search,
 * date range, sorting and export. Whose rows they are is the scope, given by the handler from the session; no query widens it.
 */
import type { Abilities } from "@manilla/contract/action";
import type { Endpoint } from "@manilla/contract/endpoint";
import type { ListDeclaration, Page, PageQuery } from "@manilla/contract/page";
import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import type { z } from "zod";
import type { Database } from "./database.ts";
import type { ColumnExpressions, IndexedText, Searched } from "./list-conditions.ts";
import { estimateIn } from "./list-estimate.ts";
import { orderBy } from "./list-page.ts";
import { type PagePlan, type Prepared, type WalkedRequest, planOf, requestOf, whereOf } from "./list-plan.ts";
import { type Rows, type Statement, oneRoundTrip } from "./pipeline.ts";
import { expressionsOf } from "./select-list.ts";

type ListCall = Endpoint & { kind: "list"; list: ListDeclaration; row: z.ZodType };

/** Columns that the contract lets a client filter, sort or range by. */
type ColumnsOf<L extends ListDeclaration> = Record<
  Extract<keyof L["filters"], string> | L["sorts"][number] | L["ranges"][number],
  string
>;

export interface ListDefinition<Call extends ListCall, Raw> {
  /** `from` clause with its joins. */
  from: string;
  /** The select list; aliases are the row's fields. */
  select: string;
  /** A column that is unique within a scope, the last key of every order. */
  id: string;
  /** PostgreSQL's type of that column where it is not `uuid`. */
  id_type?: "int" | "date";
  /** The SQL of columns that the rows do not show, or that are filtered and sorted by something else; of the others it is what `select` says. */
  columns?: Partial<ColumnsOf<Call["list"]>>;
  /** Text expressions, folded, that the search box looks into: a word has to be in one of them. */
  search?: string | readonly Searched[];
  /** Conditions of text filters that an index serves where the plain ones cannot. */
  indexed?: IndexedText;
  /** The list's own way to the rows of a page of a large filter: `select … from rows_of`, ordered and cut to the page; undefined for the common walk. */
  walk?(walked: WalkedRequest): RawBuilder<unknown> | undefined;
  /**
   * The part of `from` that decides which rows there are: the other joins neither add nor remove any. They are made for the page's rows only. Several, the shortest
   * first, where few requests speak of the tables that a longer one has besides.
   */
  rows_of?: string | readonly string[];
  /** Further columns for the abilities of a page's rows; exports are made without them. */
  facts?: string;
  /** From the database's row to the contract's, where the two differ (masking, decrypting). */
  map?: (raw: Raw) => z.output<Call["row"]>;
}

/** A list bound to the rows that this caller may see. */
export interface BoundList {
  call: ListCall;
  /** @param before statements of the same round trip that set the scope of its rows @param until the client has gone: what is asked ends */
  page(
    app: { pool: pg.Pool; db: Database },
    query: PageQuery,
    before?: readonly Statement[],
    until?: AbortSignal,
  ): Promise<Page<unknown>>;
  /** The same in two halves: the statements to ask in one round trip, and the page made of their answers. */
  plan(db: Database, query: PageQuery): PagePlan;
  /** All rows of the current filter, in batches, for an export. The second value of SQL is complete: cursor-ready. */
  statement(query: PageQuery): RawBuilder<unknown>;
  /** Of its rows in any order: those columns alone, by their names; for what is counted and added up in SQL. @throws Error for a name that {@link sqlOf} does not know */
  parts(query: PageQuery, names: readonly string[]): RawBuilder<unknown>;
  /** The SQL of a column: what it is filtered by, else what a row shows, else what it is sorted by. */
  sqlOf(name: string): string | undefined;
  /** Columns of its export, where these are not all. */
  fields?: readonly string[];
  mapRow(raw: unknown): unknown;
  /** Whether `mapRow` makes anything else of a row. */
  is_mapped: boolean;
  /** Puts on record that rows are shown: called before a page or a file is, and not where they are only counted. A handler of a list writes nothing itself. */
  looked?(): Promise<void>;
}

/** A day that rows show as text is sorted as the day that it is: only of that there is an index. */
const sortable = (sql: string | undefined): string | undefined => sql?.replace(/^\((\w+\.\w+)::text\)$/, "$1");

/** The SQL of each column that a client may name. @throws Error when a column is neither selected nor given */
function columnsOf(
  { path, list }: ListCall,
  selected: Readonly<Record<string, string>>,
  given: Partial<ColumnExpressions>,
): ColumnExpressions {
  const names = new Set([...Object.keys(list.filters), ...list.sorts, ...list.ranges]);
  return Object.fromEntries(
    [...names].map((name) => {
      const sql = given[name] ?? (list.sorts.includes(name) ? sortable(selected[name]) : selected[name]);
      if (!sql) throw new Error(`The list ${path} has no SQL for its column ${name}.`);
      return [name, sql];
    }),
  );
}

/** Declares a list. `scoped(condition)` binds it to the rows the caller may see; a `map` of the request (decrypting) goes before the declared one. */
export function defineList<Call extends ListCall, Raw = z.output<Call["row"]>>(
  call: Call,
  definition: ListDefinition<Call, Raw>,
): {
  scoped(
    scope: RawBuilder<unknown>,
    map?: (raw: Raw) => z.output<Call["row"]>,
    /** Abilities of a row that is shown, from its columns and facts. */
    abilities?: (raw: Raw) => Abilities,
    /** The SQL of columns that is another for this caller; never text of a request. */
    own?: Partial<ColumnsOf<Call["list"]>>,
  ): BoundList;
} {
  const { select, from, id, id_type = "uuid", rows_of = [], indexed = {}, search = [], walk } = definition;
  // The types let kysely's SQL into a text, where it is no SQL.
  if (`${select} ${from} ${JSON.stringify(search)}`.includes("[object "))
    throw new Error(`The list ${call.path} has an object in its text.`);
  const shown = expressionsOf(select);
  const columns = columnsOf(call, shown, definition.columns ?? {});
  const shared: Prepared = {
    list: call.list,
    select,
    shown: definition.facts ? `${select}, ${definition.facts}` : select,
    from,
    id,
    id_type,
    rows_of: [rows_of].flat(),
    columns,
    search: [search].flat(),
    indexed,
    walk,
  };
  return {
    scoped(scope, map = definition.map, abilities, own) {
      const prepared = own ? { ...shared, columns: { ...columns, ...own } as ColumnExpressions } : shared;
      const mapRow = (raw: unknown): unknown => (map ? map(raw as Raw) : raw);
      const showRow = (raw: unknown): unknown =>
        abilities ? { ...(mapRow(raw) as object), abilities: abilities(raw as Raw) } : mapRow(raw);
      const sqlOf = (name: string): string | undefined =>
        (Object.hasOwn(call.list.filters, name) ? prepared.columns[name] : undefined) ??
        (Object.hasOwn(shown, name) ? shown[name] : undefined) ??
        (Object.hasOwn(prepared.columns, name) ? prepared.columns[name] : undefined);
      return {
        call,
        mapRow,
        is_mapped: map !== undefined,
        statement(query) {
          const request = requestOf(prepared, query);
          return sql`
            select ${sql.raw(`${select} from ${from}`)}
            where ${whereOf(prepared, scope, request)}
            order by ${orderBy(prepared.columns[request.column] ?? id, id, request.direction)}
          `;
        },
        parts(query, names) {
          const parts = names.map((name) => {
            const expression = sqlOf(name);
            if (!expression) throw new Error(`The list ${call.path} has no column ${name}.`);
            return sql`${sql.raw(expression)} as ${sql.ref(name)}`;
          });
          const where = whereOf(prepared, scope, requestOf(prepared, query));
          return sql`select ${sql.join([sql`1 as _row`, ...parts])} from ${sql.raw(from)} where ${where}`;
        },
        sqlOf,
        plan: (db, query) => planOf(prepared, db, scope, query, showRow),
        async page({ pool, db }, query, before = [], until) {
          const ask = async (statements: readonly Statement[]): Promise<Rows[]> =>
            (await oneRoundTrip(pool, [...before, ...statements], until)).slice(before.length);
          let estimate: number | undefined;
          for (;;) {
            const { estimated_by, statements, read } = planOf(prepared, db, scope, query, showRow, {
              until,
              estimate,
              isOwn: before.length > 0,
            });
            if (estimated_by && estimate === undefined) {
              estimate = estimateIn(await ask([estimated_by]));
              continue;
            }
            const page = read(await ask(statements));
            if (page) return page;
            estimate = 0;
          }
        },
      };
    },
  };
}
