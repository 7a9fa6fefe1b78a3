/** A row of any list, for what does not care which. */
export type AnyRow = Record<string, unknown> & { id?: unknown };

/** A row's identity: its id, else its place. */
export const rowId = (row: AnyRow, index: number): string =>
  typeof row.id === "string" || typeof row.id === "number" ? String(row.id) : `row-${index}`;
