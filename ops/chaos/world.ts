/** Real processes to kill: a durable PostgreSQL, the sandbox, the API with its worker. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { uuidv7 } from "uuidv7";
import { makeNuban } from "../../apps/sandbox/src/nuban.ts";
import { readConfig } from "../../apps/api/src/config.ts";
import { queryable } from "../../apps/api/src/db/database.ts";
import { migrate } from "../../apps/api/src/db/migrate.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { createApp } from "../../apps/api/src/main.ts";
import { addDays } from "@manilla/credit";
import { openBankAccount } from "../../apps/api/src/modules/money/bank-statements/index.ts";
import { openProviderAccounts, putInCapital } from "../../apps/api/src/modules/money/books/index.ts";
import { insertVersion, termsOf } from "../../apps/api/src/modules/lending/loan-products/index.ts";
import { priced } from "../../apps/api/src/modules/lending/loans/index.ts";
import { createPerson } from "../../apps/api/src/modules/people/people/index.ts";
import { type EmbeddedPostgres, startPostgres } from "../../scripts/postgres.ts";
import { sandboxProviders } from "../../scripts/sandbox-providers.ts";

const repository = join(import.meta.dirname, "../..");
export const FIRST_DATE = "2026-01-15";
/** Its own, so that two runs on one machine do not meet; beyond 5061, which fetch refuses as a telephone port. */
export const PORT = 5_510 + (process.pid % 40) * 10;
export const SANDBOX = `http://127.0.0.1:${PORT + 1}`;

export interface ChaosWorld {
  postgres: EmbeddedPostgres;
  folder: string;
  /** The business date the world began with. */
  first_date: string;
  environment: Record<string, string>;
  /** The application without a server: for making things and for looking at them. */
  app: Awaited<ReturnType<typeof createApp>>["app"];
  /** @param more environment of this process beside the world's own */
  startApi(more?: Record<string, string>): Promise<void>;
  /** `kill -9`, and the process is gone when this returns. */
  killApi(): Promise<void>;
  killDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  stop(): Promise<void>;
}

export const eventually = async (what: string, isSo: () => Promise<boolean>, seconds = 120): Promise<void> => {
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(200))
    if (await isSo().catch(() => false)) return;
  throw new Error(`It did not happen within ${seconds} s: ${what}`);
};

export const gone = (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill(signal);
  });

export const start = (file: string, environment: Record<string, string>): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = fork(join(repository, file), {
      env: { ...process.env, ...environment },
      // As a release is started (deploy/systemd).
      execArgv: [...process.execArgv, "--max-semi-space-size=12", "--heap-growing-percent=100"],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child.once("message", () => resolve(child));
    child.once("exit", (code) => reject(new Error(`${file} stopped with ${code}`)));
  });

export async function startChaosWorld({ first_date = FIRST_DATE }: { first_date?: string } = {}): Promise<ChaosWorld> {
  const folder = mkdtempSync("/var/tmp/manilla-chaos-");
  let postgres = await startPostgres({ folder });
  await migrate(postgres.owner_url);
  const environment = {
    NODE_ENV: "test",
    PORT: String(PORT),
    DATABASE_URL: postgres.app_url,
    DATABASE_OWNER_URL: postgres.owner_url,
    DATA_FOLDER: folder,
    NODE_COMPILE_CACHE: join(folder, "compiled"),
    LOG_LEVEL: "fatal",
    RATE_LIMIT: "0",
    SANDBOX_URL: SANDBOX,
    ...sandboxProviders(SANDBOX, { smtp_port: PORT + 2 }),
  };
  const sandbox = await start("apps/sandbox/src/main.ts", {
    SANDBOX_PORT: String(PORT + 1),
    SANDBOX_SMTP_PORT: String(PORT + 2),
    SANDBOX_WEBHOOK_TARGET: `http://127.0.0.1:${PORT}/api/webhooks`,
    PAYSTACK_SECRET_KEY: "sk_test_sandbox",
    MONO_WEBHOOK_SECRET: "mono_webhook_sandbox",
  });
  await fetch(`${SANDBOX}/clock`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ business_date: first_date }),
  });
  const made = await createApp(readConfig({ ...environment, RUN: "api", DATABASE_POOL: "6" }));
  await made.app.db.insertInto("business_calendar").values({ business_date: first_date }).execute();
  await openProviderAccounts(queryable(made.app.db));
  await putInCapital(made.app.db, { key: "chaos", amount_kobo: 50_000_000_000n, on: first_date, actor: "chaos" });
  await openBankAccount(made.app.db, {
    account: "011/0000014579",
    closing_kobo: 50_000_000_000n,
    on: addDays(first_date, -1),
  });
  let api: ChildProcess | undefined;
  const world: ChaosWorld = {
    get postgres() {
      return postgres;
    },
    folder,
    first_date,
    environment,
    app: made.app,
    async startApi(more = {}) {
      api = await start("apps/api/src/main.ts", { ...environment, ...more });
    },
    killApi: () => gone(api, "SIGKILL"),
    killDatabase: () => postgres.kill(),
    async startDatabase() {
      postgres = await startPostgres({ folder });
    },
    async stop() {
      await gone(api, "SIGTERM");
      await made.stop();
      await gone(sandbox, "SIGTERM");
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/** Two people of finance, signed in. */
export async function signInFinance({ app }: ChaosWorld): Promise<{ maker: string; checker: string }> {
  const tokens: string[] = [];
  for (const name of ["Maker", "Checker"]) {
    const user_id = await app.db
      .transaction()
      .execute((tx) =>
        createPerson(tx, app, {
          name,
          last_name: "Finance",
          email: `${name}@chaos.example`,
          phone: null,
          password_hash: null,
          change_password_at: new Date(),
          roles: ["super_finance"],
        }),
      );
    tokens.push((await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "chaos" })).token);
  }
  return { maker: tokens[0] ?? "", checker: tokens[1] ?? "" };
}

