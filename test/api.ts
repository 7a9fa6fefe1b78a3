/** The application as tests see it: real PostgreSQL, real HTTP, one login for each role. */
import { rmSync } from "node:fs";
import { Agent, type IncomingMessage, request as ask } from "node:http";
import type { Endpoint } from "@manilla/contract/endpoint";
import type { RoleSlug } from "@manilla/contract/roles";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../apps/api/src/house/app.ts";
import { clock } from "../apps/api/src/clock.ts";
import { readConfig } from "../apps/api/src/config.ts";
import { queryable } from "../apps/api/src/db/database.ts";
import { openSession } from "../apps/api/src/http/session.ts";
import { createServer } from "../apps/api/src/http/server.ts";
import { createApp } from "../apps/api/src/main.ts";
import { openProviderAccounts } from "../apps/api/src/modules/money/books/index.ts";
import { isOver } from "../apps/api/src/modules/platform/approvals/withdrawing.ts";
import { createPerson } from "../apps/api/src/modules/people/people/index.ts";
import { makeScratchFolder } from "../scripts/scratch.ts";
import { Hands } from "./one-hand.ts";
import { sentWithPages } from "./approval-pages.ts";
import { withSlip } from "./slips.ts";
import { type TestDatabase, createTestDatabase } from "./database.ts";

export interface Answer {
  status: number;
  headers: Headers;
  /** The whole body; `data` and `datatable` as they came, each test says what it expects there. What is no JSON stands in `text`. */
  body: {
    success: boolean;
    message: string;
    text: string;
    data: never;
    datatable: never;
    errors: Record<string, string[]>;
    code: string;
    request_id: string;
  } & Record<string, never>;
}

export interface CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  token?: string;
  /** Default: a fresh key for calls that need one. `null` sends none. */
  key?: string | null;
  headers?: Record<string, string>;
  /** Of requests that are written by a test itself, about records that are not there; the pages of all others are opened. */
  pages?: "not opened";
}

export interface TestApi {
  app: App;
  database: TestDatabase;
  address: string;
  /** Makes a person with these roles and signs them in. */
  person(
    roles: RoleSlug | readonly RoleSlug[],
    more?: { company_id?: string; name?: string; last_name?: string },
  ): Promise<{ user_id: string; token: string; email: string; phone: string }>;
  /** Makes a company that is approved, has its profile and a plan. @returns its id */
  company(values?: { name?: string; unique_plan?: string | null; status?: string }): Promise<string>;
  call(endpoint: Endpoint, options?: CallOptions): Promise<Answer>;
  stop(): Promise<void>;
}

let counter = 0;

interface Received {
  status: number;
  headers: Headers;
  text: string;
}
const agent = new Agent({ keepAlive: true });

/**
 * Asks as a program does: `fetch` took as long as the server to answer, and asked for compressed answers. Files are sent by `fetch`.
 * Follows one redirect as a browser does: a paper of the vault is opened at an address of its own.
 */
async function received(url: URL, method: string, headers: Record<string, string>, body: string): Promise<Received> {
  const answer = await receivedOnce(url, method, headers, body);
  const next = answer.status === 302 ? answer.headers.get("location") : null;
  return next === null ? answer : receivedOnce(new URL(next, url), "GET", headers, "");
}

function receivedOnce(url: URL, method: string, headers: Record<string, string>, body: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(
            Object.entries(response.headers).flatMap(([name, value = []]) =>
              [value].flat().map((one): [string, string] => [name, one]),
            ),
          ),
          text: Buffer.concat(parts).toString(),
        }),
      );
    };
    // Said, because Node sends the body of a DELETE without its length.
    const length = body !== "" && { "content-length": String(Buffer.byteLength(body)) };
    ask(url, { method, headers: { ...length, ...headers }, agent }, answered)
      .on("error", reject)
      .end(body);
  });
}

