/**
 * `npm run bench [word …]`: each figure beside its baseline of the same run and its target (✓ or ✗), with the machine's load average.
 * Words: ledger money crowd companies staff cards payments payments-many lists queues exports close overhead wall start web; only when named: lists5 (five million rows), ledger10m (ten million entries), scale (what docs/scale.md reckons with).
 * On a server and databases of its own. Never part of the tests.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../apps/api/src/db/migrate.ts";
import { type EmbeddedPostgres, startPostgres } from "../../scripts/postgres.ts";
import { type Figure, tableOf } from "./figure.ts";

const [words, [only]] = [
  process.argv.slice(2).filter((word) => !word.startsWith("--only=")),
  process.argv.filter((word) => word.startsWith("--only=")).map((word) => word.slice(7)),
];
const wants = (word: string, isLong = false): boolean => (words.length === 0 ? !isLong : words.includes(word));
const folder = mkdtempSync("/var/tmp/manilla-bench-");
const SETTINGS = { shared_buffers: "1GB", max_wal_size: "4GB", work_mem: "32MB", maintenance_work_mem: "256MB" };
const postgres = await startPostgres({ folder, settings: SETTINGS });
const figures: Figure[] = [];
const show = (more: readonly Figure[]): void => {
  figures.push(...more);
  console.log(`\n${tableOf(more)}`);
};

/** An empty migrated database beside the others. */
async function databaseOn(server: EmbeddedPostgres, name: string): Promise<{ url: string; app_url: string }> {
  const admin = new pg.Client({ connectionString: server.admin_url });
  await admin.connect();
  await admin.query(`create database ${name} owner manilla_owner`);
  await admin.query("grant pg_checkpoint to manilla_owner");
  await admin.end();
  const address = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await migrate(address(server.owner_url));
  return { url: address(server.owner_url), app_url: address(server.app_url) };
}
const database = (name: string) => databaseOn(postgres, name);

/**
 * A server whose memory holds the tables of the night and their copies at both sizes (PostgreSQL's advice is a quarter of the machine): in less, the copies made
 * for the bare statements push the larger world out of it and leave the smaller one in.
 */
async function withRoom<Result>(
  work: (server: EmbeddedPostgres, folder: string) => Promise<Result>,
  more: Record<string, string> = {},
): Promise<Result> {
  const own = mkdtempSync("/var/tmp/manilla-bench-");
  const server = await startPostgres({
    folder: own,
    settings: { ...SETTINGS, shared_buffers: `${Math.min(4_096, Math.floor(totalmem() / 4 / 1_048_576))}MB`, ...more },
  });
  try {
    return await work(server, own);
  } finally {
    await server.stop();
    rmSync(own, { recursive: true, force: true });
  }
}

try {
  if (wants("ledger"))
    show(
      await (
        await import("./ledger.ts")
      ).benchLedger({ ...(await database("ledger_bench")), quick: words.includes("quick") }),
    );
  if (wants("money"))
    show(await (await import("./money-call.ts")).benchMoneyCall({ ...(await database("money_bench")), folder }));
  if (wants("crowd"))
    show(await (await import("./crowd.ts")).benchCrowd({ ...(await database("crowd_bench")), folder }));
  if (wants("companies"))
    show(
      await (
        await import("./companies.ts")
      ).benchCompanies({
        ...(await database("companies_bench")),
        folder,
        quick: words.includes("quick"),
        ...(only !== undefined && { only }),
      }),
    );
  if (wants("staff"))
    show(
      await (
        await import("./staff.ts")
      ).benchStaff({ ...(await database("staff_bench")), folder, quick: words.includes("quick") }),
    );
  if (wants("payments"))
    show(
      await (
        await import("./payments.ts")
      ).benchPayments({ ...(await database("payments_bench")), folder, quick: words.includes("quick") }),
    );
  if (wants("payments-many"))
    show(
      await (
        await import("./payments-many.ts")
      ).benchPaymentsMany({
        ...(await database("many_bench")),
        folder,
        quick: words.includes("quick"),
        ...(only !== undefined && { only }),
      }),
    );
  if (wants("cards"))
    show(
      await (
        await import("./cards.ts")
      ).benchCards({
        ...(await database("cards_bench")),
        folder,
        quick: words.includes("quick"),
        ...(only !== undefined && { only }),
      }),
    );
  if (wants("overhead"))
    show(await (await import("./overhead.ts")).benchOverhead({ ...(await database("overhead_bench")), folder }));
  if (wants("wall"))
    show(await (await import("./second-wall.ts")).benchSecondWall({ ...(await database("wall_bench")), folder }));
  if (wants("close"))
    show(
      await withRoom(async (server, own) =>
        (await import("./close.ts")).benchClose({ folder: own, database: (name) => databaseOn(server, name) }),
      ),
    );
  if (wants("scale", true)) {
    const { COUNTING, benchScale } = await import("./scale.ts");
    const scale = (server: EmbeddedPostgres, own: string) =>
      benchScale({ folder: own, admin_url: server.admin_url, database: (name) => databaseOn(server, name) });
    await withRoom(scale, COUNTING);
  }
  if (wants("lists") || wants("exports") || wants("lists5", true)) {
    const { benchLists } = await import("./lists.ts");
    const { fillLoans, fillPeople } = await import("./world.ts");
    const shared = { ...(await database("lists_bench")), folder, ...(only !== undefined && { only }) };
    await fillPeople(shared.url, 1_000_000);
    await fillLoans(shared.url, 1_000_000);
    if (wants("lists") || words.includes("lists5")) show(await benchLists({ ...shared, rows: 1_000_000 }));
    if (wants("exports")) show(await (await import("./exports.ts")).benchExports(shared));
    if (wants("lists5", true)) {
      const atOne = new Map(figures.map(({ name, ours }) => [name, ours]));
      await fillLoans(shared.url, 4_000_000);
      const atFive = await benchLists({ ...shared, rows: 5_000_000 });
      show(atFive);
      show(
        atFive.flatMap(({ name, ours, load }) => {
          const before = atOne.get(name.replace(/^5 M/, "1 M"));
          return name.startsWith("5 M, loans") && before !== undefined
            ? [
                {
                  name: `${name}: times slower than at 1 M`,
                  ours,
                  baseline: before,
                  ratio: before / ours,
                  target: "≤ 2",
                  ...(load !== undefined && { load }),
                },
              ]
            : [];
        }),
      );
    }
  }
  if (wants("queues")) {
    const { fillPeople } = await import("./world.ts");
    const shared = { ...(await database("queues_bench")), folder, ...(only !== undefined && { only }) };
    await fillPeople(shared.url, 1_000_000);
    show(await (await import("./queues.ts")).benchQueues(shared));
  }
  if (wants("ledger10m", true))
    show(await (await import("./ledger-size.ts")).benchLedgerSize(await database("size_bench")));
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (wants("start")) show(await (await import("./start.ts")).benchStart());
if (wants("web")) show(await (await import("./web.ts")).benchWeb());

console.log(`\n${tableOf(figures)}`);
const results = join(import.meta.dirname, "results");
mkdirSync(results, { recursive: true });
writeFileSync(join(results, `${new Date().toISOString().replaceAll(":", "-")}.txt`), `${tableOf(figures)}\n`);
process.exit(0);
