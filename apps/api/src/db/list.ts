/**
 * The server's half of the data-table protocol (spec: C358, C359): one declaration per list serves paging, filter, search,
 * date range, sorting and export. Whose rows they are is the scope, given by the handler from the session; no query widens it.
 */
import type { Endpoint } from "@manilla/contract/endpoint";
import type { ListDeclaration, Page, PageQuery } from "@manilla/contract/page";
import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { clock } from "../clock.ts";
import type { Database } from "./database.ts";
import { type ColumnExpressions, type IndexedText, conditionsOf, likePattern, orderOf, wordsOf } from "./list-conditions.ts";
import { startAt } from "./list-anchors.ts";
import type { Rows, Statement } from "./list-round-trip.ts";
import { planTotal } from "./list-total.ts";

type ListCall = Endpoint & { kind: "list"; list: ListDeclaration; row: z.ZodType };

/** Every column that the contract lets a client filter, sort or range by needs its SQL: a missing one does not compile. */
type ColumnsOf<L extends ListDeclaration> = Record<Extract<keyof L["filters"], string> | L["sorts"][number] | L["ranges"][number], string>;

export interface ListDefinition<Call extends ListCall, Raw> {
  /** `from` clause with its joins. */
  from: string;
  /** The select list; aliases are the row's fields. */
  select: string;
  /** A unique column, the last key of every order. */
  id: string;
  columns: ColumnsOf<Call["list"]>;
  /** A text expression, already in lower case, that the search box looks into. */
  search?: string;
  /** Conditions that an index serves where the plain ones cannot. */
  indexed?: IndexedText & {
    /** Rows in which a word occurs, for `search`: more than a few, and walking along the sort is quicker. */
    occurrences?: (pattern: string) => RawBuilder<unknown>;
  };
  /** A lighter `from` for counting, when the joins neither add nor remove rows and no filter needs them. */
  count_from?: string;
  /** From the database's row to the contract's, where the two differ (masking, decrypting). */
  map?: (raw: Raw) => z.output<Call["row"]>;
}

/** A list bound to the rows that this caller may see. */
export interface BoundList {
  call: ListCall;
  page(db: Database, query: PageQuery): Promise<Page<unknown>>;
  /** The same in two halves: the statements to ask in one round trip, and the page made of their answers. */
  plan(db: Database, query: PageQuery): Promise<PagePlan>;
  /** All rows of the current filter, in batches, for an export. The second value of SQL is complete: cursor-ready. */
  statement(query: PageQuery): RawBuilder<unknown>;
  mapRow(raw: unknown): unknown;
}

export interface PagePlan {
  statements: Statement[];
  read(answers: Rows[]): Page<unknown>;
}

