/** Composition: configuration → database → modules → listen. Runs the API, the worker, or both (`RUN`). */
import { pino } from "pino";
import type { App } from "./house/app.ts";
import type { DemoDay } from "../demo/past.ts";
import { type Config, WrongConfiguration, ownConfig } from "./config.ts";
import { createDatabase, createPool, queryable } from "./db/database.ts";
import { createFieldEncryption } from "./field-encryption.ts";
import { connectionsOf, poolWithin } from "./db/connections.ts";
import { UnusableDatabase, migrate } from "./db/migrate.ts";
import { TOTALS, hearTotal } from "./db/list-total.ts";
import { startReplica } from "./db/replica.ts";
import { hasTenantRole } from "./db/scope.ts";
import { buildHouse } from "./house/index.ts";
import { refuseGonePurposes } from "./house/gone.ts";
import type { DemoPast } from "./http/demo-past.ts";
import { startBeating } from "./http/key-holder.ts";
import { startLive } from "./http/live.ts";
import { joinOthers } from "./http/operations.ts";
import { WAITING_CONNECTIONS, createServer } from "./http/server.ts";
import type { Told } from "./http/together.ts";
import { startQueue } from "./db/queue.ts";
import { startPeriodic } from "./jobs/periodic.ts";
import { openProviderAccounts } from "./modules/money/books/index.ts";
import * as nouns from "./modules/index.ts";
import { createOutside } from "./outside/index.ts";

const PRIVATE_FIELDS = [
  "bvn",
  "nin",
  "account_no",
  "password",
  "token",
  "authorization",
  "cookie",
  "otp",
  "code",
  "email",
  "phone",
];

export interface Running {
  app: App;
  address: string;
  stop(): Promise<void>;
}

/** Everything but the HTTP server: also the base of tests, the demo seed and the import command. */
export async function createApp(config: Config): Promise<{ app: App; stop(): Promise<void> }> {
  const log = pino({
    level: config.LOG_LEVEL,
    redact: { paths: PRIVATE_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: "•••" },
  });
  const onError = (error: Error) => log.error({ err: { message: error.message } }, "lost a connection");
  const pool = createPool(config.DATABASE_URL, config.DATABASE_POOL, onError);
  const db = createDatabase(pool);
  const queue = await startQueue(config.DATABASE_URL, onError, config.RUN !== "api");
  const live = await startLive(config.DATABASE_URL, onError);
  live.hear(TOTALS, ({ data }) => hearTotal(data));
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL: connections } = config;
  const replica = url && config.RUN !== "worker" ? startReplica(db, { url, connections, onError }) : undefined;
  const app: App = {
    config,
    pool,
    db,
    replica,
    has_tenant_role: await hasTenantRole(pool),
    queue,
    live,
    log,
    encryption: createFieldEncryption(config.master_key, config.index_key),
    outside: createOutside(config),
    house: buildHouse(Object.values(nouns)),
  };
  return {
    app,
    async stop() {
      await queue.stop();
      await live.stop();
      await replica?.stop();
      await pool.end();
    },
  };
}

/** The pool that the server's connections allow, with a line in the log where it is smaller than configured. @throws UnusableDatabase */
async function poolOf({ DATABASE_URL, DATABASE_CONNECTIONS = Infinity, DATABASE_POOL, PROCESSES }: Config) {
  const allowed = Math.min(DATABASE_CONNECTIONS, await connectionsOf(DATABASE_URL));
  const pool = poolWithin(allowed, PROCESSES, DATABASE_POOL);
  if (pool < DATABASE_POOL)
    console.error(
      `DATABASE_POOL: ${pool} instead of ${DATABASE_POOL}, so that ${allowed} connections are enough (processes: ${PROCESSES}).`,
    );
  return pool;
}

/**
 * Starts the application: migrates, works, listens.
 * @param onDemoDay called before each day of the demo's past that is lived
 */
export async function start(config: Config, onDemoDay?: (day: DemoDay) => void): Promise<Running> {
  await migrate(config.DATABASE_OWNER_URL ?? config.DATABASE_URL);
  const { app, stop } = await createApp({ ...config, DATABASE_POOL: await poolOf(config) });
  await refuseGonePurposes(app);
  await openProviderAccounts(queryable(app.db));
  const demo = config.DEMO ? await import("../demo/seed.ts") : undefined;
  const past: DemoPast = { now: await demo?.firstDay(app) };
  const server = config.RUN === "worker" ? undefined : await createServer(app, past.now && past);
  const beat =
    server &&
    (await startBeating(config.DATABASE_URL, (error) =>
      app.log.error({ err: { message: error.message } }, "lost a connection"),
    ));
  const listen = async () =>
    (await server?.listen({ port: config.PORT, host: config.HOST, backlog: WAITING_CONNECTIONS })) ?? "";
  const early = past.now && (await listen());
  await demo?.seedDemo(app, (day) => {
    past.now = day;
    onDemoDay?.(day);
  });
  past.now = undefined;
  const periodic = config.RUN === "api" ? undefined : startPeriodic(app);
  if (config.RUN !== "api") for (const work of app.house.jobs) await work(app);
  const address = early ?? (await listen());
  return {
    app,
    address,
    async stop() {
      await server?.close();
      await beat?.stop();
      await periodic?.stop();
      await stop();
    },
  };
}

/** Starts what the environment says, and stops it on a signal or with the process that started it. */
export async function run(): Promise<void> {
  try {
    const config = await ownConfig();
    joinOthers();
    const tell = (told: Told) => process.send?.(told);
    const running = await start(config, (demo_day) => tell({ demo_day }));
    tell({ ready: running.address });
    let isStopping = false;
    const stop = () => {
      if (isStopping) return;
      isStopping = true;
      void running.stop().then(() => process.exit(0));
      // A request or a job that hangs does not keep the process for ever.
      setTimeout(() => process.exit(1), 20_000).unref();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
    process.on("disconnect", stop);
  } catch (error) {
    if (error instanceof WrongConfiguration) console.error(`The configuration is wrong:\n${error.message}`);
    else console.error(error instanceof UnusableDatabase ? error.message : error);
    process.exit(1);
  }
}

if (import.meta.main) await run();
