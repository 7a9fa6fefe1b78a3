/** The only place that reads the environment. A wrong value stops the start with the variable's name and what it wants. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { z } from "zod";

/** A number without fraction or exponent, as people write it; `wants` is the end of the sentence that a wrong one is answered with. */
const whole = (least: number, most: number, wants = `a whole number from ${least} to ${most}`) =>
  z
    .string({ error: wants })
    .regex(/^\d{1,9}$/, { error: wants })
    .transform(Number)
    .pipe(z.number().min(least, { error: wants }).max(most, { error: wants }));
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `one of ${words.join(", ")}` });
const matching = (pattern: RegExp, wants: string) => z.string({ error: wants }).regex(pattern, { error: wants });
const url = z.url({ protocol: /^https?$/, error: "an http or https address" });
const key = matching(/^[0-9a-f]{64}$/, "64 hexadecimal digits (32 random bytes)");
const secret = matching(/^.{8,}$/, "the provider's own value, at least 8 characters");
const database = (wants: string) => matching(/^postgres(ql)?:\/\/./, wants);
const flag = oneOf(["true", "false"]).transform((word) => word === "true");

const CORES = availableParallelism();
/** More processes than this for a core are a slip of the pen. */
const PROCESSES_A_CORE = 4;

const environment = z.object({
  NODE_ENV: oneOf(["production", "development", "test"]).default("development"),
  PORT: whole(1, 65_535, "a port, 1 to 65535").default(4_400),
  HOST: matching(/^[\w.:-]+$/, "an address of this machine, for example 127.0.0.1 or 0.0.0.0").default("127.0.0.1"),
  PUBLIC_URL: url.optional(),
  DATABASE_URL: database("an address like postgres://user:password@host/database"),
  DATABASE_OWNER_URL: database("an address like postgres://owner:password@host/database").optional(),
  /** A standby of the same database, as the role that serves requests: lists and exports are read from it. */
  DATABASE_REPLICA_URL: database("an address like postgres://user:password@host/database").optional(),
  DATABASE_POOL: whole(2, 200).default(16),
  /** What this machine may take of the server's connections, where others share them. */
  DATABASE_CONNECTIONS: whole(10, 100_000).optional(),
  /** API processes of this machine, behind one port. */
  API_PROCESSES: whole(
    1,
    PROCESSES_A_CORE * CORES,
    `a whole number from 1 to ${PROCESSES_A_CORE * CORES} (${PROCESSES_A_CORE} a core)`,
  ).default(Math.max(1, CORES - 1)),
  /** Told by processes.ts: how many processes share the connections of this machine. */
  PROCESSES: whole(1, 1_000).default(1),
  DATA_FOLDER: matching(/./, "a folder that the server may write to"),
  MASTER_KEY: key.optional(),
  INDEX_KEY: key.optional(),
  /** Requests a minute from one address; 0 switches the limit off (benchmarks). */
  RATE_LIMIT: whole(0, 1_000_000).default(6_000),
  /** Shown by Prometheus as a bearer; without one there is no /metrics. */
  METRICS_TOKEN: matching(/^[\w-]{24,200}$/, "24 or more letters and digits").optional(),
  /** Concurrent requests; further ones are refused with an immediate retry. */
  MAX_UNDER_WAY: whole(1, 100_000).default(200),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  TRUST_PROXY: whole(0, 10).default(0),
  RUN: oneOf(["both", "api", "worker"]).default("both"),
  CHECKOUT_BASE: matching(/^(?!\/api$)(\/[a-z0-9-]+)+$/, "a path of its own like /checkout/api").default(
    "/checkout/api",
  ),
  SANDBOX_URL: url.optional(),
  PAYSTACK_URL: url.default("https://api.paystack.co"),
  PAYSTACK_SECRET_KEY: secret.optional(),
  MONO_URL: url.default("https://api.withmono.com"),
  MONO_SECRET_KEY: secret.optional(),
  MONO_WEBHOOK_SECRET: secret.optional(),
  PREMBLY_URL: url.default("https://api.prembly.com"),
  PREMBLY_API_KEY: secret.optional(),
  PREMBLY_APP_ID: z.string().optional(),
  /** Statement sources beside Mono: one without its key is not offered. */
  MBS_URL: url.default("https://mybankstatement.net/TP/api"),
  MBS_CLIENT_ID: z.string().optional(),
  /** The mail address under which MyBankStatement knows us. */
  MBS_USERNAME: z.string().optional(),
  MBS_CLIENT_SECRET: secret.optional(),
  OKRA_URL: url.default("https://api.okra.ng"),
  OKRA_SECRET_KEY: secret.optional(),
  STATEMENT_SOURCE_3_NAME: matching(/^.{2,40}$/, "a name of 2 to 40 characters").default("Open banking"),
  STATEMENT_SOURCE_3_URL: url.optional(),
  STATEMENT_SOURCE_3_KEY: secret.optional(),
  MOBILE_STATEMENT_URL: url.optional(),
  MOBILE_STATEMENT_KEY: secret.optional(),
  USSD_URL: url.optional(),
  USSD_KEY: secret.optional(),
  TERMII_URL: url.default("https://api.ng.termii.com"),
  TERMII_API_KEY: secret.optional(),
  /** Termii's secret key, with which it signs its delivery reports. */
  TERMII_SECRET_KEY: secret.optional(),
  SMTP_URL: matching(/^smtps?:\/\/./, "an address like smtps://user:password@host:465").optional(),
  /** The key with which the mail provider signs its delivery reports (Mailgun: HTTP webhook signing key). */
  MAIL_WEBHOOK_KEY: secret.optional(),
  MAIL_FROM: matching(
    /^[^\r\n]*@[^\r\n]+$/,
    "a mail address, with a name or without: Manilla <no-reply@example.com>",
  ).default("Manilla <no-reply@manilla.example>"),
  FCM_URL: url.default("https://fcm.googleapis.com"),
  FCM_PROJECT: matching(/^[a-z0-9-]+$/, "the name of a Firebase project").default("manilla"),
  FCM_ACCESS_KEY: secret.optional(),
  BANK_URL: url.optional(),
  PAYROLL_URL: url.optional(),
  PAYROLL_API_KEY: secret.optional(),
  /** The issuer of cards; without one no card is made. Its vault is where number, code and PIN are shown and typed, in a frame. */
  ISSUER_URL: url.optional(),
  ISSUER_API_KEY: secret.optional(),
  ISSUER_WEBHOOK_SECRET: secret.optional(),
  ISSUER_FUNDING_SOURCE: matching(/^[\w-]{1,100}$/, "the issuer's id of the funding source").optional(),
  ISSUER_VAULT_URL: url.default("https://vault.sudo.cards"),
  /** The partner bank, in which the wallets' money is; without one no account number is given out for them. */
  WEMA_URL: url.optional(),
  WEMA_API_KEY: secret.optional(),
  WEMA_WEBHOOK_SECRET: secret.optional(),
  /** Billers: one without its key sells nothing. */
  BAXI_URL: url.default("https://payments.baxipay.com.ng/api/baxipay"),
  BAXI_API_KEY: secret.optional(),
  BAXI_AGENT_ID: matching(/^[\w-]{1,60}$/, "the agent's id at Baxi").optional(),
  FLUTTERWAVE_URL: url.default("https://api.flutterwave.com"),
  FLUTTERWAVE_SECRET_KEY: secret.optional(),
  FLUTTERWAVE_WEBHOOK_SECRET: secret.optional(),
  /** Where the day's rate of the dollar is published; without it none is exchanged. */
  RATES_URL: url.optional(),
  /** The lender that funds credit cards, and where it is paid; without one none is funded by a partner. */
  CARD_PARTNER_URL: url.optional(),
  CARD_PARTNER_API_KEY: secret.optional(),
  CARD_PARTNER_ACCOUNT: matching(/^\d{3,6}\/\d{10}$/, "an account like 058/0123456789").optional(),
  /** With a bucket, documents lie there instead of in the data folder. */
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "the name of a bucket").optional(),
  S3_ENDPOINT: url.optional(),
  S3_REGION: matching(/^[a-z0-9-]{2,40}$/, "a region like af-south-1").default("us-east-1"),
  S3_ACCESS_KEY_ID: matching(/^.{3,}$/, "the store's own value, at least 3 characters").optional(),
  S3_SECRET_ACCESS_KEY: secret.optional(),
  SECOND_FACTOR_REQUIRED: flag.optional(),
  PRODUCTION_APP_HOST: matching(/^[a-z0-9.-]+(:\d+)?$/, "a host name like app.example.com").optional(),
  MOBILE_APP_LINK: url.optional(),
  DEMO: flag.default(false),
});

