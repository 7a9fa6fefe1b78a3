/**
 * The statement of one page of a list, in two shapes. How long the walk along a sort is until twenty rows were met depends on how the filter and the
 * sort hang together, which no statistics tell; how long it takes to find all rows of a filter does not. So what is few is found first, counted and
 * then sorted; only what is many is walked along the sort, and there a page is met soon.
 */
import { type RawBuilder, sql } from "kysely";
import { COUNTED_UP_TO } from "./list-total.ts";
import type { Database } from "./database.ts";
import type { Statement } from "./pipeline.ts";
import { repeats } from "./repeated.ts";

export interface PageShape {
  select: string;
  from: string;
  /** A part of `from` that has the same rows and everything that the conditions and the sort speak of; `from` itself where there is none. */
  rows_of: string;
  /** Whose rows; `where` begins with it. */
  scope: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** SQL of the sort column and of the id that follows it, unique within the scope; they may be the same. */
  column: string;
  id: string;
  /** PostgreSQL's type of the id. */
  id_type: string;
  direction: "asc" | "desc";
  limit: number;
  offset: number;
}

/** What is answered of all rows of a filter. */
export interface Found extends Record<string, unknown> {
  _total: bigint;
  /** Milliseconds that finding and counting took. */
  _took: number;
}

/** No NULLS clause: the default is what a plain index serves in both directions. */
export const orderBy = (column: string, id: string, direction: "asc" | "desc"): RawBuilder<unknown> =>
  sql.raw(column === id ? `${id} ${direction}` : `${column} ${direction}, ${id} ${direction}`);

/** Written out, because a plan for an unknown limit is made for a tenth of the table. */
const window = (limit: number, offset: number): RawBuilder<unknown> =>
  sql.raw(offset === 0 ? `limit ${limit}` : `limit ${limit} offset ${offset}`);

const allFound = ({ rows_of, where, column, id }: PageShape): RawBuilder<unknown> => sql`
  with _found as materialized (
    select ${sql.raw(`${id} as _id, ${column} as _sort from ${rows_of}`)}
    where ${where}
    limit ${sql.raw(String(COUNTED_UP_TO + 1))}
  )
`;
const COUNTED = sql`count(*) as _total, extract(epoch from clock_timestamp() - statement_timestamp())::float8 * 1000 as _took`;
const idsOfPage = ({ direction, limit, offset }: PageShape): RawBuilder<unknown> =>
  sql`array(select _id from _found order by ${orderBy("_sort", "_id", direction)} ${window(limit, offset)})`;

/**
 * All rows of the filter, counted (one row more than is counted at most tells that there are more), one row with `_total` and `_took`. Which of them are on the page is left for
 * {@link pageOfFound} in a setting of the transaction. In two statements, because only the first has to be planned for its values, and the second has most of the tables.
 */
export const found = (shape: PageShape): RawBuilder<unknown> =>
  sql`${allFound(shape)} select ${COUNTED}, set_config('manilla.page', ${idsOfPage(shape)}::text, true) as _page from _found`;

/** The page that {@link found} has left in the same transaction. The scope is applied again: an id may be unique within it only. */
export function pageOfFound({ select, from, scope, column, id, id_type, direction }: PageShape): RawBuilder<unknown> {
  return sql`
    select ${sql.raw(`${select} from ${from}`)}
    where ${scope} and ${sql.raw(`${id} = any(current_setting('manilla.page')::${id_type}[])`)}
    order by ${orderBy(column, id, direction)}
  `;
}

/** {@link found} and its page at once, where the plan is kept: rows with `_total`, `_took` and `_is_row`, which is null in the one row of a page without any. */
export function foundWithPage(shape: PageShape): RawBuilder<unknown> {
  const { select, from, scope, column, id, direction } = shape;
  return sql`
    ${allFound(shape)}
    select _all._total, _all._took, _row.*
    from (select ${COUNTED}, ${idsOfPage(shape)} as _ids from _found) as _all
    left join lateral (
      select ${sql.raw(`${select}, true as _is_row from ${from}`)}
      where ${scope} and ${sql.raw(id)} = any(_all._ids)
      order by ${orderBy(column, id, direction)}
    ) as _row on true
  `;
}