/** The lighter `from` serves as long as nothing in the conditions speaks of a table that it leaves out. */
function canCountFrom(count_from: string | undefined, conditions: string): boolean {
  if (!count_from) return false;
  const present = new Set(count_from.match(/\w+/g));
  return [...conditions.matchAll(/(?<![\w."])([a-z]\w*)\./g)].every(([, alias]) => present.has(alias ?? ""));
}

/** Up to here a condition on the rows of a word is quicker than looking for the word in row after row. */
const FEW = 500;
/** Trigram indexes know nothing of shorter words. */
const SHORTEST_INDEXED = 3;

/** Whether a word was rare when it was last looked for: which way is quicker, never what is found. */
const rarity = new Map<string, { is_rare: boolean; judged_at: number }>();
const JUDGED_MILLISECONDS = 60_000;
const MOST_JUDGED = 2_000;

async function isRare(db: Database, word: string, occurrences: (pattern: string) => RawBuilder<unknown>): Promise<boolean> {
  const found = sql<{ count: bigint }>`select count(*) as count from (${occurrences(likePattern(word))} limit ${FEW + 1}) as found`;
  const key = `${found.compile(db).sql}\u0000${word}`;
  const judged = rarity.get(key);
  if (judged && clock.milliseconds() - judged.judged_at < JUDGED_MILLISECONDS) return judged.is_rare;
  const is_rare = Number((await found.execute(db)).rows[0]?.count ?? FEW + 1) <= FEW;
  rarity.delete(key);
  rarity.set(key, { is_rare, judged_at: clock.milliseconds() });
  const oldest = rarity.keys().next().value;
  if (rarity.size > MOST_JUDGED && oldest !== undefined) rarity.delete(oldest);
  return is_rare;
}

async function rareWords(db: Database, words: string[], occurrences: (pattern: string) => RawBuilder<unknown>): Promise<Set<string>> {
  const long = words.filter((word) => word.length >= SHORTEST_INDEXED);
  const judged = await Promise.all(long.map((word) => isRare(db, word, occurrences)));
  return new Set(long.filter((_, index) => judged[index]));
}

/** Pages up to here are turned to so often that each is worth a plan of its own. */
const NEAR = 200;

/** Declares a list. `scoped(condition)` binds it to the rows the caller may see; a `map` of the request (decrypting) goes before the declared one. */
export function defineList<Call extends ListCall, Raw = z.output<Call["row"]>>(
  call: Call,
  definition: ListDefinition<Call, Raw>,
): { scoped(scope: RawBuilder<unknown>, map?: (raw: Raw) => z.output<Call["row"]>): BoundList } {
  const columns: ColumnExpressions = definition.columns;
  const whereOf = (scope: RawBuilder<unknown>, query: PageQuery, rare?: ReadonlySet<string>) =>
    sql.join([scope, ...conditionsOf(call.list, columns, definition.search, query, definition.indexed, rare)], sql` and `);
  const orderBy = (query: PageQuery) => {
    const { column, direction } = orderOf(call.list, query);
    const expression = columns[column] ?? definition.id;
    // No NULLS clause: the default is what a plain index serves in both directions.
    return sql.raw(expression === definition.id ? `${definition.id} ${direction}` : `${expression} ${direction}, ${definition.id} ${direction}`);
  };
  const selectWhere = (where: RawBuilder<unknown>, query: PageQuery) => sql`select ${sql.raw(definition.select)} from ${sql.raw(definition.from)} where ${where} order by ${orderBy(query)}`;

  const plan = async (scope: RawBuilder<unknown>, db: Database, query: PageQuery, mapRow: (raw: unknown) => unknown): Promise<PagePlan> => {
    const { search, occurrences } = definition.indexed ?? {};
    const where = whereOf(scope, query, search && occurrences ? await rareWords(db, wordsOf(query), occurrences) : undefined);
    const { column, direction } = orderOf(call.list, query);
    const from = canCountFrom(definition.count_from, `${where.compile(db).sql} ${columns[column] ?? ""}`) ? (definition.count_from ?? definition.from) : definition.from;
    const start = startAt(db, { from, where, column: columns[column] ?? definition.id, id: definition.id, direction }, (query.page - 1) * query.limit);
    const walked = start.condition ? sql`${where} and ${start.condition}` : where;
    // Written out, because a plan for an unknown limit is made for a tenth of the table.
    const limit = sql.raw(String(query.limit));
    const offset = start.offset <= NEAR ? sql.raw(String(start.offset)) : sql`${start.offset}`;
    const { sql: text, parameters } = sql`${selectWhere(walked, query)} limit ${limit}${start.offset > 0 ? sql` offset ${offset}` : sql``}`.compile(db);
    const total = planTotal(db, from, where);
    return {
      statements: [{ text, values: parameters, depends_on_values: parameters.length > 0 }, ...total.statements],
      read([rows = [], counted = []]) {
        const { count, is, counted_at } = total.read(counted);
        const totalPages = Math.max(1, Math.ceil(count / query.limit));
        return {
          items: rows.map(mapRow),
          meta: { limit: query.limit, page: query.page, totalPages, total_is: is, ...(counted_at && { total_counted_at: counted_at.toISOString() }) },
          total_count: count,
          page_count: totalPages,
        };
      },
    };
  };

  return {
    scoped(scope, map = definition.map) {
      const mapRow = (raw: unknown): unknown => (map ? map(raw as Raw) : raw);
      return {
        call,
        mapRow,
        statement: (query) => selectWhere(whereOf(scope, query), query),
        plan: (db, query) => plan(scope, db, query, mapRow),
        async page(db, query) {
          const { statements, read } = await plan(scope, db, query, mapRow);
          const answers = await Promise.all(statements.map(({ text, values }) => db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))));
          return read(answers.map(({ rows }) => rows));
        },
      };
    },
  };
}
