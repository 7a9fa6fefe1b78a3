/** Promises W3 (sort, filter and range by allow-list, pages of 100 at most) and W4 (exports are inert, one's own, on record and counted), for every list. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { roleSlugs } from "@manilla/contract/roles";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { allCalls, mayCall } from "../../scripts/generate-permissions.ts";
import { useTestApi } from "../world.ts";

const api = await useTestApi();
const tokens = new Map<string, string>();
const FORMULAS = ["=cmd|' /C calc'!A0", "+1+cmd|x", "-2+3+cmd|x", "@SUM(1+1)", "\t=1+1", "\r=1+1"];
let company_id: string;
let somebody: string;
beforeAll(async () => {
  company_id = uuidv7();
  await api.app.db
    .insertInto("companies")
    .values({ id: company_id, name: FORMULAS[0] ?? "", profile_completed_at: new Date(), unique_plan: "Growth" })
    .execute();
  for (const role of roleSlugs)
    tokens.set(
      role,
      (await api.person(role, { company_id: role.startsWith("company_") ? company_id : undefined })).token,
    );
  for (const name of FORMULAS) {
    const { user_id } = await api.person("staff", { name, last_name: name });
    somebody = user_id;
    await api.app.db
      .insertInto("audit_records")
      .values({
        id: uuidv7(),
        actor_id: user_id,
        actor_name: name,
        action: name,
        subject_type: name,
        subject_id: name,
        reason: name,
      })
      .execute();
    await api.app.db
      .insertInto("wallet_movements")
      .values({
        id: uuidv7(),
        company_id,
        kind: "recorded",
        user_id,
        amount_kobo: 1n,
        balance_kobo: 1n,
        reference: name,
        note: name,
        moved_by: user_id,
        business_date: "2026-01-15",
        happened_at: new Date(),
      })
      .execute();
    await api.app.db
      .insertInto("approvals")
      .values({
        id: uuidv7(),
        kind: "change_roles",
        title: name,
        payload: JSON.stringify({ user_id }),
        maker_id: user_id,
        reason: name,
      })
      .execute();
  }
});

const lists = allCalls().filter(({ call }) => call.kind === "list");
/** Lists of one thing, which this world does not have: they answer 404, whatever is asked. */
const NOT_OPENED: Readonly<Record<string, string>> = {
  "bills.transactions": "is one's own alone",
  "cardPartners.disbursements": "wants a partner",
  "cardPartners.repayments": "wants a partner",
  "cardPartners.settlements": "wants a partner",
  "cardAuthorisations.ofCard": "wants a card",
  "cards.ofEmployee": "wants an employee of the company",
  "cards.ofHolder": "is one's own alone",
  "loanImports.rows": "wants a file of loans that was imported",
  "imports.rows": "wants a file of people that was imported",
  "salaryDeductions.lines": "wants a file of a pay day",
  "transferBatches.rows": "wants a batch that was brought",
  "transferReviews.batchRows": "wants a batch that is held",
  "staffImports.rows": "wants a file of employees that was imported",
};
/** Whether there is something to look at; a list that is not opened has a reason, and one with a reason is not opened. */
function isOpened(name: string, status: number): boolean {
  expect(status, name).toEqual(name in NOT_OPENED ? 404 : 200);
  return status === 200;
}
const rows = lists.map((row) => [row.name, row.call] as const);
const tokenFor = (call: Endpoint): string | undefined =>
  tokens.get(roleSlugs.find((role) => mayCall(call, role)) ?? "");
const ask = (call: Endpoint, query: Record<string, string>) =>
  api.call(call, {
    token: tokenFor(call),
    params: {
      // What is listed of a company is found under its id.
      id: call.path.startsWith("/companies/") ? company_id : somebody,
      companyId: somebody,
      userId: somebody,
      status: "pending",
      queue: "all",
    },
    query,
  });

const NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "id;--",
  "1",
  "id desc nulls first",
  "(select pg_sleep(3))",
  "u.password_hash",
  "password_hash",
  '"id"',
  "id' or '1'='1",
  "ID",
];
const VALUES: unknown[] = [
  "' or 1=1 --",
  '"',
  "\\",
  "%",
  "_",
  "1); drop table users; --",
  "${1}",
  ["' or 1=1 --"],
  [["x"]],
  { $ne: "" },
  { from: "' or 1=1", to: "1" },
  { min: "1e9999" },
  { min: -1, max: "x" },
  true,
  null,
  1e308,
  "2026-02-31",
  "00000000-0000-7000-8000-00000000000'",
  "-".repeat(36),
  "0000-00-00",
  "0000-01-01",
  "9999-12-31",
  1.5,
  "1.5",
  2_147_483_648,
  -9_007_199_254_740_991,
  { from: "0001-01-01", to: "2026-06-31" },
  [],
];
const LEAK = /(at \w+ \(|node_modules|\.ts:\d|syntax error|relation "|column "|operator does not|invalid input|pg_)/;

/** One parser reads the names for all lists: each list is asked by each way with one name in so many, the next list with the next ones. */
const ONE_IN = 3;

describe("what a list is asked (W3)", () => {
  it.each(rows)("%s sorts and ranges by its declared columns only", async (name, call) => {
    const place = lists.findIndex((row) => row.name === name);
    for (const word of NAMES.filter((_, at) => (at + place) % ONE_IN === 0)) {
      const queries: Record<string, string>[] = [
        { sortColumn: word, sortOrder: "desc" },
        { sort_column: word, order: "asc" },
        { rangeKey: word, rangeStart: "2026-01-01" },
        { filter: `{"${word.replaceAll('"', '\\"')}": "x"}` },
      ];
      for (const query of queries) {
        const { status, body } = await ask(call, query);
        expect(status >= 400 && status < 500, `${name} ${JSON.stringify(query)}`).toBe(true);
        expect(LEAK.test(JSON.stringify(body).replaceAll(word, "")), `${name} ${JSON.stringify(query)}`).toBe(false);
      }
    }
  });

  it.each(rows)("%s takes hostile values of its filters as values: no failure, and no row more", async (name, call) => {
    const all = await ask(call, {});
    if (!isOpened(name, all.status)) return;
    const whole = (all.body.datatable as { total_count: number }).total_count;
    for (const field of Object.keys(call.list?.filters ?? {})) {
      const answers = await Promise.all(
        VALUES.map(async (value) => ({
          value,
          answer: await ask(call, { filter: JSON.stringify({ [field]: value }) }),
        })),
      );
      for (const { value, answer } of answers) {
        expect(answer.status === 200 || answer.status === 422, `${name} ${field} ${JSON.stringify(value)}`).toBe(true);
        expect(LEAK.test(JSON.stringify(answer.body.message)), `${name} ${field} ${JSON.stringify(value)}`).toBe(false);
        if (answer.status === 200)
          expect((answer.body.datatable as { total_count: number }).total_count).toBeLessThanOrEqual(whole);
      }
    }
    for (const range of [
      { rangeStart: "0000-01-01" },
      { rangeStart: "2026-02-30" },
      { rangeEnd: "99999-01-01" },
    ] as Record<string, string>[])
      expect((await ask(call, range)).status, `${name} ${JSON.stringify(range)}`).toBe(422);
    for (const search of ["'", "\\", "%", "' or '1'='1", '" or 1=1 --', "$1", "a".repeat(200)]) {
      for (const key of ["search", "fullTextSearch"]) {
        const { status } = await ask(call, { [key]: search });
        expect(status, `${name} ${key} ${search.slice(0, 12)}`).toEqual(status === 422 ? 422 : 200);
      }
    }
  });

  it.each(rows)("%s gives a hundred rows at most, and no page before the first", async (name, call) => {
    for (const query of [
      { limit: "101" },
      { limit: "0" },
      { limit: "-1" },
      { limit: "1e3" },
      { limit: "Infinity" },
      { page: "0" },
      { page: "NaN" },
      { page: "99999999999" },
    ] as Record<string, string>[])
      expect((await ask(call, query)).status, `${name} ${JSON.stringify(query)}`).toBe(422);
    const { status, body } = await ask(call, { limit: "100" });
    if (isOpened(name, status)) expect((body.datatable as { items: unknown[] }).items.length).toBeLessThanOrEqual(100);
  });
});

describe("an export (W4)", () => {
  it.each(rows)(
    "%s: no cell of the file begins like a formula, and the record says who took it",
    async (name, call) => {
      // One person takes every list here; the limit of an hour is a test of its own.
      await api.app.db.deleteFrom("throttles").execute();
      const { status, body, headers } = await ask(call, { exportType: "csv" });
      if (!isOpened(name, status)) return;
      expect(status, name).toBe(200);
      expect(headers.get("content-disposition")?.startsWith("attachment"), name).toBe(true);
      expect(headers.get("x-content-type-options"), name).toBe("nosniff");
      const { text } = body;
      const { parse } = await import("csv-parse/sync");
      const cells = (parse(text, { bom: true, relax_column_count: true }) as string[][]).flat();
      // A number may be negative; a text may not look like the beginning of anything.
      expect(
        cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)),
        name,
      ).toEqual([]);
      const { rows: records } = await api.database.pool.query<{ n: number }>(
        "select count(*)::int as n from audit_records where action = 'exported' and subject_id = $1",
        [call.path],
      );
      expect(records[0]?.n, name).toBe(1);
    },
  );

  it("in a loop ends at twenty an hour, and nobody else is stopped by it", async () => {
    const { call } = allCalls().find((row) => row.name === "people.listAll") ?? {};
    const [greedy, other] = [await api.person("super_risk"), await api.person("super_risk")];
    const take = (token: string) => api.call(call as Endpoint, { token, query: { exportType: "csv" } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 62; turn += 1) statuses.push((await take(greedy.token)).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([20, 429]);
    expect((await take(other.token)).status).toBe(200);
  });
});
