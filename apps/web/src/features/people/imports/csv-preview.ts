/** A first look at a CSV file on the device: which columns it has and about how many rows. The server reads it properly. */

/** The columns that C031 knows. */
export const REQUIRED_COLUMNS = ["name", "email", "phone"] as const;
export const OPTIONAL_COLUMNS = [
  "date_of_birth",
  "gender",
  "address",
  "state",
  "employment_status",
  "employer",
  "salary",
  "salary_kobo",
  "salary_day",
] as const;

export interface Preview {
  columns: string[];
  missing: string[];
  /** Columns that the import leaves out. */
  unknown: string[];
  /** Lines after the heading that have something in them. */
  rows: number;
  /** It holds something else than text, such as a picture with another name. */
  isNoText: boolean;
}

/** Looks at the text of a CSV file. A line break inside quotes counts as part of its row. */
export function previewOf(text: string): Preview {
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
  const columns = (heading ?? "")
    .replace(/^\uFEFF/, "")
    .split(/[,;\t]/)
    .map((column) => column.trim().replace(/^"|"$/g, "").toLowerCase().replace(/\s+/g, "_"))
    .filter(Boolean);
  const known: readonly string[] = [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS];
  return {
    columns,
    missing: REQUIRED_COLUMNS.filter((column) => !columns.includes(column)),
    unknown: columns.filter((column) => !known.includes(column)),
    rows,
    isNoText: /[\0\uFFFD]/.test(text.slice(0, 100_000)),
  };
}
