/**
 * A standby of the database that lists, exports and statistics are read from (`DATABASE_REPLICA_URL`), never behind what the reader wrote: each change notes how far
 * the write-ahead log was when it had committed, and a standby that has not replayed so much is not read from. Without a standby nothing is noted.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import { type Database, createDatabase, createPool } from "./database.ts";

const EACH_MILLISECONDS = 250;
/** What was last known of the two servers says nothing any more. */
const KNOWN_FOR_MILLISECONDS = 2_000;
/** What others changed is shown this late at most; a standby further behind is left alone. */
const MAX_BEHIND_MILLISECONDS = 5_000;

const REMEMBERED = 1_000;

/** Where something is read from. */
export interface Reads {
  pool: pg.Pool;
  db: Database;
}

export interface Replica {
  /** @returns the standby, where it holds all that this person changed and is little behind; otherwise undefined: the primary is read from */
  readsOf(user_id: string): Promise<Reads | undefined>;
  /** Notes that a person changed something which has committed. Where it cannot be noted, nobody reads from the standby for a while. */
  noteWrite(user_id: string): Promise<void>;
  /** Reading failed there: it is left alone until it has answered again. */
  failed(): void;
  /** For those who run it. */
  state(): { is_read_from: boolean; milliseconds_behind: number | null };
  stop(): Promise<void>;
}

/** Where the primary's log was at a moment: all that had committed by then is before it. */
interface Sample {
  at: number;
  position: bigint;
}

/** @throws Error after these milliseconds: a server whose network is gone does not answer at all */
async function lateAfter(milliseconds: number, until: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal: until });
  throw new Error("The standby does not answer.");
}

const position = (expression: string) => sql.raw(`(${expression} - '0/0'::pg_lsn)::bigint`);

/**
 * @param primary the database that is written to
 * @param options `url` of the standby, as the role that serves requests; `max_behind` milliseconds; `onError` is notified of lost connections
 */
export function startReplica(
  primary: Database,
  options: { url: string; connections: number; max_behind?: number; onError?: (error: Error) => void },
): Replica {
  const pool = createPool(options.url, options.connections, options.onError);
  const db = createDatabase(pool);
  const max_behind = options.max_behind ?? MAX_BEHIND_MILLISECONDS;
  let samples: Sample[] = [];
  let replayed = 0n;
  let known_at = -Infinity;
  /** Until the standby has come so far it may lack what a crash of the primary let us forget. */
  let must_reach: bigint | undefined;

  async function look(): Promise<void> {
    const at = performance.now();
    const [here, there] = await Promise.all([
      sql<{ position: bigint }>`select ${position("pg_current_wal_insert_lsn()")} as position`.execute(primary),
      sql<{ position: bigint | null }>`
        select case when pg_is_in_recovery() then ${position("pg_last_wal_replay_lsn()")} end as position
      `.execute(db),
    ]);
    const { position: written = 0n } = here.rows[0] ?? {};
    const reached = there.rows[0]?.position;
    // One that was promoted is another primary: what is written here does not come to it.
    if (reached === null || reached === undefined) throw new Error("The standby is no standby any more.");
    must_reach ??= written;
    replayed = reached;
    known_at = performance.now();
    // Only the newest one that it has reached counts, and those that are still to come.
    const all = [...samples, { at, position: written }].slice(-REMEMBERED);
    const newest = all.findLastIndex((one) => one.position <= reached);
    samples = all.slice(Math.max(0, newest));
  }

  const behind = (): number | undefined => {
    const [oldest] = samples;
    return oldest && oldest.position <= replayed ? performance.now() - oldest.at : undefined;
  };
  const isReadFrom = (): boolean =>
    must_reach !== undefined &&
    replayed >= must_reach &&
    performance.now() - known_at < KNOWN_FOR_MILLISECONDS &&
    (behind() ?? Infinity) <= max_behind;

  const failed = (): void => {
    samples = [];
    known_at = -Infinity;
    must_reach = undefined;
  };
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;
  const next = (): void => {
    if (isStopped) return;
    const hanging = new AbortController();
    looking = Promise.race([look(), lateAfter(KNOWN_FOR_MILLISECONDS, hanging.signal)])
      .catch(failed)
      .finally(() => hanging.abort())
      .then(() => void setTimeout(next, EACH_MILLISECONDS).unref());
  };
  next();

  return {
    async readsOf(user_id) {
      if (!isReadFrom()) return undefined;
      const { rows } = await sql<{ position: bigint }>`
        select ${position("position")} as position from last_writes where user_id = ${user_id}
      `.execute(primary);
      return (rows[0]?.position ?? 0n) <= replayed ? { pool, db } : undefined;
    },
    async noteWrite(user_id) {
      await sql`
        insert into last_writes as w (user_id, position) values (${user_id}, pg_current_wal_insert_lsn())
        on conflict (user_id) do update set position = greatest(w.position, excluded.position), written_at = now()
      `
        .execute(primary)
        .catch(failed);
    },
    failed,
    state: () => {
      const late = behind();
      return { is_read_from: isReadFrom(), milliseconds_behind: late === undefined ? null : Math.round(late) };
    },
    async stop() {
      isStopped = true;
      await looking;
      // One that hangs is not waited for.
      await Promise.race([pool.end(), sleep(KNOWN_FOR_MILLISECONDS, undefined, { ref: false })]);
    },
  };
}
