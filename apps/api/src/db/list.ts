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
import {
  type ColumnExpressions,
  type IndexedText,
  choicesOf,
  conditionsOf,
  looksForText,
  numbersOf,
  orderOf,
} from "./list-conditions.ts";
import { startAt } from "./list-anchors.ts";
import { type Found, type PageShape, found, orderBy, pageOfFound, walkedPage } from "./list-page.ts";
import { type Rows, type Statement, oneRoundTrip } from "./list-round-trip.ts";
import { type Total, totalOf } from "./list-total.ts";

type ListCall = Endpoint & { kind: "list"; list: ListDeclaration; row: z.ZodType };

/** Every column that the contract lets a client filter, sort or range by needs its SQL: a missing one does not compile. */
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
  columns: ColumnsOf<Call["list"]>;
  /** Text expressions, folded, that the search box looks into: a word has to be in one of them. */
  search?: string | readonly string[];
  /** Conditions of text filters that an index serves where the plain ones cannot. */
  indexed?: IndexedText;
  /** SQL of a column of which several choices are asked for, in a walk along the sort, where the index of the walk has it otherwise than the column's own. */
  several_in_walks?: Record<string, string>;
  /** Choice columns that an index begins with for each sort, in a list whose scope hides no more of one choice than of another: several choices are walked one by one. */
  walked_by_choice?: readonly string[];
  /** Columns of whole numbers that an index begins with, and the sorts that it goes on with: a range of few of them is walked number by number, in such a list too. */
  walked_by_number?: Readonly<Record<string, readonly string[]>>;
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
  /** @param before statements of the same round trip that its rows stand behind: whose scope it is */
  page(app: { pool: pg.Pool; db: Database }, query: PageQuery, before?: readonly Statement[]): Promise<Page<unknown>>;
  /** The same in two halves: the statements to ask in one round trip, and the page made of their answers. */
  plan(db: Database, query: PageQuery): PagePlan;
  /** All rows of the current filter, in batches, for an export. The second value of SQL is complete: cursor-ready. */
  statement(query: PageQuery): RawBuilder<unknown>;
  mapRow(raw: unknown): unknown;
  /** Whether `mapRow` makes anything else of a row. */
  is_mapped: boolean;
}

export interface PagePlan {
  statements: Statement[];
  /** @returns undefined when there turned out to be more rows than had been taken for granted: planned again, the statements are others */
  read(answers: Rows[]): Page<unknown> | undefined;
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
  ): BoundList;
} {
  const columns: ColumnExpressions = definition.columns;
  const whereOf = (scope: RawBuilder<unknown>, query: PageQuery, several?: ColumnExpressions) =>
    sql.join(
      [scope, ...conditionsOf(call.list, columns, definition.search, query, definition.indexed, several)],
      sql` and `,
    );
  const { select, from, id } = definition;

  const plan = (
    scope: RawBuilder<unknown>,
    db: Database,
    query: PageQuery,
    mapRow: (raw: unknown) => unknown,
  ): PagePlan => {
    const where = whereOf(scope, query);
    const { column: name, direction } = orderOf(call.list, query);
    const column = columns[name] ?? id;
    const rows_of = suffices(definition.rows_of, `${where.compile(db).sql} ${column}`) ? definition.rows_of : from;
    const total = totalOf(db, rows_of, where);
    const shape: PageShape = {
      select: definition.facts ? `${select}, ${definition.facts}` : select,
      from,
      rows_of,
      scope,
      where,
      column,
      id,
      id_type: definition.id_type ?? "uuid",
      direction,
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    };
    const isTyped = looksForText(call.list, query);
    const ask = (statement: RawBuilder<unknown>, more: Partial<Statement> = {}): Statement[] => {
      const { sql: text, parameters } = statement.compile(db);
      return [
        {
          text,
          values: parameters,
          depends_on_values: parameters.length > 0,
          may_be_written_out: parameters.length > 0 && !isTyped,
          ...more,
        },
      ];
    };
    const { known } = total;
    if (known) {
      const walked = definition.several_in_walks ? whereOf(scope, query, definition.several_in_walks) : where;
      const { condition, offset } = startAt(db, { from: rows_of, where, column, id, direction }, shape.offset);
      const fromHere = (conditions: RawBuilder<unknown>) =>
        condition ? sql`${conditions} and ${condition}` : conditions;
      const parts = choicesOf(definition.walked_by_choice ?? [], query).map((one) => fromHere(whereOf(scope, one)));
      const range = numbersOf(definition.walked_by_number ?? {}, query, name);
      const numbers = range && { ...range, column: columns[range.name] ?? id };
      const statements = ask(walkedPage({ ...shape, where: fromHere(walked), offset, parts, numbers }), {
        only_walks: isTyped,
      });
      return { statements, read: ([rows = []]) => pageOf(known, rows.map(mapRow), query) };
    }
    return {
      statements: [
        ...ask(found(shape)),
        ...ask(pageOfFound(shape), { depends_on_values: false, may_be_written_out: false }),
      ],
      read([all = [], rows = []]) {
        const [{ _total = 0n, _took = 0 } = {}] = all as Partial<Found>[];
        const counted = total.read(Number(_total), _took);
        return counted && pageOf(counted, rows.map(mapRow), query);
      },
    };
  };

  return {
    scoped(scope, map = definition.map, abilities) {
      const mapRow = (raw: unknown): unknown => (map ? map(raw as Raw) : raw);
      const showRow = (raw: unknown): unknown =>
        abilities ? { ...(mapRow(raw) as object), abilities: abilities(raw as Raw) } : mapRow(raw);
      return {
        call,
        mapRow,
        is_mapped: map !== undefined,
        statement(query) {
          const { column, direction } = orderOf(call.list, query);
          return sql`
            select ${sql.raw(`${select} from ${from}`)}
            where ${whereOf(scope, query)}
            order by ${orderBy(columns[column] ?? id, id, direction)}
          `;
        },
        plan: (db, query) => plan(scope, db, query, showRow),
        async page({ pool, db }, query, before = []) {
          for (;;) {
            const { statements, read } = plan(scope, db, query, showRow);
            const page = read((await oneRoundTrip(pool, [...before, ...statements])).slice(before.length));
            if (page) return page;
          }
        },
      };
    },
  };
}
