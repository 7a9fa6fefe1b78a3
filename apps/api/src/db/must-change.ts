/** Changes of a certain number of rows, counted by the database: with any other number it ends the transaction, so that no answer has to be read before the commit. */
import { type RawBuilder, sql } from "kysely";

/** Of the database's `must_be`. */
const WRONG_NUMBER = "MN001";

/**
 * The end of a statement with changes named before (`with changed as (update … returning 1)`).
 * @param name of those that are counted
 * @param rows how many there have to be
 */
export const mustChange = (name: string, rows: RawBuilder<unknown> | number): RawBuilder<unknown> =>
  sql`select must_be((select count(*) from ${sql.ref(name)}), ${rows})`;

/** The other error where that number was another one, for `later` and `now`. */
export const unlessChanged =
  (otherwise: () => Error) =>
  (error: unknown): Error | undefined =>
    (error as { code?: string }).code === WRONG_NUMBER ? otherwise() : undefined;
