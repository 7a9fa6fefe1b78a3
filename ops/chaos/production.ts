/**
 * The release as a provider runs it: NODE_ENV=production with keys of its own, reached without a proxy. What only the demo may have must not be there, and what
 * only production has must hold. Part of `npm run chaos -- release`.
 */
import { type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import type pg from "pg";

const HOST = "app.manilla.example";
const METRICS_TOKEN = "metrics-token-of-the-release-check";
const VALUE = "a-value-of-their-own";
const PROVIDERS = [
  "PAYSTACK_SECRET_KEY",
  "MONO_SECRET_KEY",
  "MONO_WEBHOOK_SECRET",
  "PREMBLY_API_KEY",
  "PREMBLY_APP_ID",
  "TERMII_API_KEY",
  "TERMII_SECRET_KEY",
  "MAIL_WEBHOOK_KEY",
  "FCM_ACCESS_KEY",
];
const START_MILLISECONDS = 240_000;
/** Tries of different accounts from one network in a quarter of an hour. */
const TRIES_OF_A_NETWORK = 100;
/** What no answer may show: files, frames of a stack, and words of the database. */
const INTERNALS = /node_modules|\.[jt]s:\d|\n\s+at |relation "|syntax error|\bselect\b|pg_|sourcesContent/i;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}
interface Sent {
  headers?: Record<string, string>;
  /** An object as JSON, or bytes as they are. */
  body?: object | string;
}

export interface Production {
  port: number;
  /** Where the release keeps its keys. */
  data_folder: string;
  /** Starts it with these variables beside the database's address. */
  run(environment: Record<string, string>): ChildProcess;
  until(what: string, isSo: () => Promise<boolean>): Promise<void>;
  check(name: string, passed: boolean, detail?: string): void;
  owner: pg.Client;
  administrator: { email: string; password: string };
}

/** Sends it as it is written: no address is put in order before. */
const askAt =
  (port: number) =>
  (method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const text = typeof body === "object" ? JSON.stringify(body) : body;
      const json = text !== undefined && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      };
      const sent = request({ host: "127.0.0.1", port, method, path, headers: { host: HOST, ...json, ...headers } });
      sent.on("error", reject).on("response", (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
        );
      });
      sent.end(text);
    });
type Ask = ReturnType<typeof askAt>;

/** Starts the release in production and attacks it. Ends what it started with the caller's other processes. */
export async function attackProduction(production: Production): Promise<void> {
  const { port, data_folder, run, until, check } = production;
  const kept = (name: string): string => readFileSync(join(data_folder, name), "utf8").trim();
  const environment: Record<string, string> = {
    NODE_ENV: "production",
    RUN: "api",
    API_PROCESSES: "1",
    PORT: String(port),
    TRUST_PROXY: "0",
    PUBLIC_URL: `https://${HOST}`,
    MASTER_KEY: kept("master-key"),
    INDEX_KEY: kept("index-key"),
    SMTP_URL: "smtps://mail.example",
    METRICS_TOKEN,
    ...Object.fromEntries(PROVIDERS.map((name) => [name, VALUE])),
  };
  await refuseToStart(production, environment);
  run(environment);
  const ask = askAt(port);
  await until("production answers", async () => (await ask("GET", "/readyz")).status === 200);
  await readPages(ask, check);
  await readFiles(ask, check, environment["MASTER_KEY"] ?? "");
  await provokeErrors(ask, production);
  await lookForDemo(ask, check);
  await actInSession(ask, production);
  // Last: afterwards nobody signs in from here.
  const tries: number[] = [];
  for (let again = 0; again <= TRIES_OF_A_NETWORK && tries.at(-1) !== 429; again += 1) {
    const headers = { "x-forwarded-for": `198.51.100.${again}`, forwarded: `for=198.51.100.${again}` };
    const body = { email: `somebody-${again}@manilla.example`, password: "guess" };
    tries.push((await ask("POST", "/api/login/token", { headers, body })).status);
  }
  check("who guesses under many names and made-up addresses is stopped", tries.at(-1) === 429, `${tries.length} tries`);
}

/** What would be unsafe ends the start, and says which variable it is. */
async function refuseToStart({ run, check }: Production, environment: Record<string, string>): Promise<void> {
  const unsafe: [string, Record<string, string>][] = [
    ["MASTER_KEY", { MASTER_KEY: "" }],
    ["DEMO", { DEMO: "true" }],
    ["SANDBOX_URL", { SANDBOX_URL: "http://127.0.0.1:1" }],
    ["PUBLIC_URL", { PUBLIC_URL: `http://${HOST}` }],
    ["PAYSTACK_SECRET_KEY", { PAYSTACK_SECRET_KEY: "sandbox-secret" }],
  ];
  await Promise.all(
    unsafe.map(async ([name, change]) => {
      const child = run({ ...environment, ...change, PORT: "1" });
      let said = "";
      child.stderr?.on("data", (part: Buffer) => (said += part.toString()));
      // One that starts all the same is ended, and fails the check.
      const late = setTimeout(() => child.kill("SIGTERM"), START_MILLISECONDS);
      const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
      clearTimeout(late);
      check(`an unsafe ${name} ends the start`, code !== 0 && said.includes(name), said.trim().slice(0, 120));
    }),
  );
}

