/** A summary of a list: its groups over all rows of the filter, counted and added up in SQL over the list's own query. */
import { counted, sentence } from "@manilla/contract/formats";
import { MAX_GROUPS, datePeriods, measureKinds } from "@manilla/contract/platform/report-rules";
import type * as calls from "@manilla/contract/platform/reports";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { type Cell, type ExportedFile, cellOf, exportList, fileOf } from "../../../db/list-export.ts";
import { Conflict, NotAllowed } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { type Group, type Ready, type Spec, readyFor } from "./lists.ts";

type Summary = z.output<typeof calls.summarise.response>;
/** Others wait for the same database. */
const MAX_SUMMARY_MILLISECONDS = 15_000;
const CANCELLED = "57014";
type Line = Summary["lines"][number];

/** The text of a group's value: days and months of Lagos, `yyyy-mm-dd` and `yyyy-mm`. */
function valueOf({ name, kind }: Group, by: "day" | "month" | null): RawBuilder<unknown> {
  const column = sql`t.${sql.ref(name)}`;
  const length = by === "month" ? 7 : 10;
  if (kind === "moment")
    return sql`left((${column}::timestamptz at time zone 'Africa/Lagos')::text, ${sql.lit(length)})`;
  return kind === "date" ? sql`left(${column}::text, ${sql.lit(length)})` : sql`${column}::text`;
}

const worded = (value: string | null, { kind }: Group): string | null => {
  if (value === null || value === "") return null;
  if (kind === "boolean") return value === "true" ? "Yes" : "No";
  return kind === "choice" ? sentence(value) : value;
};

/** Whether a report is a summary; else it is the rows themselves. */
export const isSummary = ({ group_by, measures }: Pick<Spec, "group_by" | "measures">): boolean =>
  group_by.length + measures.length > 0;

/** @param ready as {@link readyFor} made it of the same report: what may not be seen was refused there */
export async function summaryOf(
  db: Database,
  { list, query, offer }: Ready,
  { group_by, measures }: Spec,
): Promise<Summary> {
  const groups = group_by.map(({ column, by }) => ({ ...offer.groups.find(({ name }) => name === column)!, by }));
  const values = groups.map((group, at) => sql`${valueOf(group, group.by)} as ${sql.ref(`g${at}`)}`);
  const names = [...new Set([...group_by, ...measures].map(({ column }) => column))];
  const amounts = measures.map(({ column, of }, at) => {
    const amount = sql`x.${sql.ref(column)}`;
    const made = of === "sum" ? sql`sum(${amount})` : sql`round(avg(${amount}))`;
    return sql`${made}::bigint as ${sql.ref(`m${at}`)}`;
  });
  const keys = sql.join(
    groups.map((_, at) => sql.ref(`g${at}`)),
    sql`, `,
  );
  const isGrouped = groups.length > 0;
  const statement = sql<Record<string, unknown>>`
    select ${sql.join([
      ...groups.map((_, at) => sql.ref(`g${at}`)),
      isGrouped ? sql`grouping(g0) = 1 as is_total` : sql`true as is_total`,
      sql`count(*)::int as count`,
      ...amounts,
    ])}
    from (select ${sql.join([sql`t.*`, ...values])} from (${list.parts(query, names)}) t) x
    ${isGrouped ? sql`group by grouping sets ((${keys}), ()) order by is_total desc, ${keys} limit ${sql.lit(MAX_GROUPS + 2)}` : sql``}
  `;
  const { rows } = await db
    .transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(MAX_SUMMARY_MILLISECONDS)}`.execute(tx);
      return statement.execute(tx);
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== CANCELLED) throw error;
      throw new Conflict("This takes too long: filter for fewer rows.", "too_long");
    });
  const lines = rows.map((row): Line & { is_total: boolean } => ({
    is_total: row["is_total"] === true,
    values: groups.map((group, at) => worded(row[`g${at}`] as string | null, group)),
    count: row["count"] as number,
    amounts: measures.map((_, at) => row[`m${at}`] as bigint | null),
  }));
  const total = lines.find(({ is_total }) => is_total)!;
  const shown = lines.filter(({ is_total }) => !is_total);
  return {
    groups: groups.map(({ name, label, by }) => ({ column: name, label, by })),
    measures: measures.map(({ column, of }) => ({
      column,
      label: offer.measures.find(({ name }) => name === column)!.label,
      of,
    })),
    lines: shown.slice(0, MAX_GROUPS),
    total,
    is_cut: shown.length > MAX_GROUPS,
  };
}

const headingsOf = ({ groups, measures }: Summary): string[] => [
  ...groups.map(({ label, by }) => (by === null ? label : `${label}, ${datePeriods[by]}`)),
  "Rows",
  ...measures.map(({ label, of }) => `${label}, ${measureKinds[of].toLowerCase()} (NGN)`),
];

/** As the screen shows it: the groups, and the total of all rows. */
async function* cellsOf({ groups, lines, total, is_cut }: Summary): AsyncGenerator<Cell[][]> {
  const rowOf = (values: readonly unknown[], { count, amounts }: Pick<Line, "count" | "amounts">): Cell[] => [
    ...values.map(cellOf),
    count,
    ...amounts.map(cellOf),
  ];
  yield lines.map((line) => rowOf(line.values, line));
  const cut = is_cut ? `Total of all groups; ${counted(MAX_GROUPS, "group")} are shown` : "Total";
  if (groups.length === 0) yield [rowOf([], total)];
  else yield [rowOf([cut, ...groups.slice(1).map(() => null)], total)];
}

/**
 * A report as a file, with the rights of the context's own person.
 * @param at when it was due: its periods are counted from that day
 * @param onRows called with how many rows of a list have been read, or lines of a summary; what it throws ends the file
 * @throws as {@link readyFor}
 */
export async function reportFile(
  context: Context,
  spec: Spec,
  format: "csv" | "xlsx",
  at?: Date,
  onRows?: (rows: number) => void,
): Promise<ExportedFile & { hidden: readonly string[] }> {
  const ready = await readyFor(context, spec, at);
  const { hidden } = ready;
  const query = { ...ready.query, exportType: format };
  if (isSummary(spec)) {
    const summary = await summaryOf(context.db, ready, spec);
    onRows?.(summary.lines.length);
    return { ...fileOf(query, headingsOf(summary), cellsOf(summary)), hidden };
  }
  const seen = ready.offer.columns.map(({ name }) => name);
  const fields = spec.columns?.filter((name) => !hidden.includes(name)) ?? seen;
  if (fields.length === 0) throw new NotAllowed("You may see none of its columns.", "may_not_see");
  await ready.list.looked?.();
  return { ...exportList(context.pool, context.db, { ...ready.list, fields }, query, undefined, onRows), hidden };
}
