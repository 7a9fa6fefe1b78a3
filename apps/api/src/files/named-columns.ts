/** What somebody calls the columns of their file, by our names. */
import { z } from "zod";
import { InvalidFields } from "../errors.ts";

/** In characters. */
const MAX_HEADING = 500;

/**
 * Reads the field `columns`: JSON such as `{"amount": "Net pay"}`; null where it is left out.
 * @param names ours
 * @throws InvalidFields at `columns`
 */
export function readNamedColumns<Name extends string>(
  text: string | null | undefined,
  names: readonly [Name, ...Name[]],
): Partial<Record<Name, string>> | null {
  if (!text) return null;
  try {
    return z.partialRecord(z.enum(names), z.string().max(MAX_HEADING)).parse(JSON.parse(text)) as Partial<
      Record<Name, string>
    >;
  } catch {
    throw new InvalidFields({ columns: ["this field must name columns by ours"] });
  }
}
