/** How many connections a process may take of what the server allows. */
import pg from "pg";
import { UnusableDatabase } from "./migrate.ts";

/** Beside the pool: jobs and their listener, live events, the beat of keys; and a migration, a backup and a colleague with psql on the server as a whole. */
const OWN = 7;
const SPARE = 5;
/** With less a page waits for the one before it. */
const MIN_POOL = 4;

/**
 * @param allowed connections of all processes together: what the server leaves to ordinary roles
 * @param processes that share them
 * @param wanted the pool of each
 * @returns the pool of each that fits, at most what is wanted
 * @throws UnusableDatabase where not even a small one does
 */
export function poolWithin(allowed: number, processes: number, wanted: number): number {
  const pool = Math.min(wanted, Math.floor((allowed - SPARE) / processes) - OWN);
  if (pool >= Math.min(MIN_POOL, wanted)) return pool;
  throw new UnusableDatabase(
    `The database allows ${allowed} connections; ${processes} processes need ${processes * (MIN_POOL + OWN) + SPARE}. Raise max_connections of the server (or DATABASE_CONNECTIONS), or set API_PROCESSES to a smaller number.`,
  );
}

/** What the server allows to roles that are no superuser. */
export async function connectionsOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(`
      select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as n
    `);
    return rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}
