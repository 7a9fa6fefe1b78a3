/** A worker that dies in the middle of its work, for tests. */
import type { TestApi } from "./api.ts";

const MILLISECONDS = 20;
let under_way = 0;
/** Whether something is to die now: nothing is looked at before it, or the look would die in its place. */
export const isDying = (): boolean => under_way > 0;

/**
 * Does something, and ends its connection while it waits to write into a table: as if its process had been killed there.
 * @returns what became of it
 */
export async function dyingAt<Done>(
  { database, app }: TestApi,
  table: string,
  act: () => Promise<Done>,
): Promise<Done> {
  const holder = await database.pool.connect();
  under_way += 1;
  try {
    await holder.query("begin");
    await holder.query(`lock table ${table} in share mode`);
    const acting = act();
    for (let killed = 0; killed === 0; await new Promise((resolve) => setTimeout(resolve, MILLISECONDS))) {
      const { rows } = await app.pool.query(
        "select pg_terminate_backend(pid) from pg_locks where relation = $1::regclass and not granted",
        [table],
      );
      killed = rows.length;
    }
    await holder.query("rollback");
    return await acting;
  } finally {
    under_way -= 1;
    holder.release(true);
  }
}