export type Config = z.output<typeof environment> & {
  public_url: string;
  master_key: Buffer;
  index_key: Buffer;
  is_production: boolean;
  second_factor_required: boolean;
  /** For whom passkeys are made: host and origin of the public address. None where that is a number, for which there are no passkeys. */
  relying_party: { id: string; origin: string } | undefined;
};

/** What a wrong environment says: one line per variable. */
export class WrongConfiguration extends Error {}

/** Addresses of providers, to which keys and people's data go. */
const PROVIDER_ADDRESSES = [
  "PAYSTACK_URL",
  "MONO_URL",
  "PREMBLY_URL",
  "MBS_URL",
  "OKRA_URL",
  "STATEMENT_SOURCE_3_URL",
  "MOBILE_STATEMENT_URL",
  "USSD_URL",
  "TERMII_URL",
  "FCM_URL",
  "BANK_URL",
  "PAYROLL_URL",
  "ISSUER_URL",
  "ISSUER_VAULT_URL",
  "WEMA_URL",
  "BAXI_URL",
  "FLUTTERWAVE_URL",
  "CARD_PARTNER_URL",
  "RATES_URL",
] as const;
/** A key that somebody typed, rather than had made: fewer different digits than any 32 random bytes have. */
const isTyped = (hexadecimal: string | undefined): boolean =>
  hexadecimal !== undefined && new Set(hexadecimal).size < 8;

