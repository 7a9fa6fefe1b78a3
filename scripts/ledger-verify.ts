/**
 * `npm run ledger:verify`: proves the books from the rows alone. Reads `DATABASE_URL`, or the embedded database of the demo: the one that runs,
 * else it starts it for as long as it looks. Ends with 1 when something does not hold.
 */
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { readPublishedHead, trialBalance, verifyLedger } from "@manilla/ledger";
import { createDatabase, createPool } from "../apps/api/src/db/database.ts";
import { verifyAudit } from "../apps/api/src/modules/platform/audit/seal.ts";
import { rebuildFromLogs } from "../apps/api/src/modules/money/books/index.ts";
import { type EmbeddedPostgres, defaultDataFolder, startPostgres } from "./postgres.ts";

const folder = process.env.DATA_FOLDER ?? defaultDataFolder();

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** The address of the database, and what to stop afterwards. */
async function findDatabase(): Promise<{ url: string; started?: EmbeddedPostgres }> {
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

const naira = (kobo: bigint): string =>
  `₦${(kobo / 100n).toLocaleString("en-NG")}.${String(kobo % 100n).padStart(2, "0")}`;
const say = (isSo: boolean, text: string): void => console.log(`${isSo ? "  ok  " : "FAILED"}  ${text}`);

const { url, started } = await findDatabase();
const pool = createPool(url, 2);
try {
  const report = await verifyLedger(pool, await readPublishedHead(join(folder, "ledger-heads.jsonl")));
  const { totals } = await trialBalance(pool);
  console.log(`${report.transactions} transactions, ${report.postings} postings, ${report.blocks} sealed blocks`);
  say(report.sums_zero, "every transaction and every currency sums to zero");
  say(report.balances_match, "balances equal the sum of their postings");
  say(report.floors_kept, "no account is under its floor");
  say(report.keys_unique, "no key and no reversal occurs twice");
  say(
    report.chain_intact,
    `the hash chain is intact${report.first_bad_sequence === null ? "" : ` (first bad block: ${report.first_bad_sequence})`}`,
  );
  for (const { currency, debit_kobo, credit_kobo } of totals)
    say(
      debit_kobo === credit_kobo,
      `trial balance in ${currency}: debit ${naira(debit_kobo)}, credit ${naira(credit_kobo)}`,
    );
  const audit = await verifyAudit(createDatabase(pool), folder);
  say(
    audit.first_bad_sequence === null,
    `the audit trail is intact (${audit.records} records in ${audit.blocks} blocks)${audit.first_bad_sequence === null ? "" : `; first bad block: ${audit.first_bad_sequence}`}`,
  );
  const rebuilt = await rebuildFromLogs(pool);
  for (const { what, rows, differences } of rebuilt) {
    say(differences.length === 0, `${what}: ${rows} made anew from the log, equal`);
    for (const { id, stored, log_says } of differences)
      console.log(`        ${id}: stored ${stored}, rebuilt ${log_says}`);
  }
  for (const { check, detail } of report.problems) console.log(`        ${check}: ${detail}`);
  process.exitCode =
    report.is_sound &&
    rebuilt.every(({ differences }) => differences.length === 0) &&
    audit.first_bad_sequence === null &&
    totals.every(({ debit_kobo, credit_kobo }) => debit_kobo === credit_kobo)
      ? 0
      : 1;
} finally {
  await pool.end();
  await started?.stop();
}
