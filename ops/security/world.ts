/** What the abuse is tried on: the demo world, whole, on a server of its own, with the sandbox beside it. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import pg from "pg";
import { readConfig } from "../../apps/api/src/config.ts";
import { migrate } from "../../apps/api/src/db/migrate.ts";
import { listDemoLogins } from "../../apps/api/demo/seed.ts";
import { type Running, start } from "../../apps/api/src/main.ts";
import { type Sandbox, startSandbox } from "../../apps/sandbox/src/main.ts";
import { startPostgres } from "../../scripts/postgres.ts";
import { sandboxProviders } from "../../scripts/sandbox-providers.ts";

export interface SecurityWorld {
  running: Running;
  sandbox: Sandbox;
  /** The superuser's connection to the application's database. */
  pool: pg.Pool;
  /** One line of the report. */
  check(name: string, passed: boolean, detail?: string): void;
  /** A bearer token of a demo login. */
  tokenOf(role: string): Promise<string>;
  /** Forgets what throttles have counted. */
  forgive(): Promise<void>;
  stop(): Promise<void>;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 4_830));
    });
  });

export async function startSecurityWorld(check: SecurityWorld["check"]): Promise<SecurityWorld> {
  const folder = mkdtempSync("/var/tmp/manilla-security-");
  const postgres = await startPostgres({ folder, settings: { fsync: "off" } });
  await migrate(postgres.owner_url);
  const sandbox = await startSandbox({
    port: 0,
    smtp_port: 0,
    webhook_target: "http://127.0.0.1:9/api/webhooks",
    paystack_secret: "sk_test_sandbox",
    mono_webhook_secret: "mono_webhook_sandbox",
  });
  const running = await start(
    readConfig({
      NODE_ENV: "test",
      PORT: String(await freePort()),
      DATABASE_URL: postgres.app_url,
      DATABASE_OWNER_URL: postgres.owner_url,
      DATA_FOLDER: folder,
      LOG_LEVEL: "silent",
      RATE_LIMIT: "0",
      DEMO: "true",
      SANDBOX_URL: sandbox.url,
      ...sandboxProviders(sandbox.url, { smtp_port: sandbox.smtp_port }),
    }),
  );
  const pool = new pg.Pool({ connectionString: postgres.admin_url.replace(/\/postgres$/, "/manilla"), max: 3 });
  pool.on("error", () => undefined);
  return {
    running,
    sandbox,
    pool,
    check,
    forgive: async () => void (await pool.query("delete from throttles")),
    async tokenOf(role) {
      const login = listDemoLogins().find((row) => row.role === role);
      const response = await fetch(`${running.address}/api/login/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: login?.email, password: login?.password }),
      });
      const { data } = (await response.json()) as { data?: { token: string } };
      if (!data) throw new Error(`the demo login of ${role} does not sign in`);
      return data.token;
    },
    async stop() {
      await pool.end();
      await running.stop();
      await sandbox.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
