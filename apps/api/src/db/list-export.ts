import { Readable } from "node:stream";
import type { PageQuery } from "@manilla/contract/page";
import { date } from "@manilla/contract/formats";
import { stringify } from "csv-stringify/sync";
import { writeXlsxStream } from "hucre/xlsx";
import type pg from "pg";
import { clock } from "../clock.ts";
import type { Database } from "./database.ts";
import type { BoundList } from "./list.ts";
import { type Scope, scopeStatement } from "./scope.ts";

const BATCH = 2_000;
/** More than a sheet can carry is refused rather than cut off in silence. */
const MOST_ROWS = 1_000_000;

const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

type Cell = string | number | boolean | null;

/** A cell that a spreadsheet would run as a formula becomes plain text. */
export function neutralise(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Kobo as a decimal number of naira, exact in its text form. */
const decimalOf = (kobo: bigint): string => {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, "0");
  return `${kobo < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  // Dividing rounds as reading the decimal would, as long as the kobo are exact.
  if (typeof value === "bigint") return value >= -EXACT && value <= EXACT ? Number(value) / 100 : Number(decimalOf(value));
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return neutralise(value);
  if (typeof value === "object" && "name" in value && typeof value.name === "string") return neutralise(value.name);
  return neutralise(JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item)));
}

const headingOf = (field: string): string => field.replace(/_kobo$/, " (NGN)").replace(/_/g, " ");

/** The rows of the current filter in batches, through a server-side cursor: memory stays flat however many there are. */
async function* batchesOf(pool: pg.Pool, db: Database, list: BoundList, query: PageQuery, scope: Scope | undefined): AsyncGenerator<unknown[]> {
  const { sql, parameters } = list.statement(query).compile(db);
  const client = await pool.connect();
  try {
    await client.query("begin read only");
    await client.query("set local statement_timeout = 0");
    if (scope) await client.query(scopeStatement(scope).text, [...scopeStatement(scope).values]);
    await client.query(`declare export_rows no scroll cursor for ${sql} limit ${MOST_ROWS}`, [...parameters]);
    const fetchNext = () => client.query<object>(`fetch forward ${BATCH} from export_rows`);
    for (let next = fetchNext(); ; ) {
      const { rows } = await next;
      if (rows.length === 0) break;
      // The database reads on while these rows are written.
      next = fetchNext();
      next.catch(() => undefined);
      yield rows.map((row: unknown) => list.mapRow(row));
    }
    await client.query("commit");
  } finally {
    // An export that was cancelled half-way gives its connection back without its transaction.
    await client.query("rollback").catch(() => undefined);
    client.release();
  }
}

async function* cellsOf(batches: AsyncGenerator<unknown[]>, fields: string[], onRows: (rows: number) => void): AsyncGenerator<Cell[][]> {
  let rows = 0;
  for await (const batch of batches) {
    onRows((rows += batch.length));
    yield batch.map((row) => fields.map((field) => cellOf((row as Record<string, unknown>)[field])));
  }
}

async function* oneByOne(batches: AsyncGenerator<Cell[][]>): AsyncGenerator<Cell[]> {
  for await (const batch of batches) yield* batch;
}

function fieldOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "number") return String(cell);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A batch at a time: a stream that is handed row after row takes longer than the database. */
async function* linesOf(headings: string[], batches: AsyncGenerator<Cell[][]>): AsyncGenerator<string> {
  yield stringify([headings], { bom: true });
  for await (const batch of batches) yield batch.map((row) => `${headings.map((_, index) => fieldOf(row[index])).join(",")}\n`).join("");
}

/** What the file says of itself, as the heading of an empty last column: when it was made, and of which rows. */
function stampOf(query: PageQuery): string {
  const { search, fullTextSearch, filter, rangeStart, rangeEnd, rangeKey } = query;
  const range = rangeStart || rangeEnd ? `${rangeKey ?? "date"} ${rangeStart ?? ""} to ${rangeEnd ?? ""}` : undefined;
  const words = [search && `search ${search}`, fullTextSearch && `search ${fullTextSearch}`, filter && `filter ${filter}`, range].filter(Boolean).join("; ");
  return `Exported ${date(clock.now())} (Africa/Lagos)${words ? `: ${words}` : ": all rows"}`;
}

/**
 * A streamed export of the filtered rows (not of the page), formula injection neutralised. The last heading says when it was made and of what.
 * @param onRows told how many rows have been read, a batch at a time
 * @returns the file's name as specified (K027, K028) and its bytes as they come
 */
export function exportList(pool: pg.Pool, db: Database, list: BoundList, query: PageQuery, scope?: Scope, onRows: (rows: number) => void = () => undefined): { name: string; media_type: string; body: Readable } {
  // A row is always an object schema; zod's common type does not say so.
  const shape = list.call.row as unknown as { shape?: Record<string, unknown> };
  const fields = Object.keys(shape.shape ?? {});
  const rows = cellsOf(batchesOf(pool, db, list, query, scope), fields, onRows);
  if (query.exportType === "csv") {
    return { name: "data.csv", media_type: "text/csv; charset=utf-8", body: Readable.from(linesOf([...fields.map(headingOf), stampOf(query)], rows), { highWaterMark: 4 }) };
  }
  const stream = writeXlsxStream(oneByOne(rows), {
    name: "Export",
    columns: [...fields.map((field) => ({ header: headingOf(field), key: field })), { header: stampOf(query), key: "_stamp" }],
    freezePane: { rows: 1 },
    inlineStrings: true,
  });
  return {
    name: "download.xlsx",
    media_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    body: Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]),
  };
}