/** In production keys and providers come from the environment; the demo world, default secrets and the sandbox are refused. */
function refuseInProduction(values: z.output<typeof environment>): string[] {
  const problems: string[] = [];
  const need = (name: keyof typeof values, wants: string) => {
    if (values[name] === undefined) problems.push(`${name}: wants ${wants} in production`);
  };
  need("MASTER_KEY", "64 hexadecimal digits (32 random bytes)");
  need("INDEX_KEY", "64 hexadecimal digits (32 random bytes)");
  need("PUBLIC_URL", "the https address at which people reach the application");
  for (const name of [
    "PAYSTACK_SECRET_KEY",
    "MONO_SECRET_KEY",
    "MONO_WEBHOOK_SECRET",
    "PREMBLY_API_KEY",
    "PREMBLY_APP_ID",
    "TERMII_API_KEY",
    "TERMII_SECRET_KEY",
    "SMTP_URL",
    "MAIL_WEBHOOK_KEY",
    "FCM_ACCESS_KEY",
  ] as const)
    need(name, "the provider's own value");
  if (values.DEMO) problems.push("DEMO: the demo world is refused in production");
  if (values.SANDBOX_URL) problems.push("SANDBOX_URL: the sandbox is refused in production");
  if (values.SECOND_FACTOR_REQUIRED === false)
    problems.push("SECOND_FACTOR_REQUIRED: staff have a second factor in production");
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "string" && /sandbox|changeme/i.test(value))
      problems.push(`${name}: a sandbox or default value is refused in production`);
  }
  for (const name of ["PUBLIC_URL", ...PROVIDER_ADDRESSES] as const)
    if (values[name]?.startsWith("http:")) problems.push(`${name}: wants https in production`);
  for (const name of ["MASTER_KEY", "INDEX_KEY"] as const)
    if (isTyped(values[name]))
      problems.push(`${name}: wants random bytes in production, for example of openssl rand -hex 32`);
  if (values.INDEX_KEY && values.INDEX_KEY === values.MASTER_KEY)
    problems.push("INDEX_KEY: wants a value of its own, not that of MASTER_KEY, in production");
  return problems;
}