async function fetched(url: URL, method: string, headers: Record<string, string>, body: FormData): Promise<Received> {
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const MAX_MILLISECONDS = 15_000;
/** A world that does not end by itself is left behind, loudly: the database is dropped by force and the process ends with its file. */
export async function endWithin(what: string, ending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => (timer = setTimeout(() => resolve("late"), MAX_MILLISECONDS)));
  if ((await Promise.race([ending, late])) === "late")
    console.error(`The ${what} of a test did not end within ${MAX_MILLISECONDS / 1_000} s.`);
  clearTimeout(timer);
}

/** Starts the API over a database of its own. `environment` overrides configuration, for example the sandbox's addresses. */
export async function startTestApi(environment: Record<string, string> = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const folder = makeScratchFolder("manilla-test-data");
  const config = readConfig({
    NODE_ENV: "test",
    DATABASE_URL: database.app_url,
    DATABASE_OWNER_URL: database.url,
    DATA_FOLDER: folder,
    LOG_LEVEL: "silent",
    RATE_LIMIT: "0",
    DATABASE_POOL: "12",
    ...environment,
  });
  const { app, stop } = await createApp(config);
  await app.db.insertInto("business_calendar").values({ business_date: "2026-01-15" }).execute();
  await openProviderAccounts(queryable(app.db));
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });

  const hands = new Hands();
  // A strange id is none of a request.
  const kindOf = async (id: string): Promise<string | undefined> =>
    (await database.pool.query<{ kind: string }>("select kind from approvals where id::text = $1", [id])).rows[0]?.kind;

  const overOf = async (id: string): Promise<boolean> =>
    (
      await sql<{ is_over: boolean }>`
        select ${isOver(app.house)} as is_over from approvals a where a.id::text = ${id}
      `.execute(app.db)
    ).rows[0]?.is_over ?? false;

  async function send(endpoint: Endpoint, options: CallOptions = {}): Promise<Answer> {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(options.params?.[name] ?? `missing-${name}`),
    );
    const url = new URL(`${address}/api${path}`);
    for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, String(value));
    const key = options.key === undefined && endpoint.effect !== "none" ? uuidv7() : options.key;
    const isForm = options.body instanceof FormData;
    const body = await withSlip(app, endpoint, options.body, options);
    const headers = {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && !isForm && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key }),
      ...options.headers,
    };
    const {
      status,
      headers: answered,
      text,
    } = isForm
      ? await fetched(url, endpoint.method, headers, options.body as FormData)
      : await received(url, endpoint.method, headers, options.body === undefined ? "" : JSON.stringify(body));
    const isJson = answered.get("content-type")?.includes("json");
    const answer = { status, headers: answered, body: (isJson ? JSON.parse(text) : { text }) as Answer["body"] };
    hands.made(endpoint, answer);
    return answer;
  }

  return {
    app,
    database,
    address,
    async person(roles, more = {}) {
      counter += 1;
      const number = `${process.pid % 10_000}${counter}`.padStart(8, "0").slice(-8);
      const email = `person-${uuidv7()}@test.example`;
      const phone = `+23480${number}`;
      const user_id = await app.db
        .transaction()
        .execute((tx) =>
          createPerson(tx, app, {
            name: more.name ?? "Test",
            last_name: more.last_name ?? "Person",
            email,
            phone,
            password_hash: null,
            change_password_at: new Date(),
            roles: typeof roles === "string" ? [roles] : roles,
            company_id: more.company_id ?? null,
          }),
        );
      const { token } = await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "test" });
      return { user_id, token, email, phone };
    },
    async company(values = {}) {
      const id = uuidv7();
      const row = { name: "Lagoon Foods", status: "approved", unique_plan: "Growth", ...values };
      await app.db
        .insertInto("companies")
        .values({ id, profile_completed_at: clock.now(), ...row })
        .execute();
      return id;
    },
    call: (endpoint, options) => sentWithPages(send, kindOf, overOf, endpoint, options),
    async stop() {
      await endWithin("server", server.close());
      await endWithin("application", stop());
      const alone = await hands.check(database.pool).catch((error: unknown) => error);
      await endWithin("database", database.drop());
      rmSync(folder, { recursive: true, force: true });
      if (alone) throw alone;
    },
  };
}
