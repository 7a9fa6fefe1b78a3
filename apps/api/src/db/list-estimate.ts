import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { PageShape } from "./list-page.ts";
import type { Rows, Statement } from "./pipeline.ts";

/** Asks the planner how many rows a list has. */
export function estimateOf(db: Database, { rows_of, where }: Pick<PageShape, "rows_of" | "where">): Statement {
  const { sql: text, parameters } = sql`explain (format json) select 1 from ${sql.raw(rows_of)} where ${where}`.compile(
    db,
  );
  return { text, values: parameters, is_prepared: false };
}

/** How many rows the planner expects. */
export function estimateIn([rows = []]: readonly Rows[]): number {
  const [row] = rows as { "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }[];
  return row?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0;
}
