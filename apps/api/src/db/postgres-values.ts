/** Values as PostgreSQL reads them: as parameters, and as constants in a statement's text. */
import pg from "pg";

/** An element of an array as PostgreSQL reads it. */
function asElement(item: unknown): string {
  const text = asText(item);
  if (text === null) return "NULL";
  if (Array.isArray(item)) return String(text);
  return `"${(Buffer.isBuffer(text) ? `\\x${text.toString("hex")}` : text).replace(/[\\"]/g, "\\$&")}"`;
}

/** A parameter. */
export function asText(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value) || typeof value === "string") return value;
  if (Array.isArray(value)) return `{${value.map(asElement).join(",")}}`;
  if (typeof value === "object") return JSON.stringify(value);
  return String(value as number | bigint | boolean);
}

/** A constant whose type is the one that the statement wants there, as a parameter's would be. */
export function asLiteral(value: unknown): string {
  const text = asText(value);
  if (text === null) return "null";
  return pg.escapeLiteral(Buffer.isBuffer(text) ? `\\x${text.toString("hex")}` : text);
}
