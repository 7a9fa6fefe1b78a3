import { type RawBuilder, sql } from "kysely";
import { clock } from "../clock.ts";
import type { Database } from "./database.ts";
import type { Rows, Statement } from "./list-round-trip.ts";

/** Up to here a count is exact and cheap on every request; beyond it one exact count serves everyone for a while. */
const COUNTED_UP_TO = 10_000;
const FRESH_MILLISECONDS = 15_000;
const REMEMBERED = 500;

export interface Total {
  count: number;
  /** `exact`: counted now. `counted`: exact at `counted_at`. `at_least`: more than that, the exact figure is being counted. */
  is: "exact" | "counted" | "at_least";
  counted_at?: Date;
}

interface Remembered {
  count: number;
  counted_at: Date;
}

const remembered = new Map<string, Remembered>();
const counting = new Set<string>();

/**
 * The total of a filter. Small ones are counted exactly each time; a large one is counted once in the background and kept
 * fresh while people look at it, because counting is what makes large lists slow (design/performance.md).
 * @returns what has to be asked, if anything, and how the total is read from the answer
 */
export function planTotal(db: Database, from: string, where: RawBuilder<unknown>): { statements: Statement[]; read(rows: Rows): Total } {
  const statement = sql`select 1 from ${sql.raw(from)} where ${where}`;
  const compiled = statement.compile(db);
  const key = `${compiled.sql}\u0000${JSON.stringify(compiled.parameters)}`;
  const known = remembered.get(key);
  if (known) {
    if (clock.milliseconds() - known.counted_at.getTime() > FRESH_MILLISECONDS) countInBackground(db, key, statement);
    return { statements: [], read: () => ({ count: known.count, is: "counted", counted_at: known.counted_at }) };
  }
  const text = `select count(*) as count from (${compiled.sql} limit ${COUNTED_UP_TO + 1}) as counted`;
  return {
    statements: [{ text, values: compiled.parameters, depends_on_values: compiled.parameters.length > 0 }],
    read(rows) {
      const count = Number(rows[0]?.["count"] ?? 0n);
      if (count <= COUNTED_UP_TO) return { count, is: "exact" };
      countInBackground(db, key, statement);
      return { count, is: "at_least" };
    },
  };
}

function countInBackground(db: Database, key: string, statement: RawBuilder<unknown>): void {
  if (counting.has(key)) return;
  counting.add(key);
  sql<{ count: bigint }>`select count(*) as count from (${statement}) as counted`
    .execute(db)
    .then(({ rows }) => {
      const count = Number(rows[0]?.count ?? 0n);
      remembered.delete(key);
      // A list that has shrunk is counted exactly again, on each request.
      if (count > COUNTED_UP_TO) remembered.set(key, { count, counted_at: clock.now() });
      const oldest = remembered.keys().next().value;
      if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    })
    .catch(() => remembered.delete(key))
    .finally(() => counting.delete(key));
}
