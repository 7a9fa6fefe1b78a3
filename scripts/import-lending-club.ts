/**
 * `npm run import:lending-club [file] [--people out.csv] [--staff out.csv]`: the LendingClub loans as applicants (through the import of C031: a verdict for each row) and as loans
 * in the books. Reads `DATABASE_URL`, or the embedded database of the demo, which has to run. Again is the same: nothing is imported twice.
 * With `--people` it only writes the applicants as a CSV, to be uploaded on the import screen; with `--staff` the same people as the employees of one
 * company, with salaries from the file, for its screen of files of employees.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { queryable } from "../apps/api/src/db/database.ts";
import { readConfig } from "../apps/api/src/config.ts";
import { createApp } from "../apps/api/src/main.ts";
import { openProviderAccounts } from "../apps/api/src/modules/money/books/index.ts";
import {
  applicantOf,
  bookImportedLoans,
  bookingOf,
  employeeOf,
  newestMonth,
} from "../apps/api/src/modules/lending/loans/imported/index.ts";
import { createImport, runImport } from "../apps/api/src/modules/people/imports/index.ts";
import { parse } from "csv-parse/sync";
import { businessDate } from "../apps/api/src/modules/platform/states/index.ts";
import { defaultDataFolder } from "./postgres.ts";

const words = process.argv.slice(2);
const after = (word: string): string | undefined => (words.includes(word) ? words[words.indexOf(word) + 1] : undefined);
const [peopleFile, staffFile] = [after("--people"), after("--staff")];
const file =
  words.find((word) => !word.startsWith("--") && word !== peopleFile && word !== staffFile) ??
  join(import.meta.dirname, "../../shared/data/loans/lendingclub_2018q1_first5000.csv");

/** The running demo's database, unless the environment names another. */
function environment(): Record<string, string | undefined> {
  const DATA_FOLDER = process.env.DATA_FOLDER ?? defaultDataFolder();
  if (process.env.DATABASE_URL) return { ...process.env, DATA_FOLDER };
  const [portFile, passwordFile] = [join(DATA_FOLDER, "postgres-port"), join(DATA_FOLDER, "postgres-password")];
  if (!existsSync(portFile))
    throw new Error(`There is no database in ${DATA_FOLDER}: start Manilla first, or set DATABASE_URL.`);
  return {
    ...process.env,
    DATA_FOLDER,
    DATABASE_URL: `postgres://manilla_app:${readFileSync(passwordFile, "utf8").trim()}@127.0.0.1:${readFileSync(portFile, "utf8").trim()}/manilla`,
  };
}

if (!existsSync(file)) {
  console.error(`There is no ${file}: the real data are not part of the repository. Nothing was imported.`);
  process.exit(1);
}
const rows = parse(readFileSync(file), { columns: true, skip_empty_lines: true }) as Record<string, string>[];
const applicants = rows.map(applicantOf);
if (peopleFile) {
  writeFileSync(peopleFile, stringify(applicants, { header: true }));
  console.log(`Wrote ${applicants.length} applicants to ${peopleFile}.`);
  process.exit(0);
}

if (staffFile) {
  writeFileSync(staffFile, stringify(rows.map(employeeOf), { header: true }));
  console.log(`Wrote ${rows.length} employees to ${staffFile}.`);
  process.exit(0);
}

const { app, stop } = await createApp(readConfig({ LOG_LEVEL: "warn", ...environment(), RUN: "api" }));
try {
  const started = performance.now();
  await openProviderAccounts(queryable(app.db));
  const { id } = await app.db
    .transaction()
    .execute((tx) =>
      createImport(tx, app, { file_name: "lendingclub_2018q1_first5000.csv", rows: applicants, created_by: null }),
    );
  await runImport(app, id);
  const people = await app.db
    .selectFrom("imports")
    .select(["created_count", "already_count", "refused_count"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  console.log(
    `Applicants: ${people.created_count} created, ${people.already_count} here already, ${people.refused_count} refused (${Math.round(performance.now() - started)} ms).`,
  );
  const today = await businessDate(app.db);
  const newest = newestMonth(rows);
  const count = await bookImportedLoans(
    app,
    rows.map((row) => bookingOf(row, newest, today)),
    today,
    (done) => process.stdout.write(`\rLoans: ${done} of ${rows.length}`),
  );
  console.log(
    `\rLoans: ${count} booked, ${rows.length - count} there before (${Math.round(performance.now() - started)} ms in all).`,
  );
} finally {
  await stop();
}
