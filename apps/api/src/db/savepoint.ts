/** A part of a transaction that may fail without the rest. */
import { sql } from "kysely";
import type { Tx } from "./database.ts";

/**
 * Does something of which nothing stays where it fails; the transaction goes on. Never run two at once: they share one savepoint.
 * @throws what it threw, after it was rolled back
 */
export async function orNothing<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const result = await work();
    // A change that nobody waited for (`later`) has to fail here, while the savepoint is there to go back to.
    await sql`select 1`.execute(tx);
    await sql`release savepoint attempt`.execute(tx);
    return result;
  } catch (error) {
    const back = () => sql`rollback to savepoint attempt`.execute(tx);
    // The first one is also told of changes that nobody waited for and that failed before the error.
    await back().catch(back);
    throw error;
  }
}
