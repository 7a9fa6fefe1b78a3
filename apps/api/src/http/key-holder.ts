/** This process as a holder of keys: every few seconds it says that it lives, so that a retry of what it was doing is let in soon after it has died. */
import pg from "pg";
import { uuidv7 } from "uuidv7";

/** Names this process in the keys that it holds. */
export const HOLDER = uuidv7();
const BEAT_MILLISECONDS = 3_000;
/** A process that was silent for so long is dead, or asleep: should it wake up, its transactions fail at their keys. */
export const SILENT_SECONDS = 15;

/**
 * Begins to beat, on a connection of its own: a crowd of requests does not silence it.
 * @returns ends it, so that what was left behind may be taken over
 */
export async function startBeating(
  connectionString: string,
  onError: (error: Error) => void,
): Promise<{ stop(): Promise<void> }> {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: BEAT_MILLISECONDS,
    statement_timeout: BEAT_MILLISECONDS,
  });
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const beat = () =>
    pool
      .query("insert into key_holders (id) values ($1) on conflict (id) do update set seen_at = now()", [HOLDER])
      .catch(onError);
  const goOn = async (): Promise<void> => {
    await beat();
    if (!isOver) timer = setTimeout(() => void goOn(), BEAT_MILLISECONDS);
  };
  await pool.query("delete from key_holders where seen_at < now() - interval '1 day'").catch(onError);
  await goOn();
  return {
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await pool.query("delete from key_holders where id = $1", [HOLDER]).catch(onError);
      await pool.end();
    },
  };
}