async function readPages(ask: Ask, check: Production["check"]): Promise<void> {
  const { headers } = await ask("GET", "/login");
  const policy = String(headers["content-security-policy"]);
  check(
    "pages are told to browsers as https only, framed by nobody, with scripts of ours alone",
    /max-age=\d{8}/.test(headers["strict-transport-security"] ?? "") &&
      /default-src 'none'/.test(policy) &&
      /script-src 'self'(;|$)/.test(policy) &&
      /frame-ancestors 'none'/.test(policy) &&
      headers["x-content-type-options"] === "nosniff",
    policy.slice(0, 60),
  );
  check("they say nothing of what serves them", !headers["x-powered-by"] && !headers.server);
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const closed = [await ask("GET", "/metrics"), await ask("GET", "/metrics", bearer(`${METRICS_TOKEN}x`))];
  const open = await ask("GET", "/metrics", bearer(METRICS_TOKEN));
  check(
    "/metrics is there for who has its token, and for nobody else",
    closed.every(({ status, text }) => status >= 400 && !text.includes("process_cpu")) &&
      open.text.includes("process_cpu"),
    [...closed, open].map(({ status }) => status).join(" "),
  );
  check("the reference of the calls answers, as decided", (await ask("GET", "/api/docs/")).status === 200);
}

/** No path leads to a file that is not a page. */
async function readFiles(ask: Ask, check: Production["check"], master_key: string): Promise<void> {
  const script = /src="(\/assets\/[^"]+\.js)"/.exec((await ask("GET", "/login")).text)?.[1] ?? "";
  const shown: string[] = [];
  for (const path of [
    "/../package.json",
    "/..%2f..%2fpackage.json",
    "/assets/..%2f..%2f..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/package.json",
    "/package.json",
    "/.env",
    "/manilla-data/master-key",
    "/..%2f..%2f..%2f..%2fmanilla-data/master-key",
    "/apps/api/src/main.ts",
    `${script}.map`,
  ]) {
    const { status, headers, text } = await ask("GET", path);
    const isPage = status === 200 && String(headers["content-type"]).startsWith("text/html");
    if ((status < 400 && !isPage) || /"dependencies"|sourcesContent|^import /m.test(text) || text.includes(master_key))
      shown.push(`${path} ${status}`);
  }
  check(
    "no file of the release is shown: settings, keys, sources, maps",
    script !== "" && shown.length === 0,
    shown.join(" "),
  );
}

async function provokeErrors(ask: Ask, { check, owner }: Production): Promise<void> {
  const answers = [
    await ask("POST", "/api/login/token", { body: '{"email":' }),
    await ask("POST", "/api/login/token", { body: { email: { $ne: null }, password: ["x"] } }),
    await ask("POST", "/api/login/passkey", { body: { credential: { id: "'; select 1 --", response: null } } }),
    await ask("GET", "/api/no-such-call"),
    await ask("DELETE", "/api/configurations"),
    await ask("GET", "/api/admin/approvals?page=%00&limit='"),
    await ask("GET", `/api/${"a".repeat(9_000)}`),
    await ask("POST", "/api/webhooks/paystack", { body: { event: "charge.success", data: {} } }),
  ];
  check(
    "what is wrong is refused without a word of the inside",
    answers.every(({ status, text }) => status >= 400 && status < 500 && !INTERNALS.test(text)),
    answers.map(({ status }) => status).join(" "),
  );
  check("an event that the provider has not signed is none", answers.at(-1)?.status === 401);
  await owner.query("alter table configuration rename to configuration_away");
  const broken = await ask("GET", "/api/configurations");
  await owner.query("alter table configuration_away rename to configuration");
  check(
    "what breaks inside is answered by a reference and nothing else",
    broken.status === 500 && !INTERNALS.test(broken.text) && !broken.text.includes("configuration"),
    `${broken.status} ${broken.text.slice(0, 100)}`,
  );
}

async function lookForDemo(ask: Ask, check: Production["check"]): Promise<void> {
  const said = (await ask("GET", "/api/configurations")).text;
  check("it is no demo and names no sandbox", said.includes('"is_demo":false') && !said.includes("sandbox_url"));
  const logins = JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/demo-logins.json"), "utf8")) as {
    email: string;
    password: string;
  }[];
  const entered = [];
  for (const { email, password } of logins)
    if ((await ask("POST", "/api/login/token", { body: { email, password } })).status !== 422) entered.push(email);
  check("no login of the demo opens anything", logins.length > 10 && entered.length === 0, entered.join(" "));
}

async function actInSession(ask: Ask, { check, administrator }: Production): Promise<void> {
  const { headers } = await ask("POST", "/api/login/token", { body: administrator });
  const [cookie = ""] = headers["set-cookie"] ?? [];
  check(
    "the session's cookie is for https, this site and no script",
    /HttpOnly.*Secure.*SameSite=Strict/i.test(cookie),
  );
  const session = { cookie: cookie.split(";")[0] ?? "" };
  const begin = (site: string) =>
    ask("POST", "/api/session/passkeys/begin", { headers: { ...session, "sec-fetch-site": site }, body: {} });
  const [foreign, own] = [await begin("cross-site"), await begin("same-origin")];
  check("a foreign page changes nothing with it", foreign.text.includes("foreign_origin"), String(foreign.status));
  check(
    "a sensitive call asks again who is sitting there",
    own.text.includes("step_up_required"),
    own.text.slice(0, 80),
  );
  const passkey = await ask("POST", "/api/login/passkey/begin", {
    headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
    body: {},
  });
  check("passkeys are for the public address, whatever a request names", passkey.text.includes(`"rpId":"${HOST}"`));
}
