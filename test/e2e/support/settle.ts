/** A world that has just lived the demo's past still has hundreds of messages to send and events to hear: once here, not once in each copy. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const LOOK_MILLISECONDS = 250;
/** What was sent is answered by the sandbox a moment later, with an event that makes a job again. */
const QUIET_LOOKS = 12;
const MAX_LOOKS = 400;

/** Waits until a world has no job that is due, then brings the planner's statistics up to date. @param folder its data @throws Error when it does not come to rest */
export async function untilSettled(folder: string): Promise<void> {
  const read = (name: string): string => readFileSync(join(folder, name), "utf8").trim();
  const client = new pg.Client({
    host: "127.0.0.1",
    port: Number(read("postgres-port")),
    user: "postgres",
    password: read("postgres-password"),
    database: "manilla",
  });
  await client.connect();
  try {
    let quiet = 0;
    for (let looks = 0; quiet < QUIET_LOOKS; looks += 1) {
      if (looks > MAX_LOOKS) throw new Error("The demo world has not come to rest.");
      await sleep(LOOK_MILLISECONDS);
      const { rows } = await client.query<{ due: boolean }>(
        "select exists (select from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()) as due",
      );
      quiet = rows[0]?.due ? 0 : quiet + 1;
    }
    // As autovacuum would in each copy.
    await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
}
