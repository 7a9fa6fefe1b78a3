import { rmSync } from "node:fs";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../apps/api/src/db/migrate.ts";
import { startPostgres } from "../scripts/postgres.ts";
import { noteMoves } from "./one-hand.ts";
import { HASTY, makeScratchFolder, sweepScratch } from "../scripts/scratch.ts";

/**
 * One real PostgreSQL for the whole run, thrown away afterwards; each test file clones its own database
 * from a migrated template (about 60 ms). Durability is off: nothing here has to survive a power cut.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweepScratch();
  const folder = makeScratchFolder("manilla-test");
  const postgres = await startPostgres({
    folder,
    settings: {
      ...HASTY,
      max_connections: "200",
      plan_cache_mode: "force_generic_plan",
      // Tables of a few rows are not read by several processes together.
      max_parallel_workers_per_gather: "0",
    },
  });
  const admin = new pg.Client({ connectionString: postgres.admin_url });
  await admin.connect();
  await migrate(postgres.owner_url);
  await admin.end();
  const owner = new pg.Client({ connectionString: postgres.owner_url });
  await owner.connect();
  await noteMoves(owner);
  await owner.end();
  project.provide("postgres_admin_url", postgres.admin_url);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    postgres_admin_url: string;
  }
}
