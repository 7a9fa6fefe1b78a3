/** The calls that read imports, the same for people, a company's staff and loans: earlier files, one of them, its rows, and the refused ones to correct. */
import { z } from "zod";
import { type Can, get, idParams, list } from "../endpoint.ts";

interface Imports<Row extends z.ZodType, Line extends z.ZodType, Status extends string> {
  /** Of all imports of the kind. */
  path: string;
  can: Exclude<Can, string>;
  /** What a file holds: "employees". */
  of: string;
  row: Row;
  line: Line;
  statuses: readonly [Status, ...Status[]];
  verdicts: readonly [string, ...string[]];
  /** Columns of the row that sort besides. */
  sorts?: readonly string[];
}

/** @returns the four calls, to be exported by the noun under these names */
export const importReads = <Row extends z.ZodType, Line extends z.ZodType, const Status extends string>({
  path,
  can,
  of,
  row,
  line,
  statuses,
  verdicts,
  sorts = [],
}: Imports<Row, Line, Status>) => ({
  listAll: list(path, {
    spec: "added",
    because: "Earlier files with their results.",
    summary: `Files of ${of} that were sent`,
    can,
    row,
    search: ["file_name"],
    filters: { status: { kind: "choice", options: statuses } },
    // Those of all files: what one kind has besides, its own query selects.
    sorts: ["created_at", "finished_at", ...(sorts as readonly "finished_at"[])],
    ranges: ["created_at"],
    default_sort: "-created_at",
  }),
  find: get(`${path}/{id}`, {
    spec: "added",
    because: "A file is worked through by a job; this shows how far it is.",
    summary: `How far a file of ${of} is`,
    can,
    params: idParams,
    response: z.object({ import: row }),
  }),
  rows: list(`${path}/{id}/rows`, {
    spec: "added",
    because: "The verdict of every row.",
    summary: `The rows of a file of ${of} with their verdicts`,
    can,
    params: idParams,
    row: line,
    filters: { verdict: { kind: "choice", options: verdicts } },
    sorts: ["number"],
    default_sort: "number",
  }),
  refused: get(`${path}/{id}/refused`, {
    spec: "added",
    because: "Refused rows come back as a file to correct.",
    summary: `The refused rows of a file of ${of} as CSV, each with its reasons`,
    can,
    kind: "file",
    params: idParams,
  }),
});
