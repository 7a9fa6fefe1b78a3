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

/** Who or what a row is about, the person first. */
const NAMED = ["customer", "employee", "person", "owner", "payer", "payee", "holder", "sender", "receiver"] as const;
const TITLED = ["title", "label", "merchant", "merchant_name", "provider", "day", "business_date"] as const;

/** The name of a row for screen readers: its person, else its title or day, with the reference; else its place. */
export function rowName(row: AnyRow, index: number): string {
  const first = (names: readonly string[]): string | undefined => names.map((key) => textOf(row[key])).find(Boolean);
  const whole = [textOf(row["name"]), textOf(row["last_name"])].filter(Boolean).join(" ");
  const found = first(NAMED) ?? (whole || first(TITLED));
  const known = textOf(row["reference"]);
  return [found, known].filter(Boolean).join(", ") || `row ${index + 1}`;
}
