/** Every call with missing, wrong-typed, oversized and hostile input: a 4xx with messages at the fields, nothing inside shown, nothing changed. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { roleSlugs } from "@manilla/contract/roles";
import type { FastifyRequest } from "fastify";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { InvalidFields } from "../../apps/api/src/errors.ts";
import { readInput } from "../../apps/api/src/http/read.ts";
import { allCalls, mayCall } from "../../scripts/generate-permissions.ts";
import type { Answer } from "../api.ts";
import { useTestApi } from "../world.ts";

const api = await useTestApi();
const tokens = new Map<string, string>();
beforeAll(async () => {
  const company_id = uuidv7();
  await api.app.db
    .insertInto("companies")
    .values({ id: company_id, name: "Lagoon Foods", profile_completed_at: new Date(), unique_plan: "Growth" })
    .execute();
  for (const role of roleSlugs) {
    const person = await api.person(role, { company_id: role.startsWith("company_") ? company_id : undefined });
    await api.app.db
      .updateTable("profiles")
      .set({ employment_status: "employed", salary_kobo: 1n, account_no_encrypted: Buffer.from("x"), address: "x" })
      .where("user_id", "=", person.user_id)
      .execute();
    tokens.set(role, person.token);
  }
});

const HOSTILE = [
  "'; drop table users; --",
  "<script>alert(1)</script>",
  "${7*7}{{7*7}}",
  "../../../../etc/passwd",
  "=cmd|' /C calc'!A0",
  "\u202Eevil",
  "💥".repeat(50),
  "%00",
  "a".repeat(5_000),
  "-1",
  "1e309",
  "NaN",
  "__proto__",
  "-".repeat(36),
  `9_${"-".repeat(36)}_1`,
];
const WRONG: unknown[] = [
  null,
  true,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER + 2,
  "",
  [],
  {},
  [[[]]],
  { $gt: "" },
  "9".repeat(400),
];

/** Calls of which every field may be left empty: an empty one is not a mistake. */
const MAY_BE_EMPTY = new Set(["onboarding.updateProfile", "onboarding.connectMono", "expenseRequests.setTerms"]);

