/**
 * What one request of a list asks of the database: all rows of its filter found, counted and the page of them, in one statement or two; a walk along its sort
 * where they are many.
 */
import type { ListDeclaration, Page, PageQuery } from "@manilla/contract/page";
import { type Condition, type PageRequest, readPageQuery } from "@manilla/contract/page-request";
import { type RawBuilder, sql } from "kysely";
import { InvalidFields } from "../errors.ts";
import type { Database } from "./database.ts";
import { startAt } from "./list-anchors.ts";
import {
  type ColumnExpressions,
  type IndexedText,
  type Searched,
  asConstant,
  asParameter,
  conditionOf,
  looksForText,
  wordConditions,
} from "./list-conditions.ts";
import { estimateOf } from "./list-estimate.ts";
import {
  type Found,
  type PageShape,
  WALK,
  countedWithPage,
  found,
  foundWithPage,
  pageOfFound,
  statementOf,
  walkedPage,
} from "./list-page.ts";
import { type Total, totalOf } from "./list-total.ts";
import type { Rows, Statement } from "./pipeline.ts";
import { repeats } from "./repeated.ts";

/** What a list's own walk is given: the request, the page's shape, and conditions with others in the place of the request's own. */
export interface WalkedRequest {
  request: PageRequest;
  shape: PageShape;
  conditionsOf(conditions: readonly Condition[]): RawBuilder<unknown>;
}

export interface PagePlan {
  /** Asked first, where many rows are likely: what the planner expects. */
  estimated_by?: Statement;
  statements: Statement[];
  /** @returns undefined when there turned out to be more rows than had been taken for granted: planned again, the statements are others */
  read(answers: Rows[]): Page<unknown> | undefined;
}

/** What is the same for each request of a list. */
export interface Prepared {
  list: ListDeclaration;
  select: string;
  /** What a page selects: the row's fields, and facts for its abilities. */
  shown: string;
  from: string;
  id: string;
  id_type: string;
  /** The shortest first. */
  rows_of: readonly string[];
  columns: ColumnExpressions;
  search: readonly Searched[];
  indexed: IndexedText;
  walk: ((walked: WalkedRequest) => RawBuilder<unknown> | undefined) | undefined;
}

/** A part of `from` serves as long as nothing in the conditions speaks of a table that it leaves out. */
function suffices(rows_of: string, conditions: string): boolean {
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
export function requestOf({ list, search }: Prepared, query: PageQuery): PageRequest {
  const request = readPageQuery(list, query);
  if (request.words.length > 0 && search.length === 0) request.errors["search"] = ["this list has no search"];
  if (Object.keys(request.errors).length > 0) throw new InvalidFields(request.errors);
  return request;
}

export function whereOf(
  { list, columns, search, indexed, id }: Prepared,
  scope: RawBuilder<unknown>,
  { words, conditions }: Pick<PageRequest, "words" | "conditions">,
  given = asConstant,
): RawBuilder<unknown> {
  const asked = conditions.map((one) =>
    conditionOf(one, columns[one.name] ?? id, list.filters[one.name]?.options === undefined, indexed[one.name], given),
  );
  return sql.join([scope, ...asked, ...wordConditions(search, words)], sql` and `);
}

function shapeOf(prepared: Prepared, db: Database, scope: RawBuilder<unknown>, request: PageRequest): PageShape {
  const { shown: select, from, id, id_type, columns } = prepared;
  const { direction, limit, offset } = request;
  const where = whereOf(prepared, scope, request);
  const column = columns[request.column] ?? id;
  const asked = `${where.compile(db).sql} ${column}`;
  const rows_of = prepared.rows_of.find((part) => suffices(part, asked)) ?? from;
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

export function planOf(
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
        // A page that is not full is the last one: the planner was wrong, or the page lies behind the end.
        if (isEstimate && rows.length < shape.limit) {
          total.forget();
          return undefined;
        }
        return pageOf(known, rows.map(mapRow), query);
      },
    };
  }
  const pageWith = (all: Rows, rows: Rows): Page<unknown> | undefined => {
    const [{ _total = 0n, _took = 0 } = {}] = all as Partial<Found>[];
    const counted = total.read(Number(_total), _took);
    return counted && pageOf(counted, rows.map(mapRow), query);
  };
  const finding = statementOf(db, found(shape), isOwn);
  if (finding.is_prepared) {
    const atOnce = isOwn && !looksForText(request) ? countedWithPage(shape) : foundWithPage(shape);
    const { sql: text, parameters: values } = atOnce.compile(db);
    return {
      statements: [{ text, values }],
      read: ([rows = []]) =>
        pageWith(
          rows,
          rows.flatMap(({ _total, _took, _is_row, ...row }) => (_is_row ? [row] : [])),
        ),
    };
  }
  const { sql: text, parameters: values } = pageOfFound(shape).compile(db);
  return {
    // Of a text the planner knows too little.
    ...(total.is_estimated && !looksForText(request) && { estimated_by: estimateOf(db, shape) }),
    statements: [finding, { text, values }],
    read: ([all = [], rows = []]) => pageWith(all, rows),
  };
}
