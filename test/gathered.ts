/** Requests that surely arrive together: behind as many as may be under way by themselves. */
import type pg from "pg";
import { waitUntil } from "./lending.ts";

async function waitingFor(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from pg_locks where relation = $1::regclass and not granted",
    [table],
  );
  return rows[0]!.n;
}

/**
 * Has `first` under way one after the other, all held up where they write to a table, while `work` begins; then lets all go on.
 * @param first as many as begin by themselves
 * @returns what `first` and `work` gave
 */
export async function behind<First, Result>(
  pool: pg.Pool,
  table: string,
  first: readonly (() => Promise<First>)[],
  work: () => Promise<Result>,
): Promise<[First[], Result]> {
  const gate = await pool.connect();
  await gate.query("begin");
  await gate.query(`lock table ${table} in share mode`);
  const begun: Promise<First>[] = [];
  for (const begin of first) {
    begun.push(begin());
    await waitUntil(async () => (await waitingFor(pool, table)) === begun.length);
  }
  const all = work();
  await new Promise((resolve) => setTimeout(resolve, 500));
  await gate.query("commit");
  gate.release();
  return [await Promise.all(begun), await all];
}
