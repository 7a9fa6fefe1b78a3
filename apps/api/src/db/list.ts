/**
 * The server's half of the data-table protocol (spec: C358, C359): one declaration per list serves paging, filter, search,
 * date range, sorting and export. Whose rows they are is the scope, given by the handler from the session; no query widens it.
 */
import type { Abilities } from "@manilla/contract/action";
import type { Endpoint } from "@manilla/contract/endpoint";
import type { ListDeclaration, Page, PageQuery } from "@manilla/contract/page";
import { type Condition, type PageRequest, readPageQuery } from "@manilla/contract/page-request";
import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import type { z } from "zod";
import { InvalidFields } from "../errors.ts";
import type { Database } from "./database.ts";
import {
  type ColumnExpressions,
  type IndexedText,
  type Searched,
  asConstant,
  asParameter,
  conditionOf,
  looksForText,
  wordCondition,
} from "./list-conditions.ts";
import { expressionsOf } from "./select-list.ts";
import { startAt } from "./list-anchors.ts";
import { type Found, type PageShape, WALK, found, orderBy, pageOfFound, statementOf, walkedPage } from "./list-page.ts";
import { estimateIn, estimateOf } from "./list-estimate.ts";
import { type Total, totalOf } from "./list-total.ts";
import { repeats } from "./repeated.ts";
import { type Rows, type Statement, oneRoundTrip } from "./pipeline.ts";

type ListCall = Endpoint & { kind: "list"; list: ListDeclaration; row: z.ZodType };

/** Columns that the contract lets a client filter, sort or range by. */
type ColumnsOf<L extends ListDeclaration> = Record<
  Extract<keyof L["filters"], string> | L["sorts"][number] | L["ranges"][number],
  string
>;

/** What a list's own walk is given: the request, the page's shape, and conditions with others in the place of the request's own. */
export interface WalkedRequest {
  request: PageRequest;
  shape: PageShape;
  conditionsOf(conditions: readonly Condition[]): RawBuilder<unknown>;
}

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
  /** The part of `from` that decides which rows there are: the other joins neither add nor remove any. They are made for the page's rows only. */
  rows_of?: string;
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

export interface PagePlan {
  /** Asked first, where many rows are likely: what the planner expects. */
  estimated_by?: Statement;
  statements: Statement[];
  /** @returns undefined when there turned out to be more rows than had been taken for granted: planned again, the statements are others */
  read(answers: Rows[]): Page<unknown> | undefined;
}

/** What is the same for each request of a list. */
interface Prepared {
  list: ListDeclaration;
  select: string;
  /** What a page selects: the row's fields, and facts for its abilities. */
  shown: string;
  from: string;
  id: string;
  id_type: string;
  rows_of: string | undefined;
  columns: ColumnExpressions;
  search: readonly Searched[];
  indexed: IndexedText;
  walk: ((walked: WalkedRequest) => RawBuilder<unknown> | undefined) | undefined;
}

