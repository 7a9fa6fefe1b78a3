/** Servers from Debian's packages, started by hand as the user postgres in a folder that goes with the test. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync } from "node:fs";
import pg from "pg";

/** Debian's PostgreSQL. */
export const BIN = "/usr/lib/postgresql/15/bin";

/** Installs what is missing. @param programs a file of each package, which tells whether it is there @throws when not root */
export function needPackages(packages: readonly string[], programs: readonly string[]): void {
  if (process.getuid?.() !== 0) throw new Error("This test starts servers as the user postgres: run it as root.");
  if (programs.every((program) => existsSync(program))) return;
  execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

/** A new folder of the user postgres, and who that is. */
export function folderOfPostgres(prefix: string): { folder: string; uid: number; gid: number } {
  const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })),
  );
  const folder = mkdtempSync(prefix);
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o750);
  return { folder, uid, gid };
}

/**
 * The roles, the database and the extension that the application expects of a server (README, configuration).
 * @param address of the server, for a user and a database
 */
export async function prepareServer(address: (user: string, database: string) => string): Promise<void> {
  const ask = async (database: string, texts: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: address("postgres", database) });
    await client.connect();
    for (const text of texts) await client.query(text);
    await client.end();
  };
  await ask("postgres", [
    "create role manilla_owner login",
    "create role manilla_app login",
    "create role manilla_tenant nologin",
    "grant manilla_tenant to manilla_app",
    "create database manilla owner manilla_owner",
  ]);
  await ask("manilla", ["create extension if not exists pg_trgm", "grant create on schema public to manilla_owner"]);
}

const verdicts: boolean[] = [];
/** Prints one finding. */
export function check(name: string, passed: boolean, detail: string): void {
  verdicts.push(passed);
  console.log(`${passed ? "✓" : "✗"} ${name} — ${detail}`);
}
/** Prints the sum and ends the process: 0 when everything held. */
export function endWithVerdict(): never {
  const failed = verdicts.filter((passed) => !passed).length;
  console.log(`\n${verdicts.length - failed} passed, ${failed} failed`);
  process.exit(failed > 0 || verdicts.length === 0 ? 1 : 0);
}
