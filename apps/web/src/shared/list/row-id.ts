/** A row of any list, for what does not care which. */
export type AnyRow = Record<string, unknown> & { id?: unknown };

/** A row's identity: its id, else its place. */
export const rowId = (row: AnyRow, index: number): string =>
  typeof row.id === "string" || typeof row.id === "number" ? String(row.id) : `row-${index}`;

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== ""
    ? value
    : typeof value === "object" && value !== null && "name" in value
      ? textOf(value.name)
      : undefined;

/** The name of a row for screen readers: its person, else its title, with the reference; else its place. */
export function rowName(row: AnyRow, index: number): string {
  const { customer, employee, person, name, last_name, title, reference, label } = row as Record<string, unknown>;
  const whole = [textOf(name), textOf(last_name)].filter(Boolean).join(" ");
  const found = [customer, employee, person].map(textOf).find(Boolean) ?? (whole || textOf(title) || textOf(label));
  const known = textOf(reference);
  return [found, known].filter(Boolean).join(", ") || `row ${index + 1}`;
}