/**
 * Settings of a walk along an index until enough rows were met, for its transaction: however rare the planner takes a text for, the rows are not to be looked
 * up and sorted, nor read by parallel workers, which take longer to start than the walk; and the plan is the same for every text.
 */
export const WALK: Statement = {
  text: `
    select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true), set_config('plan_cache_mode', 'force_generic_plan', true)
  `,
  values: [],
};

/** The alias of the one table whose rows are chosen before the others are joined; undefined where there are several. */
export const aliasOf = ({ from, rows_of }: Pick<PageShape, "from" | "rows_of">): string | undefined =>
  from.startsWith(rows_of) && /^\s/.test(from.slice(rows_of.length)) ? /^[\w.]+ (\w+)$/.exec(rows_of)?.[1] : undefined;

/** From this many skipped rows on they are met in the index alone: reading each costs more than finding the rows of the page by their ids. */
const SKIPPED_IN_INDEX = 100;

/** Rows of that table, in the order of the list. */
export function walkOver(
  { rows_of, scope, column, id, direction }: PageShape,
  alias: string,
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
): RawBuilder<unknown> {
  const order = orderBy(column, id, direction);
  const walked = (what: string) =>
    sql`select ${sql.raw(`${what} from ${rows_of}`)} where ${condition} order by ${order} ${window(limit, offset)}`;
  if (offset < SKIPPED_IN_INDEX) return sql`(${walked(`${alias}.*`)})`;
  // The scope is applied again: an id may be unique within it only.
  return sql`
    (
      select ${sql.raw(`${alias}.* from ${rows_of}`)}
      where ${scope} and ${sql.raw(id)} = any(array(${walked(id)}))
      order by ${order}
    )
  `;
}

/** The page out of the first rows of several walks. @param walks after `from` */
export const mergedWalks = (
  { column, id, direction, limit, offset }: PageShape,
  alias: string,
  walks: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`
    (
      select ${sql.raw(`${alias}.* from`)} ${walks} as ${sql.raw(alias)}
      order by ${orderBy(column, id, direction)} ${window(limit, offset)}
    )
  `;

/**
 * The page met by a walk along the sort. Where the rows are those of one table they are chosen there, and joined to the rest afterwards.
 * @param chosen the rows of that table, found in another way
 */
export function walkedPage(shape: PageShape, chosen?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { select, from, rows_of, where, column, id, direction, limit, offset } = shape;
  const order = orderBy(column, id, direction);
  const alias = aliasOf(shape);
  if (alias === undefined)
    return sql`select ${sql.raw(`${select} from ${from}`)} where ${where} order by ${order} ${window(limit, offset)}`;
  return sql`
    select ${sql.raw(select)}
    from ${chosen ?? walkOver(shape, alias, where, limit, offset)} as ${sql.raw(alias)}${sql.raw(from.slice(rows_of.length))}
    order by ${order}
  `;
}

/**
 * A statement that recurs is prepared if all its values are in its text, or if its rows belong to a scope. Any other is planned for its values.
 * @param isOwn the rows belong to a scope: an index finds them, and the other conditions only filter
 */
export function statementOf(db: Database, built: RawBuilder<unknown>, isOwn: boolean): Statement {
  const { sql: text, parameters } = built.compile(db);
  return { text, values: parameters, is_prepared: (isOwn || parameters.length === 0) && repeats(text) };
}

/**
 * All rows of the filter counted, and the page met by a walk along the sort: as {@link foundWithPage} answers. For rows of a scope, which bound the walk and
 * whose index also counts them; what looks into texts is asked of each row once, by the other.
 */
export function countedWithPage(shape: PageShape): RawBuilder<unknown> {
  const { rows_of, where, select } = shape;
  return sql`
    select _all._total, _all._took, _row.*
    from (
      select ${COUNTED} from (
        select 1 from ${sql.raw(rows_of)} where ${where} limit ${sql.raw(String(COUNTED_UP_TO + 1))}
      ) as counted
    ) as _all
    left join lateral (${walkedPage({ ...shape, select: `${select}, true as _is_row` })}) as _row on true
  `;
}
