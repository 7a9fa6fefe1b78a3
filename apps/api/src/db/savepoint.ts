/** A part of a transaction that may fail without the rest. */
import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** Does something of which nothing stays where it fails; the transaction goes on. @throws what it threw, when all of it is taken back */
export async function orNothing<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const result = await work();
    // A change that nobody waited for (`later`) has to fail here and not with what comes after.
    await sql`release savepoint attempt`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx);
    throw error;
  }
}
