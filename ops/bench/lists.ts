/**
 * Lists through the real call (session, permission, scope, validation, envelope), beside two bare Fastify + pg handlers on the same table in the
 * same run: one that counts exactly (Directus was measured at 0.70 × of it, design/performance.md), one that runs the same SQL of the rows and nothing else.
 */
import * as loans from "@manilla/contract/lending/loans";
import * as people from "@manilla/contract/people/people";
import type { PageQuery } from "@manilla/contract/page";
import fastify from "fastify";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import type { Database } from "../../apps/api/src/db/database.ts";
import type { BoundList } from "../../apps/api/src/db/list.ts";
import { WALK } from "../../apps/api/src/db/list-page.ts";
import type { Statement } from "../../apps/api/src/db/pipeline.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { loanList } from "../../apps/api/src/modules/lending/loans/queries.ts";
import { personList } from "../../apps/api/src/modules/people/people/lists.ts";
import { CUSTOMERS } from "../../apps/api/src/modules/people/people/profiles/index.ts";
import { type Figure, loadNow, median } from "./figure.ts";
import { waitForTotal } from "./listed.ts";
import { type LoadGenerator, startLoad } from "./load.ts";
import { startBenchApp } from "./world.ts";

const IN_FLIGHT = 8;

interface Case {
  name: string;
  list: "loans" | "people";
  query: Record<string, string>;
}

const filter = (conditions: object) => ({ filter: JSON.stringify(conditions) });
const sort = (sortColumn: string, sortOrder: "asc" | "desc" = "desc") => ({ sortColumn, sortOrder });

/** Each declared sort alone, each declared filter, and filters under other sorts than the easy one. */
function casesOf(user_id: string): Case[] {
  const ofLoans = (name: string, query: Record<string, string> = {}): Case => ({
    name: `loans, ${name}`,
    list: "loans",
    query,
  });
  const ofPeople = (name: string, query: Record<string, string> = {}): Case => ({
    name: `people, ${name}`,
    list: "people",
    query,
  });
  return [
    ...loans.listAll.list.sorts.map((column) => ofLoans(`by ${column}`, sort(column))),
    ofLoans("running, by amount", { ...filter({ status: ["running"] }), ...sort("principal_kobo") }),
    ofLoans("past due, by days", { ...filter({ status: ["past_due"] }), ...sort("days_past_due") }),
    ofLoans("past due, by days upwards", { ...filter({ status: ["past_due"] }), ...sort("days_past_due", "asc") }),
    ofLoans("two states, by next due date", { ...filter({ status: ["running", "past_due"] }), ...sort("next_due_on") }),
    ofLoans("a bucket", filter({ arrears_bucket: ["61-90"] })),
    ofLoans("a bucket, by next due date", { ...filter({ arrears_bucket: ["61-90"] }), ...sort("next_due_on") }),
    ofLoans("amount between, newest first", filter({ principal_kobo: { min: 100_000_000, max: 200_000_000 } })),
    ofLoans("amount between narrow bounds, by days", {
      ...filter({ principal_kobo: { min: 100_000_000, max: 100_500_000 } }),
      ...sort("days_past_due"),
    }),
    ofLoans("days past due between, by next due date", {
      ...filter({ days_past_due: { min: 30, max: 60 } }),
      ...sort("next_due_on"),
    }),
    ofLoans("running above an amount, by days", {
      ...filter({ status: ["running"], principal_kobo: { min: 400_000_000 } }),
      ...sort("days_past_due"),
    }),
    ofLoans("product", filter({ product: "bench" })),
    ofLoans("product that nobody has", filter({ product: "zzz" })),
    ofLoans("one customer", filter({ user_id })),
    ofLoans("created in a month, by amount", {
      rangeKey: "created_at",
      rangeStart: "2026-03-01",
      rangeEnd: "2026-03-31",
      ...sort("principal_kobo"),
    }),
    ofLoans("search, many", { search: "okafor" }),
    ofLoans("search, few", { search: "-4711" }),
    ofLoans("search, none", { search: "zzzzqq" }),
    ofLoans("next page", { page: "2" }),
    ofLoans("page 40,000", { page: "40000" }),
    ...people.listAll.list.sorts.map((column) => ofPeople(`by ${column}`, sort(column))),
    ofPeople("case", filter({ status: ["processing"] })),
    ofPeople("profile, by last name", { ...filter({ profile_status: ["verified"] }), ...sort("last_name", "asc") }),
    ofPeople("blacklisted, by last name", { ...filter({ is_blacklisted: true }), ...sort("last_name", "asc") }),
    ofPeople("source", filter({ registration_source: "referral" })),
    ofPeople("employer", filter({ employer: "Employer 4711" })),
    ofPeople("salary between", filter({ salary_kobo: { min: 50_000_000, max: 60_000_000 } })),
    ofPeople("salary between, by last name", {
      ...filter({ salary_kobo: { min: 90_000_000, max: 90_200_000 } }),
      ...sort("last_name", "asc"),
    }),
    ofPeople("search, few", { search: "bench4711@" }),
  ];
}

