/**
 * Writes every generated file: `node scripts/generate.ts [<target> …] [--check]`.
 * With `--check` nothing is written; a stale file ends with an error (CI).
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";
import { HASTY, makeScratchFolder } from "./scratch.ts";

const repository = join(import.meta.dirname, "..");

/** What our own code writes into columns of JSON, and so reads from them. */
const JSON_COLUMNS: Readonly<Record<string, string>> = {
  "bank_statements.reasons": "string[]",
  "bureau_reports.loans":
    "{ lender: string; opened_on: string; amount_kobo: number; balance_kobo: number; status: string; days_past_due: number }[]",
  "credit_decisions.judgement": "{ reasons: string[] }",
  "identity_verifications.methods": "{ methods: { method: string; hint: string }[] }",
  "rule_sets.tables": "RuleTable[]",
};
const columns = Object.entries(JSON_COLUMNS).map(([name, type]) => [
  name,
  `ColumnType<${type}, string | undefined, string>`,
]);

/** Row types, read from a freshly migrated database: the SQL files are the schema's only truth. */
async function databaseTypes(): Promise<string> {
  const { startPostgres } = await import("./postgres.ts");
  const { migrate } = await import("../apps/api/src/db/migrate.ts");
  const folder = makeScratchFolder("manilla-types");
  const postgres = await startPostgres({ folder, settings: HASTY });
  try {
    await migrate(postgres.owner_url);
    const out = join(folder, "types.ts");
    const settings = join(folder, "codegen.json");
    writeFileSync(settings, "{}");
    execFileSync(
      process.execPath,
      [
        join(repository, "node_modules/kysely-codegen/dist/cli/bin.js"),
        "--dialect",
        "postgres",
        "--url",
        postgres.owner_url,
        "--out-file",
        out,
        "--numeric-parser",
        "string",
        "--date-parser",
        "string",
        "--overrides",
        JSON.stringify({ columns: Object.fromEntries(columns) }),
        "--custom-imports",
        JSON.stringify({ RuleTable: "@manilla/contract/lending/rule-tables" }),
        "--exclude-pattern",
        "public.schema_migrations",
        "--log-level",
        "error",
      ],
      { cwd: folder, stdio: ["ignore", "inherit", "inherit"] },
    );
    // Our driver parses int8 to bigint; nothing in the code reads a bigint column as a string.
    return readFileSync(out, "utf8")
      .replace(/export type Int8 = .*;/, "export type Int8 = ColumnType<bigint, bigint | number, bigint | number>;")
      .replace(
        /export type Numeric = .*;/,
        "export type Numeric = ColumnType<string, string | number, string | number>;",
      );
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const targets: Record<string, { file: string; make: () => string | Promise<string> }> = {
  types: { file: "apps/api/src/db/types.gen.ts", make: databaseTypes },
  nouns: {
    file: "packages/contract/src/calls.gen.ts",
    make: async () => (await import("./generate-calls.ts")).callsSource(),
  },
  machines: {
    file: "packages/contract/src/machines.gen.ts",
    make: async () => (await import("./generate-calls.ts")).machinesSource(),
  },
  calls: {
    file: "apps/web/src/shared/api/calls.gen.ts",
    make: async () => (await import("./generate-client.ts")).clientSource(),
  },
  openScreens: {
    file: "apps/web/src/app/open-screens.gen.ts",
    make: async () => (await import("./generate-screens.ts")).screensSource("open"),
  },
  screens: {
    file: "apps/web/src/app/screens.gen.ts",
    make: async () => (await import("./generate-screens.ts")).screensSource("signed-in"),
  },
  lists: {
    file: "apps/web/src/app/lists.gen.tsx",
    make: async () => (await import("./generate-screens.ts")).listsSource(),
  },
  waiting: {
    file: "apps/web/src/app/shell/waiting.gen.ts",
    make: async () => (await import("./generate-of-calls.ts")).waitingSource(),
  },
  companyPermissions: {
    file: "apps/web/src/features/platform/access/company-permissions.gen.ts",
    make: async () => (await import("./generate-of-calls.ts")).companyPermissionsSource(),
  },
  openapi: {
    file: "docs/openapi.json",
    make: async () => `${JSON.stringify((await import("./generate-openapi.ts")).openApiDocument(), null, 1)}\n`,
  },
  logins: {
    file: "docs/demo-logins.json",
    make: async () => `${JSON.stringify((await import("../apps/api/demo/seed.ts")).listDemoLogins(), null, 1)}\n`,
  },
  permissions: {
    file: "docs/permission-table.md",
    make: async () => (await import("./generate-permissions.ts")).permissionTable(),
  },
  postings: { file: "docs/postings.md", make: async () => (await import("./generate-postings.ts")).postingsPage() },
  states: { file: "docs/states.md", make: async () => (await import("./generate-states.ts")).statesPage() },
  routes: {
    file: "docs/routes.json",
    make: async () => `${JSON.stringify(await (await import("./generate-routes.ts")).routesDocument(), null, 1)}\n`,
  },
};

const words = process.argv.slice(2);
const isCheck = words.includes("--check");
const chosen = words.filter((word) => word in targets);
const stale: string[] = [];
for (const name of chosen.length > 0 ? chosen : Object.keys(targets)) {
  const target = targets[name];
  if (!target) continue;
  const path = join(repository, target.file);
  const text = await target.make();
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  if (isCheck) stale.push(target.file);
  else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(`wrote ${target.file}`);
  }
}
if (stale.length > 0) {
  console.error(`Stale: ${stale.join(", ")}. Run \`npm run generate\` and commit.`);
  process.exitCode = 1;
}