/** A key kept in the data folder: the demo makes its own on the first start. */
function keptKey(folder: string, name: string): string {
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

/** This machine's own number is also called localhost, for which browsers make passkeys. */
function relyingPartyOf(public_url: string): Config["relying_party"] {
  const url = new URL(public_url);
  if (["127.0.0.1", "[::1]"].includes(url.hostname)) url.hostname = "localhost";
  return isIP(url.hostname.replaceAll(/[[\]]/g, "")) ? undefined : { id: url.hostname, origin: url.origin };
}

type Source = Record<string, string | undefined>;

/** An empty variable is one that is not set. @throws WrongConfiguration */
function parse<Values>(wanted: z.ZodType<Values>, source: Source): Values {
  const parsed = wanted.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "")));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: wants ${issue.message}`);
  throw new WrongConfiguration(lines.join("\n"));
}

/** What is to run, before anything else is known (the database's address may come later). @throws WrongConfiguration */
export function readProcesses(source: Source = process.env): { run: Config["RUN"]; api: number } {
  const { RUN, API_PROCESSES } = parse(environment.pick({ RUN: true, API_PROCESSES: true }), source);
  return { run: RUN, api: API_PROCESSES };
}

/** Reads and checks the configuration. @throws WrongConfiguration naming every wrong variable and what it wants */
export function readConfig(source: Source = process.env): Config {
  const values = parse(environment, source);
  const missing = values.S3_BUCKET
    ? (["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const).filter(
        (name) => values[name] === undefined,
      )
    : [];
  if (missing.length > 0)
    throw new WrongConfiguration(
      missing.map((name) => `${name}: wants the store's own value where S3_BUCKET is set`).join("\n"),
    );
  // Its logins are in the repository for everybody to read.
  if (values.DEMO && !["127.0.0.1", "localhost", "::1"].includes(values.HOST))
    throw new WrongConfiguration("HOST: wants 127.0.0.1 with the demo world, which nobody else may reach");
  const is_production = values.NODE_ENV === "production";
  if (is_production) {
    const problems = refuseInProduction(values);
    if (problems.length > 0) throw new WrongConfiguration(problems.join("\n"));
  }
  const public_url = values.PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`;
  return {
    ...values,
    is_production,
    public_url,
    relying_party: relyingPartyOf(public_url),
    master_key: Buffer.from(values.MASTER_KEY ?? keptKey(values.DATA_FOLDER, "master-key"), "hex"),
    index_key: Buffer.from(values.INDEX_KEY ?? keptKey(values.DATA_FOLDER, "index-key"), "hex"),
    second_factor_required: values.SECOND_FACTOR_REQUIRED ?? is_production,
  };
}

/**
 * The configuration of this process. `npm start` begins it while the database is still starting, which takes as long as loading the code, and sends the
 * database's address when there is one (`LATE_ENVIRONMENT`).
 * @throws WrongConfiguration as {@link readConfig}
 */
export async function ownConfig(): Promise<Config> {
  if (process.env.LATE_ENVIRONMENT === undefined) return readConfig();
  const late = await new Promise<Record<string, string>>((resolve) =>
    process.once("message", (message) => resolve(message as Record<string, string>)),
  );
  return readConfig({ ...process.env, ...late });
}
