/** The database that a command looks at: `DATABASE_OWNER_URL` or `DATABASE_URL`, else the embedded one of the demo, started where it does not run. */
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type EmbeddedPostgres, defaultDataFolder, startPostgres } from "./postgres.ts";

/** Of this machine. */
export const dataFolder = (): string => process.env.DATA_FOLDER ?? defaultDataFolder();

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
export async function findDatabase(folder: string): Promise<{ url: string; started?: EmbeddedPostgres }> {
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
