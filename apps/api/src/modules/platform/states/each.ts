/** The same done to several records, each with a verdict of its own. */
import type { Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { refusalOf } from "../../../errors.ts";

export interface Verdict<Result> {
  id: string;
  is_done: boolean;
  result: Result | null;
  /** Why it was refused. */
  reason: string | null;
}

/**
 * Works on each record in a transaction of its own: one that is refused holds no other up. An id that is given twice is worked on once.
 * @param options.throws_alone for one record only, the refusal itself is the answer
 * @throws DomainError only with `throws_alone`; any failure that is no refusal
 */
export async function eachOf<Result>(
  { db }: Pick<Context, "db">,
  ids: readonly string[],
  work: (tx: Tx, id: string) => Promise<Result>,
  { throws_alone = false } = {},
): Promise<Verdict<Result>[]> {
  const verdicts: Verdict<Result>[] = [];
  for (const id of new Set(ids)) {
    try {
      const result = await db.transaction().execute((tx) => work(tx, id));
      verdicts.push({ id, is_done: true, result, reason: null });
    } catch (error) {
      const refused = refusalOf(error);
      if (!refused || (throws_alone && ids.length === 1)) throw error;
      verdicts.push({ id, is_done: false, result: null, reason: refused.message });
    }
  }
  return verdicts;
}