/** `from` and conditions of a list's statement, and its statement for one page, as a bare handler would write them that counts exactly. */
function bareOf(db: Database, bound: BoundList, query: PageQuery): { rows: string; count: string; values: unknown[] } {
  const { sql: text, parameters } = bound.statement(query).compile(db);
  const from = text.slice(
    text.indexOf(" from loans l") === -1 ? text.indexOf(" from users u") : text.indexOf(" from loans l"),
    text.lastIndexOf(" order by "),
  );
  const conditions = from.slice(from.indexOf(" where "));
  const light = from.startsWith(" from loans") ? " from loans l" : " from users u";
  const isLight =
    !/\b[pc]\.|\bu\.(name|last_name)/.test(conditions) || (light === " from users u" && !/\b[pc]\./.test(conditions));
  return {
    rows: `${text} limit ${query.limit} offset ${(query.page - 1) * query.limit}`,
    count: `select count(*)${isLight ? light + conditions : from}`,
    values: [...parameters],
  };
}

/** The two statements of a page that is found first, as the one that a bare handler asks in its single round trip. */
function asOne([first, second]: readonly Statement[]): Statement | undefined {
  if (!first || !second) return first;
  return {
    ...first,
    text: `
      with page as materialized (${first.text})
      select page._total, rows.*
      from page
      left join (
        ${second.text.replace("current_setting('manilla.page')", "(select _page from page)")}
      ) as rows on true
    `,
  };
}

/** The statement of a page, and whether it is walked under the settings of {@link WALK}. */
function sameOf(statements: readonly Statement[]): { statement: Statement | undefined; isWalk: boolean } {
  const isWalk = statements[0] === WALK;
  return { statement: asOne(isWalk ? statements.slice(1) : statements), isWalk };
}

interface Measurer {
  address: string;
  token: string;
  bare_address: string;
  load: LoadGenerator;
  seconds: number;
}

async function measure(
  one: Case,
  index: number,
  label: string,
  { address, token, bare_address, load, seconds }: Measurer,
): Promise<Figure[]> {
  const path = one.list === "loans" ? loans.listAll.path : people.listAll.path;
  const url = `${address}/api${path}?${new URLSearchParams({ limit: "20", ...one.query }).toString()}`;
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
  // The first request of a large filter sets its one background count going, as it would for the first person of the day.
  const total_is = await waitForTotal(url, headers);
  if (one.query["page"] === "40000") await new Promise((resolve) => setTimeout(resolve, 8_000));
  const ask = (target: string, duration: number) =>
    load.run({ url: target, headers: target === url ? headers : {}, seconds: duration, in_flight: IN_FLIGHT });
  await ask(url, 0.7);
  const rounds: { mine: number; p99: number; same: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const mine = await ask(url, seconds);
    const same = one.query["page"] === "40000" ? undefined : await ask(`${bare_address}/same/${index}`, seconds);
    rounds.push({ mine: mine.rate, p99: mine.p99, same: same?.rate ?? Number.NaN });
  }
  const exact = await ask(`${bare_address}/exact/${index}`, seconds);
  const mine = median(rounds.map((round) => round.mine));
  const load_average = loadNow();
  const p99 = { milliseconds: median(rounds.map((round) => round.p99)), at_most: 50 };
  const name = `${label}, ${one.name}`;
  // Where few rows match, counting them costs next to nothing: then the rows are the work, and what the bare rows alone reach is the bound (docs/decisions/0012).
  const most = median(rounds.map((round) => round.same)) / exact.rate;
  const target = 0.7 * most < 28 ? 0.7 * most : 28;
  const figures: Figure[] = [
    {
      name,
      ours: mine,
      baseline: exact.rate,
      ratio: mine / exact.rate,
      target: `≥ ${target === 28 ? "28" : target.toFixed(2)}`,
      load: load_average,
      p99,
      note: most < 28 / 0.7 ? `rows alone, without any count, are ${most.toFixed(1)} ×` : "",
    },
  ];
  if (one.query["page"] !== "40000") {
    figures.push({
      name: `    … beside a bare handler of the same SQL${total_is === "exact" ? " (rows and their count)" : " (rows)"}`,
      ours: mine,
      baseline: median(rounds.map((round) => round.same)),
      ratio: median(rounds.map((round) => round.mine / round.same)),
      target: "≥ 0.7",
      load: load_average,
    });
  }
  return figures;
}

