/** `npm run bench [ledger|lists|lists5|jobs|exports|start]`: ratios against baselines in the same run, on a database of its own. Never part of the tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../apps/api/src/db/migrate.ts";
import { startPostgres } from "../scripts/postgres.ts";
import type { Figure } from "./lists.ts";

const chosen = process.argv.slice(2);
const wants = (name: string) => chosen.length === 0 || chosen.includes(name);
const folder = mkdtempSync("/var/tmp/manilla-bench-");
const postgres = await startPostgres({ folder, settings: { shared_buffers: "1GB", max_wal_size: "4GB", work_mem: "32MB" } });
const figures: Figure[] = [];

try {
  await migrate(postgres.owner_url);
  if (wants("ledger")) figures.push(...(await (await import("./ledger.ts")).benchLedger({ url: postgres.owner_url })));
  if (wants("lists") || wants("lists5") || wants("exports")) {
    const { benchLists, fillLoans } = await import("./lists.ts");
    await fillLoans(postgres.owner_url, 1_000_000);
    const shared = { url: postgres.owner_url, app_url: postgres.app_url, folder };
    if (wants("lists")) figures.push(...(await benchLists({ ...shared, rows: 1_000_000 })));
    if (wants("exports")) figures.push(...(await (await import("./exports.ts")).benchExports(shared)));
    if (wants("lists5")) {
      await fillLoans(postgres.owner_url, 4_000_000);
      figures.push(...(await benchLists({ ...shared, rows: 5_000_000 })));
    }
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

const lines = figures.map(({ name, ours, baseline, ratio, target, note }) => `${name.padEnd(74)}${ours.toFixed(0).padStart(9)}${baseline.toFixed(0).padStart(9)}${ratio.toFixed(2).padStart(8)}  ${target.padEnd(12)}${note ?? ""}`);
const table = [`${"".padEnd(74)}${"ours".padStart(9)}${"baseline".padStart(9)}${"ratio".padStart(8)}  target`, ...lines].join("\n");
console.log(`\n${table}`);
const results = join(import.meta.dirname, "results");
mkdirSync(results, { recursive: true });
writeFileSync(join(results, `${new Date().toISOString().replaceAll(":", "-")}.txt`), `${table}\n`);
