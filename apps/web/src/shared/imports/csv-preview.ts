/** A first look at a CSV file on the device: which columns it has and about how many rows. The server reads it properly. */
import { type ColumnsOfFile, columnsBy } from "@manilla/contract/people/import-columns";

export interface Preview {
  /** The headings as the file writes them. */
  headings: string[];
  /** Of the columns without which nobody is made, those that the file has not. */
  missing: string[];
  /** Headings that say none of our columns: they are left out, unless somebody names them. */
  unknown: string[];
  /** Lines after the heading that have something in them. */
  rows: number;
  /** It holds something else than text, such as a picture with another name. */
  isNoText: boolean;
}

/** What of the headings is read, and what is missing, with what somebody has named. @param file its columns */
export function readingOf(
  headings: readonly string[],
  { columns, required, synonyms }: ColumnsOfFile,
  named: Readonly<Record<string, string | undefined>> = {},
): Pick<Preview, "missing" | "unknown"> {
  const read = columnsBy(headings, named, synonyms);
  const isThere = (column: string): boolean =>
    read.includes(column) || (column === "name" && read.includes("first_name"));
  const known = [...columns, "first_name", "last_name"];
  return {
    missing: required.filter((column) => !isThere(column)),
    unknown: headings.filter((_, at) => !known.includes(read[at] ?? "")),
  };
}

/** Looks at the text of a CSV file. A line break inside quotes counts as part of its row. @param file its columns */
export function previewOf(text: string, file: ColumnsOfFile): Preview {
  let quoted = false;
  let rows = 0;
  let hasContent = false;
  let heading: string | undefined;
  let start = 0;
  const end = (at: number): void => {
    if (heading === undefined) heading = text.slice(start, at);
    else if (hasContent) rows += 1;
    hasContent = false;
    start = at + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    if (character === "\n" && !quoted) end(at);
    else if (character !== "\r" && character !== "," && character !== " ") hasContent = true;
  }
  if (start < text.length) end(text.length);
  const first = (heading ?? "").replace(/^\uFEFF/, "");
  const delimiter =
    [",", ";", "\t"].toSorted((one, two) => first.split(two).length - first.split(one).length)[0] ?? ",";
  // A delimiter inside quotes is part of a heading.
  const headings = [...first.matchAll(new RegExp(`(?:"(?:[^"]|"")*"|[^${delimiter}])+`, "g"))]
    .map(([cell]) => cell.trim().replace(/^"|"$/g, "").replaceAll('""', '"').trim())
    .filter(Boolean);
  return { headings, ...readingOf(headings, file), rows, isNoText: /[\0\uFFFD]/.test(text.slice(0, 100_000)) };
}
