/** The database that a command looks at: `DATABASE_OWNER_URL` or `DATABASE_URL`, else the embedded one of the demo, started where it does not run. */
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type Pool } from "pg";
import { type Database, createDatabase, createPool } from "../apps/api/src/db/database.ts";
import { refusalOf, refusalInWords } from "../apps/api/src/errors.ts";
import { type EmbeddedPostgres, defaultDataFolder, startPostgres } from "./postgres.ts";

/** Of this machine. */
const dataFolder = (): string => process.env.DATA_FOLDER ?? defaultDataFolder();

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** The address of the database as its owner, and what to stop afterwards. @throws Error where there is none */
async function findDatabase(folder: string): Promise<{ url: string; started?: EmbeddedPostgres }> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_OWNER_URL ?? process.env.DATABASE_URL };
  const [portFile, passwordFile] = [join(folder, "postgres-port"), join(folder, "postgres-password")];
  if (!existsSync(portFile))
    throw new Error(`There is no database in ${folder}: start Manilla once, or set DATABASE_URL.`);
  const port = Number(readFileSync(portFile, "utf8"));
  if (await isListening(port))
    return { url: `postgres://manilla_owner:${readFileSync(passwordFile, "utf8").trim()}@127.0.0.1:${port}/manilla` };
  const started = await startPostgres({ folder });
  return { url: started.owner_url, started };
}

/** What a command has: the database as its owner, and the folder of what is beside it. */
export interface Found {
  pool: Pool;
  db: Database;
  folder: string;
}

async function withDatabase<Answer>(work: (found: Found) => Promise<Answer>): Promise<Answer> {
  const folder = dataFolder();
  const { url, started } = await findDatabase(folder);
  const pool = createPool(url, 2);
  try {
    return await work({ pool, db: createDatabase(pool), folder });
  } finally {
    await pool.end();
    await started?.stop();
  }
}

/**
 * Runs a command on the database and prints what it answers. A failure is one sentence and ends the process with 1.
 * @param about what the command was given, named before what was wrong with it
 */
export async function onDatabase(work: (found: Found) => Promise<string>, about = ""): Promise<void> {
  try {
    console.log(await withDatabase(work));
  } catch (error) {
    console.error(`${about && `${about}: `}${refusalOf(error) ? refusalInWords(error) : (error as Error).message}`);
    process.exitCode = 1;
  }
}