/** @param options.rows how many loans there are; @param options.seconds for each measurement; @param options.only a part of the names of the cases wanted */
export async function benchLists(options: {
  app_url: string;
  rows: number;
  seconds?: number;
  folder: string;
  only?: string;
}): Promise<Figure[]> {
  const { app, token, stop } = await startBenchApp(options);
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const pool = new pg.Pool({ connectionString: options.app_url, max: 16 });
  const walking = new pg.Pool({
    connectionString: options.app_url,
    max: 16,
    options: "-c enable_bitmapscan=off -c enable_sort=off",
  });
  const { rows } = await pool.query<{ user_id: string }>("select user_id from loans limit 1");
  const cases = casesOf(rows[0]?.user_id ?? "").filter(
    ({ name }) => options.only === undefined || name.includes(options.only),
  );
  const bare = fastify();
  const scopes: Record<
    Case["list"],
    {
      list: { scoped(scope: RawBuilder<unknown>): BoundList };
      scope: RawBuilder<unknown>;
      call: { query: { parse(query: unknown): PageQuery } };
    }
  > = {
    loans: { list: loanList, scope: sql`true`, call: loans.listAll },
    people: { list: personList, scope: CUSTOMERS, call: people.listAll },
  };
  for (const [index, { list, query }] of cases.entries()) {
    const { list: definition, scope, call } = scopes[list];
    const {
      rows: select,
      count,
      values,
    } = bareOf(app.db, definition.scoped(scope), call.query.parse({ limit: 20, ...query }));
    bare.get(`/exact/${index}`, async () => {
      const [items, total] = await Promise.all([pool.query(select, values), pool.query(count, values)]);
      return { items: items.rows, total: total.rows[0] as unknown };
    });
    // The very statement that the call asks, as soon as it is known how many rows the filter has.
    let same: { statement: Statement | undefined; isWalk: boolean } | undefined;
    bare.get(`/same/${index}`, async () => {
      same ??= sameOf(definition.scoped(scope).plan(app.db, call.query.parse({ limit: 20, ...query })).statements);
      const { text = "", values = [] } = same.statement ?? {};
      return { items: (await (same.isWalk ? walking : pool).query(text, [...values])).rows };
    });
  }
  const bare_address = await bare.listen({ port: 0, host: "127.0.0.1" });
  const load = startLoad();
  const figures: Figure[] = [];
  for (const [index, one] of cases.entries()) {
    const done = await measure(one, index, `${options.rows / 1_000_000} M`, {
      address,
      token,
      bare_address,
      load,
      seconds: options.seconds ?? 1.2,
    });
    for (const { name, ours, ratio, note } of done)
      console.error(`${name.padEnd(78)}${ours.toFixed(0).padStart(8)}${ratio.toFixed(2).padStart(9)}  ${note ?? ""}`);
    figures.push(...done);
  }
  load.stop();
  await bare.close();
  await pool.end();
  await walking.end();
  await server.close();
  await stop();
  return figures;
}