/** A part of `from` serves as long as nothing in the conditions speaks of a table that it leaves out. */
function suffices(rows_of: string | undefined, conditions: string): rows_of is string {
  if (!rows_of) return false;
  const present = new Set(rows_of.match(/\w+/g));
  return [...conditions.matchAll(/(?<![\w."])([a-z]\w*)\./g)].every(([, alias]) => present.has(alias ?? ""));
}

function pageOf({ count, is, counted_at }: Total, items: unknown[], { limit, page }: PageQuery): Page<unknown> {
  const totalPages = Math.max(1, Math.ceil(count / limit));
  return {
    items,
    meta: { limit, page, totalPages, total_is: is, ...(counted_at && { total_counted_at: counted_at.toISOString() }) },
    total_count: count,
    page_count: totalPages,
  };
}

/** @throws InvalidFields naming the parameter that the list does not offer */
function requestOf({ list, search }: Prepared, query: PageQuery): PageRequest {
  const request = readPageQuery(list, query);
  if (request.words.length > 0 && search.length === 0) request.errors["search"] = ["this list has no search"];
  if (Object.keys(request.errors).length > 0) throw new InvalidFields(request.errors);
  return request;
}

function whereOf(
  { list, columns, search, indexed, id }: Prepared,
  scope: RawBuilder<unknown>,
  { words, conditions }: Pick<PageRequest, "words" | "conditions">,
  given = asConstant,
): RawBuilder<unknown> {
  const asked = conditions.map((one) =>
    conditionOf(one, columns[one.name] ?? id, list.filters[one.name]?.options === undefined, indexed[one.name], given),
  );
  return sql.join([scope, ...asked, ...words.map((word) => wordCondition(search, word))], sql` and `);
}

function shapeOf(prepared: Prepared, db: Database, scope: RawBuilder<unknown>, request: PageRequest): PageShape {
  const { shown: select, from, id, id_type, columns } = prepared;
  const { direction, limit, offset } = request;
  const where = whereOf(prepared, scope, request);
  const column = columns[request.column] ?? id;
  const rows_of = suffices(prepared.rows_of, `${where.compile(db).sql} ${column}`) ? prepared.rows_of : from;
  return { select, from, rows_of, scope, where, column, id, id_type, direction, limit, offset };
}

/**
 * The page of a filter whose rows are too many to be counted each time.
 * @param isNew its values were not asked before, as those of most people: one plan serves any of them, where a plan for each took longer than the page
 */
function walkOf(
  prepared: Prepared,
  db: Database,
  scope: RawBuilder<unknown>,
  request: PageRequest,
  shape: PageShape,
  isNew: boolean,
): Statement[] {
  const given = isNew ? asParameter : asConstant;
  const { condition, offset } = startAt(db, { ...shape, from: shape.rows_of }, shape.offset);
  const fromHere = (conditions: RawBuilder<unknown>) => (condition ? sql`${conditions} and ${condition}` : conditions);
  const conditionsOf = (conditions: readonly Condition[]) =>
    fromHere(whereOf(prepared, scope, { words: request.words, conditions }, given));
  const walked = { ...shape, where: conditionsOf(request.conditions), offset };
  const statement = statementOf(
    db,
    walkedPage(walked, prepared.walk?.({ request, shape: walked, conditionsOf })),
    false,
  );
  return isNew || looksForText(request) ? [WALK, { ...statement, is_prepared: repeats(statement.text) }] : [statement];
}

function planOf(
  prepared: Prepared,
  db: Database,
  scope: RawBuilder<unknown>,
  query: PageQuery,
  mapRow: (raw: unknown) => unknown,
  {
    until,
    estimate,
    isOwn = false,
  }: { until?: AbortSignal | undefined; estimate?: number | undefined; isOwn?: boolean } = {},
): PagePlan {
  const request = requestOf(prepared, query);
  const shape = shapeOf(prepared, db, scope, request);
  const total = totalOf(db, shape.rows_of, shape.where, until);
  const known = total.known ?? (estimate === undefined ? undefined : total.guess(estimate));
  if (known) {
    const isEstimate = known.is === "estimated";
    return {
      statements: walkOf(prepared, db, scope, request, shape, isEstimate),
      read(answers) {
        const rows = answers.at(-1) ?? [];
        // A page that is not full is the last one: the planner was wrong, or it was asked for a page behind the end.
        if (isEstimate && rows.length < shape.limit) {
          total.forget();
          return undefined;
        }
        return pageOf(known, rows.map(mapRow), query);
      },
    };
  }
  const { sql: text, parameters: values } = pageOfFound(shape).compile(db);
  return {
    // Of a text the planner knows too little.
    ...(total.is_estimated && !looksForText(request) && { estimated_by: estimateOf(db, shape) }),
    statements: [statementOf(db, found(shape), isOwn), { text, values }],
    read([all = [], rows = []]) {
      const [{ _total = 0n, _took = 0 } = {}] = all as Partial<Found>[];
      const counted = total.read(Number(_total), _took);
      return counted && pageOf(counted, rows.map(mapRow), query);
    },
  };
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
  const { select, from, id, id_type = "uuid", rows_of, indexed = {}, search = [], walk } = definition;
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
    rows_of,
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
