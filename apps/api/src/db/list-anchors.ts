/** Deep pages of large filters: the keys of every 500th row, read once in the background, replace a long OFFSET by a short walk. */
import { type RawBuilder, sql } from "kysely";
import { clock } from "../clock.ts";
import type { Database } from "./database.ts";
import { keepNewest } from "./keep-newest.ts";

const STEP = 500;
/** Below this OFFSET is as quick. */
const OFFSET_ANCHOR_THRESHOLD = 2_000;
const FRESH_MILLISECONDS = 60_000;
const REMEMBERED = 50;
/** About 16 MB of keys at most for one list. */
const MAX_ROWS = 20_000_000;

interface Anchors {
  /** `[sort value, id]` of rows 0, 500, 1000, …; values as text, so that they come back exactly as they were. */
  keys: [string | null, string][];
  read_at: number;
}

const remembered = new Map<string, Anchors>();
const reading = new Set<string>();

export interface OrderedRows {
  from: string;
  where: RawBuilder<unknown>;
  /** SQL of the sort column and of the unique id that follows it. */
  column: string;
  id: string;
  direction: "asc" | "desc";
}

const keyOf = (db: Database, rows: OrderedRows): string => {
  const { sql: text, parameters } =
    sql`select ${sql.raw(`${rows.from} ${rows.column} ${rows.direction}`)} ${rows.where}`.compile(db);
  return `${text}\u0000${JSON.stringify(parameters)}`;
};

function readInBackground(db: Database, key: string, { from, where, column, id, direction }: OrderedRows): void {
  if (reading.has(key)) return;
  reading.add(key);
  sql<{ sort: string | null; id: string }>`
    select sort, id
    from (
      select (${sql.raw(column)})::text as sort, (${sql.raw(id)})::text as id,
        row_number() over (
          order by ${sql.raw(column)} ${sql.raw(direction)}, ${sql.raw(id)} ${sql.raw(direction)}
        ) - 1 as position
      from ${sql.raw(from)}
      where ${where}
      limit ${MAX_ROWS}
    ) as numbered
    where position % ${STEP} = 0
    order by position
  `
    .execute(db)
    .then(({ rows }) => {
      keepNewest(
        remembered,
        key,
        { keys: rows.map((row) => [row.sort, row.id]), read_at: clock.milliseconds() },
        REMEMBERED,
      );
    })
    .catch(() => remembered.delete(key))
    .finally(() => reading.delete(key));
}

/** The condition to add and the rows to skip for a row number. Without keys, or where the sort column is empty, all are skipped. */
export function startAt(
  db: Database,
  rows: OrderedRows,
  offset: number,
): { condition?: RawBuilder<unknown>; offset: number } {
  if (offset < OFFSET_ANCHOR_THRESHOLD) return { offset };
  const key = keyOf(db, rows);
  const anchors = remembered.get(key);
  if (!anchors || clock.milliseconds() - anchors.read_at > FRESH_MILLISECONDS) readInBackground(db, key, rows);
  const [value, id] = anchors?.keys[Math.floor(offset / STEP)] ?? [null, ""];
  const hasEmpty = rows.direction === "asc" && anchors?.keys.at(-1)?.[0] === null;
  if (value === null || hasEmpty) return { offset };
  const comparison = sql.raw(rows.direction === "asc" ? ">=" : "<=");
  const condition =
    rows.column === rows.id
      ? sql`${sql.raw(rows.id)} ${comparison} ${sql.lit(id)}`
      : sql`(${sql.raw(rows.column)}, ${sql.raw(rows.id)}) ${comparison} (${sql.lit(value)}, ${sql.lit(id)})`;
  return { condition, offset: offset % STEP };
}
