/**
 * `npm run test:security`: abuse, run before an issue is called done. First the sweeps that are also part of `npm test` (every call × every role,
 * hostile input, sessions, files), then what measures time or reads everything that was stored: known and unknown addresses take the same time
 * (promises E2), and no seeded BVN, NIN, account or card number stands anywhere in clear (D1, D2).
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import pg from "pg";
import { readConfig } from "../../apps/api/src/config.ts";
import { migrate } from "../../apps/api/src/db/migrate.ts";
import { listDemoLogins } from "../../apps/api/src/demo/seed.ts";
import { start } from "../../apps/api/src/main.ts";
import { startSandbox } from "../../apps/sandbox/src/main.ts";
import { startPostgres } from "../../scripts/postgres.ts";

const repository = join(import.meta.dirname, "../..");
const verdicts: boolean[] = [];
const check = (name: string, passed: boolean, detail = "") => {
  verdicts.push(passed);
  console.log(`${passed ? "✓" : "✗"} ${name}${detail ? ` — ${detail}` : ""}`);
};
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const SWEEPS = ["test/unit/permission-table.test.ts", "test/unit/hostile-input.test.ts", "apps/api/src/modules/session", "apps/api/src/modules/onboarding", "apps/api/src/modules/audit"];
const sweeps = spawnSync(join(repository, "node_modules/.bin/vitest"), ["run", ...SWEEPS], { cwd: repository, stdio: ["ignore", "inherit", "inherit"] });
check("the sweeps pass", sweeps.status === 0);

const folder = mkdtempSync("/var/tmp/manilla-security-");
const postgres = await startPostgres({ folder, settings: { fsync: "off" } });
await migrate(postgres.owner_url);
const sandbox = await startSandbox({ port: 0, smtp_port: 0, webhook_target: "http://127.0.0.1:9/api/webhooks", paystack_secret: "sk_test_sandbox", mono_webhook_secret: "mono_webhook_sandbox" });
const running = await start(
  readConfig({
    NODE_ENV: "test", PORT: "4830", DATABASE_URL: postgres.app_url, DATABASE_OWNER_URL: postgres.owner_url, DATA_FOLDER: folder, LOG_LEVEL: "silent", RATE_LIMIT: "0", DEMO: "true", SANDBOX_URL: sandbox.url,
    PAYSTACK_URL: `${sandbox.url}/paystack`, PAYSTACK_SECRET_KEY: "sk_test_sandbox", MONO_URL: `${sandbox.url}/mono`, MONO_SECRET_KEY: "mono_test_sandbox", MONO_WEBHOOK_SECRET: "mono_webhook_sandbox",
  }),
);

async function timeLogin(email: string): Promise<number> {
  const before = performance.now();
  await fetch(`${running.address}/api/login/token`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email, password: "not-the-password-1" }) });
  return performance.now() - before;
}
// Turn about, so that what else the machine does falls on both; two tries an address, so that no throttle speaks.
const known: number[] = [];
const unknown: number[] = [];
for (const warm of ["warm@up.example", "warm2@up.example"]) await timeLogin(warm);
for (let round = 0; round < 2; round += 1) {
  for (const { email } of listDemoLogins()) {
    known.push(await timeLogin(email));
    unknown.push(await timeLogin(`no-${email}`));
  }
}
const [knownTime, unknownTime] = [median(known), median(unknown)];
check("known and unknown addresses take the same time", Math.abs(knownTime - unknownTime) / knownTime < 0.2, `${knownTime.toFixed(1)} ms and ${unknownTime.toFixed(1)} ms`);

interface SandboxPerson {
  bvn: string;
  nin: string;
  accounts: { account_no?: string; account_number?: string }[];
}
const answer = (await (await fetch(`${sandbox.url}/people.json`)).json()) as { people: SandboxPerson[] };
const numbers = answer.people.flatMap((person) => [person.bvn, person.nin, ...person.accounts.map((account) => account.account_no ?? account.account_number ?? "")]).filter((text) => text.length >= 10);
const pool = new pg.Pool({ connectionString: postgres.admin_url.replace(/\/postgres$/, "/manilla"), max: 2 });
const { rows: tables } = await pool.query<{ name: string }>("select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'ledger', 'pgboss') and table_type = 'BASE TABLE'");
const isCard = (digits: string): boolean => digits.split("").reverse().reduce((sum, digit, index) => sum + (index % 2 === 0 ? Number(digit) : Number(digit) * 2 > 9 ? Number(digit) * 2 - 9 : Number(digit) * 2), 0) % 10 === 0;
const found: string[] = [];
for (const { name } of tables) {
  const { rows } = await pool.query<{ text: string | null }>(`select string_agg(t::text, E'\\n') as text from ${name} t`);
  const text = rows[0]?.text ?? "";
  if (numbers.some((number) => text.includes(number))) found.push(name);
  for (const [card] of text.matchAll(/(?<![\da-f-])(?:4\d{15}|5[1-5]\d{14}|506\d{13,16})(?![\da-f-])/g)) if (isCard(card)) found.push(`${name}: card number`);
}
check("no BVN, NIN, account or card number stands in the database in clear", found.length === 0 && numbers.length > 100, found.length > 0 ? found.join(", ") : `${numbers.length} numbers sought in ${tables.length} tables`);

await pool.end();
await running.stop();
await sandbox.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
const failed = verdicts.filter((passed) => !passed).length;
console.log(`\n${verdicts.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