/** What says that something inside leaked: of the machinery, or the schema library's words in place of ours. */
const LEAK =
  /(at \w+ \(|node_modules|\.ts:\d|syntax error at|relation "|duplicate key|violates|pg_|ECONN|"Invalid (input|string|option|UUID|ISO|email|URL)|"Too (small|big):|"Unrecognized key)/;

const IGNORED = new Set([
  "throttles",
  "security_events",
  "idempotency_keys",
  "sessions",
  "audit_records",
  "audit_blocks",
  "one_time_codes",
  // The test's client brings a new one to every call that wants one (test/slips.ts).
  "slips",
]);
async function checksums(): Promise<string> {
  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return tables
    .filter(({ name }) => !IGNORED.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
    )
    .join(" union all ");
}
const text = await checksums();
async function fingerprint(): Promise<Record<string, string>> {
  // Prepared: planning so many tables anew for each call took longer than reading them.
  const { rows } = await api.database.pool.query<{ name: string; sum: string }>({ name: "fingerprint", text });
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** Reading every table takes longer than the calls: it is done after so many of them. */
const AT_ONCE = 10;
let first: Record<string, string> | undefined;
let since: string[] = [];
async function expectNothingChanged(): Promise<void> {
  expect(await fingerprint(), `${since}`).toEqual(first);
  since = [];
}

/** The names of the fields that the body declares, whatever they are. */
function fieldsOf(schema: z.ZodType): string[] {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, unknown>;
  };
  return Object.keys(json.properties ?? {});
}

const ID = "00000000-0000-7000-8000-000000000000";
const params = new Proxy({}, { get: () => ID }) as Record<string, string>;
const tokenFor = (call: Endpoint): string | undefined =>
  call.can === "public" ? undefined : tokens.get(roleSlugs.find((role) => mayCall(call, role)) ?? "");

interface Options {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}
type Refusal = Pick<Answer, "status" | "body">;

/**
 * Asks a call. What the server's function that reads requests refuses is refused by it here: the way to the server is dear and the same each time. The first
 * of each call go all the way (`api.call`), and so does everything that this function lets by.
 */
async function ask(call: Endpoint, options: Options): Promise<Refusal> {
  const asked = { params: options.params ?? params, query: Object.assign(Object.create(null), options.query) };
  try {
    // As it comes from the network: a text that is read.
    readInput(call, asked as FastifyRequest, JSON.parse(JSON.stringify(options.body ?? {})));
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    const { status, code, message, errors } = error;
    return { status, body: { code, message, errors, request_id: "not sent" } as Answer["body"] };
  }
  return api.call(call, { params, ...options });
}

function expectRefusal(what: string, { status, body }: Refusal): void {
  const text = JSON.stringify(body);
  expect(status >= 400 && status < 500, `${what} ${status}`).toBe(true);
  expect(LEAK.test(text), what).toBe(false);
  expect(typeof body.request_id, what).toBe("string");
  expect(typeof body.message, what).toBe("string");
  if (body.code === "invalid_fields")
    expect(
      Object.values(body.errors)
        .flat()
        .every((message) => message.length > 3),
      what,
    ).toBe(true);
}

const changing = allCalls().filter(({ call }) => call.method !== "GET" && call.path !== "/logout");
const reading = allCalls().filter(({ call }) => call.method === "GET" && call.kind !== "stream");

describe("hostile input", () => {
  it.each(changing.map((row) => [row.name, row.call] as const))(
    "%s refuses what it does not understand and changes nothing",
    async (name, call) => {
      const token = tokenFor(call);
      const fields = fieldsOf(call.body);
      first ??= await fingerprint();
      const send = (body: unknown) => api.call(call, { token, params, body });
      const judge = (body: unknown) => ask(call, { token, body });
      expectRefusal(`${name}: unknown field`, await send({ surprise: 1 }));
      expectRefusal(`${name}: not an object`, await send([1, 2, 3]));
      expectRefusal(`${name}: prototype`, await send(JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": 1}')));
      // Names that every object has from its prototype.
      expectRefusal(`${name}: inherited names`, await send({ constructor: 1, toString: 2, hasOwnProperty: 3 }));
      expectRefusal(`${name}: too large`, await send({ [fields[0] ?? "x"]: "x".repeat(1_200_000) }));
      if (fields.length > 0) {
        for (const value of WRONG.filter((item) => (item !== null && item !== "") || !MAY_BE_EMPTY.has(name)))
          expectRefusal(
            `${name}: every field ${JSON.stringify(value).slice(0, 30)}`,
            await judge(Object.fromEntries(fields.map((field) => [field, value]))),
          );
        for (const value of HOSTILE) {
          const answer = await judge(Object.fromEntries(fields.map((field) => [field, value])));
          expect(answer.status < 500, `${name} ${value.slice(0, 20)}`).toBe(true);
          expect(LEAK.test(JSON.stringify(answer.body)), `${name} ${value.slice(0, 20)}`).toBe(false);
        }
        for (const [what, sign] of Object.entries({ NUL: "\0", bell: "\u0007", "right to left": "\u202E" }))
          expectRefusal(
            `${name}: ${what}`,
            await judge(Object.fromEntries(fields.map((field) => [field, `a${sign}b`]))),
          );
      }
      for (const bad of ["not-a-uuid", "%27%20or%201=1", "a".repeat(150)])
        if (/\{(?!modal)/.test(call.path))
          expectRefusal(
            `${name}: id ${bad.slice(0, 12)}`,
            await ask(call, { token, params: new Proxy({}, { get: () => bad }) as Record<string, string>, body: {} }),
          );
      since.push(name);
      if (since.length === AT_ONCE) await expectNothingChanged();
    },
  );
  it("nothing has changed by the last of these either", expectNothingChanged);

  it.each(reading.map((row) => [row.name, row.call] as const))(
    "%s never breaks on a strange query",
    async (name, call) => {
      const token = tokenFor(call);
      const queries: Record<string, string>[] = [
        { page: "-1" },
        { page: "1e99" },
        { limit: "100000" },
        { filter: "{" },
        { filter: '{"id":{"$gt":1}}' },
        { filter: JSON.stringify(Object.fromEntries(HOSTILE.map((text) => [text, text]))) },
        { sortColumn: "(select 1)", sortOrder: "desc" },
        { sort_column: "id;--", order: "asc" },
        { rangeStart: "2026-13-45", rangeKey: "created_at" },
        { exportType: "exe" },
        { search: "\u0000" },
        { search: "\u202E" },
        { surprise: "1" },
        { constructor: "1" },
        Object.fromEntries([["__proto__", "1"]]),
      ];
      for (const [at, query] of queries.entries()) {
        const { status, body } = await (at === 0
          ? api.call(call, { token, params, query })
          : ask(call, { token, query }));
        expect(status < 500 && status !== 200, `${name} ${JSON.stringify(query)}`).toBe(true);
        expect(LEAK.test(JSON.stringify(body)), `${name} ${JSON.stringify(query)}`).toBe(false);
      }
      const asked = call.kind === "list" ? ["search", "fullTextSearch"] : fieldsOf(call.query);
      // What is read as a text goes all the way: a third of them for each call, so that every text meets every third.
      const place = reading.findIndex((row) => row.name === name);
      const texts = HOSTILE.filter((item) => item.length <= 200).filter((_, at) => (at + place) % 3 === 0);
      for (const text of texts) {
        const { status, body } = await ask(call, {
          token,
          query: Object.fromEntries(asked.map((field) => [field, text])),
        });
        expect(status < 500, `${name} ${text.slice(0, 20)}`).toBe(true);
        expect(LEAK.test(JSON.stringify(body)), `${name} ${text.slice(0, 20)}`).toBe(false);
      }
    },
  );
});