/** Loans that were accepted and wait to be paid out, each of another person. */
export async function makeAcceptedLoans(
  { app, first_date }: ChaosWorld,
  count: number,
  principal_kobo = 10_000_000n,
): Promise<string[]> {
  const product_id = uuidv7();
  await app.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("loan_products")
      .values({ id: product_id, code: `chaos-${product_id.slice(-6)}`, name: "Chaos loan" })
      .execute();
    await insertVersion(
      tx,
      product_id,
      {
        valid_from: "2025-01-01",
        annual_rate_percent: "48",
        method: "declining",
        interest: "per_period",
        day_count: "actual/365",
        minimum_principal_kobo: 1_000,
        maximum_principal_kobo: 10_000_000_000,
        minimum_instalments: 1,
        maximum_instalments: 36,
        rounding_multiple_kobo: 1,
        rounding_mode: "nearest",
        principal_grace: 0,
        follows_salary_day: false,
        fees: [],
        penalty: { kind: "percentage", percent: "1", cap_percent_a_month: "1" },
        grace_days: 3,
        settlement_interest: "to_date",
        offer_valid_days: 7,
      },
      null,
    );
  });
  const version = await app.db
    .selectFrom("loan_product_versions")
    .selectAll()
    .where("product_id", "=", product_id)
    .executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const account_no = makeNuban("058", 200_000_000 + index * 7);
    const id = uuidv7();
    await app.db.transaction().execute(async (tx) => {
      const user_id = await createPerson(tx, app, {
        name: "Chaos",
        last_name: `Customer ${index}`,
        email: `chaos${index}@chaos.example`,
        phone: null,
        password_hash: null,
        change_password_at: new Date(),
        roles: ["staff"],
      });
      const { data_key } = await tx
        .selectFrom("users")
        .select("data_key")
        .where("id", "=", user_id)
        .executeTakeFirstOrThrow();
      await tx
        .updateTable("profiles")
        .set({
          status: "activated",
          bank_code: "058",
          bank_name: "Guaranty Trust Bank",
          account_name: "CHAOS CUSTOMER",
          account_no_last4: account_no.slice(-4),
          bank_account_status: "verified",
          account_no_encrypted: app.encryption.encrypt(user_id, data_key ?? Buffer.alloc(0), "account_no", account_no),
          account_no_hash: app.encryption.hash("account_no", account_no),
        })
        .where("user_id", "=", user_id)
        .execute();
      const terms = termsOf({ ...version, fees: [] }, { principal_kobo, instalments: 3 }, first_date, null);
      await tx
        .insertInto("loans")
        .values({
          id,
          reference: `LN-CHAOS-${index}`,
          user_id,
          product_id,
          product_version_id: version.id,
          status: "accepted",
          accepted_at: new Date(),
          requested_principal_kobo: principal_kobo,
          requested_instalments: 3,
          ...priced(terms),
        })
        .execute();
    });
    ids.push(id);
  }
  return ids;
}
