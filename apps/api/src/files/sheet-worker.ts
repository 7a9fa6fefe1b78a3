/** The thread in which one workbook is read (sheet.ts starts it). */
import { parentPort, workerData } from "node:worker_threads";
import { readHeader } from "@manilla/credit/bank-statement/table";
import { type CellValue, DecryptionError, EncryptedFileError, readXlsx } from "hucre";
import { ZipRefused, refuseZipBomb } from "./zip.ts";

const { data, password } = workerData as { data: Uint8Array; password: string | undefined };
const MAX_ROWS = 25_000;
const MAX_COLUMNS = 60;
/** Looked at for a heading. */
const TOP = 80;
/** How far a stored number may be from whole kobo before it counts as more precise than money is. */
const BINARY_NOISE = 1e-6;
const isProtected = data[0] === 0xd0 && data[1] === 0xcf;

function textOf(value: CellValue): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value)) return String(value);
  const rounded = value.toFixed(2);
  return Math.abs(Number(rounded) - value) < BINARY_NOISE ? rounded : String(value);
}

async function read(): Promise<{ rows: string[][]; formula_rows: number[] }> {
  if (!isProtected) refuseZipBomb(Buffer.from(data));
  const { sheets } = await readXlsx(data, { maxRows: MAX_ROWS, ...(password !== undefined && { password }) });
  const tables = sheets.map(({ rows, cells }) => {
    const formulas = [...(cells ?? [])].filter(([, cell]) => cell.formula !== undefined);
    const results = new Map(
      formulas.map(([place, cell]) => [place, cell.formulaResult ?? cell.value ?? null] as const),
    );
    const text = rows.map((row, index) =>
      row.slice(0, MAX_COLUMNS).map((value, column) => textOf(results.get(`${index},${column}`) ?? value)),
    );
    return {
      rows: text,
      formula_rows: [...new Set(formulas.map(([place]) => Number(place.split(",")[0]) + 1))].toSorted(
        (left, right) => left - right,
      ),
    };
  });
  const statement = tables.find(({ rows }) => rows.slice(0, TOP).some((cells) => readHeader(cells)));
  return statement ?? tables[0] ?? { rows: [], formula_rows: [] };
}

const CAUSES: Record<string, string> = {
  wanted: "this workbook is protected: give its password",
  wrong: "this is not the password of this workbook",
};
try {
  parentPort?.postMessage(await read());
} catch (error) {
  const cause =
    error instanceof EncryptedFileError
      ? "wanted"
      : error instanceof DecryptionError
        ? password === undefined
          ? "wanted"
          : "wrong"
        : undefined;
  parentPort?.postMessage({
    refused: (cause && CAUSES[cause]) ?? (error instanceof ZipRefused ? error.message : "this workbook cannot be read"),
    is_password_wanted: cause !== undefined,
  });
}
