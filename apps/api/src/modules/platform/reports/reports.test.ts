import { listAll as loansCall } from "@manilla/contract/lending/loans";
import { listAll as peopleCall } from "@manilla/contract/people/people";
import { isoDay } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/platform/reports";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { clock } from "../../../clock.ts";
import { shapeOf } from "../../../db/list-export.ts";
import { colleaguesAsSessions } from "../../../http/session.ts";
import { boundFor, listsOf, readyFor } from "./lists.ts";
import { contextFor, makeReports } from "./making.ts";
import { summaryOf } from "./summary.ts";
import { pageQuery } from "@manilla/contract/page";

const world = await useLendingWorld();
const { api } = world;

type Person = Awaited<ReturnType<typeof api.person>>;
type Report = z.input<typeof calls.find.response>;
type Summary = z.input<typeof calls.summarise.response>;
const LOANS = loansCall.path;
const PEOPLE = peopleCall.path;

let serial = 0;
const body = (more: Record<string, unknown> = {}) => ({
  list: LOANS,
  name: `Report ${++serial}`,
  query: {},
  group_by: [],
  measures: [],
  format: "csv",
  recipients: [],
  ...more,
});
const create = (person: Person, more: Record<string, unknown> = {}) =>
  api.call(calls.create, { token: person.token, body: body(more) });
const made = async (person: Person, more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await create(person, more);
  expect([answer.status, answer.body.errors ?? answer.body.message]).toEqual([200, ""]);
  return (answer.body.data as { id: string }).id;
};
const find = async (person: Person, id: string) =>
  (await api.call(calls.find, { token: person.token, params: { id } })).body.data as Report;
const summary = async (person: Person, id: string) =>
  (await api.call(calls.summarise, { token: person.token, params: { id } })).body.data as Summary;
const withhold = (user_id: string, permission: string) =>
  api.database.pool.query("insert into user_permissions (user_id, permission, is_granted) values ($1, $2, false)", [
    user_id,
    permission,
  ]);
const mailsTo = async (email: string): Promise<{ subject: string; text: string }[]> =>
  (
    await api.database.pool.query<{ data: { subject: string; text: string } }>(
      "select data from pgboss.job where name = 'send-mail' and data ->> 'to' = $1 order by created_on",
      [email],
    )
  ).rows.map(({ data }) => data);
const daily = { repeat: "day", weekdays: [], month_day: null, hour: 7 };
/** Sets the wall clock of the API. */
const at = (moment: string): void => {
  vi.spyOn(clock, "now").mockImplementation(() => new Date(moment));
  vi.spyOn(clock, "milliseconds").mockImplementation(() => Date.parse(moment));
};
const soon = (days = 1): string => new Date(clock.milliseconds() + days * 86_400_000).toISOString();

let [risk, ben, admin] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  [risk, ben, admin] = [
    await api.person("super_risk", { name: "Rita", last_name: "Risk" }),
    await api.person("super_risk", { name: "Ben", last_name: "Book" }),
    await api.person("super_admin"),
  ];
  for (const principal_kobo of [10_000_001n, 20_000_050n, 20_000_049n, 30_000_000n])
    await world.loan({ principal_kobo });
  const { id } = await world.loan({ principal_kobo: 15_000_033n });
  await sql`update loans set status = 'withdrawn' where id = ${id}`.execute(api.app.db).catch(() => undefined);
}, 60_000);
afterEach(() => void vi.restoreAllMocks());

/** All rows of the list, read as a person reads it. */
async function rowsOf(person: Person, query: Record<string, string>) {
  const { body: answer } = await api.call(loansCall, { token: person.token, query: { ...query, limit: 100 } });
  return (answer.datatable as { items: z.input<typeof loansCall.row>[]; total_count: number }).items;
}

describe("a summary", () => {
  it("agrees with its list to the kobo under each filter", async () => {
    const filters: Record<string, string>[] = [
      {},
      { filter: JSON.stringify({ principal_kobo: { min: 20_000_000 } }) },
      { filter: JSON.stringify({ status: ["accepted"] }), sortColumn: "principal_kobo", sortOrder: "desc" },
      { filter: JSON.stringify({ principal_kobo: { max: 1 } }) },
      { search: "ada", rangeStart: "2020-01-01", rangeKey: "created_at" },
    ];
    for (const query of filters) {
      const id = await made(risk, {
        query,
        group_by: [
          { column: "status", by: null },
          { column: "created_at", by: "month" },
        ],
        measures: [
          { column: "principal_kobo", of: "sum" },
          { column: "principal_kobo", of: "average" },
        ],
      });
      const [{ lines, total }, rows] = [await summary(risk, id), await rowsOf(risk, query)];
      const sum = rows.reduce((all, { principal_kobo }) => all + principal_kobo, 0);
      expect([total.count, total.amounts[0] ?? 0], JSON.stringify(query)).toEqual([rows.length, sum]);
      expect(total.amounts[1]).toBe(rows.length === 0 ? null : Math.round(sum / rows.length));
      expect(lines.reduce((all, { count }) => all + count, 0)).toBe(rows.length);
      expect(lines.reduce((all, { amounts }) => all + (amounts[0] ?? 0), 0)).toBe(sum);
      for (const { values, count } of lines) {
        const [status = "", month = ""] = values as string[];
        const same = rows.filter(
          (row) =>
            row.status === status.toLowerCase().replaceAll(" ", "_") &&
            isoDay(new Date(row.created_at)).startsWith(month),
        );
        expect(same.length, `${status} ${month}`).toBe(count);
      }
    }
    expect((await rowsOf(risk, filters[0]!)).length).toBeGreaterThan(3);
    expect((await rowsOf(risk, filters[1]!)).length).toBeLessThan((await rowsOf(risk, {})).length);
  });

  it("as a file says the same, with its total at the end", async () => {
    const id = await made(risk, {
      group_by: [{ column: "status", by: null }],
      measures: [{ column: "principal_kobo", of: "sum" }],
    });
    const { text } = (await api.call(calls.download, { token: risk.token, params: { id }, query: { type: "csv" } }))
      .body;
    const lines = parse(text, { bom: true });
    const { total } = await summary(risk, id);
    expect(lines[0]?.slice(0, 3)).toEqual(["Status", "Rows", "Principal, sum (NGN)"]);
    expect(lines.at(-1)?.slice(0, 3)).toEqual(["Total", String(total.count), String((total.amounts[0] ?? 0) / 100)]);
    const { rows } = await api.database.pool.query(
      "select 1 from audit_records where action = 'exported' and subject_type = 'report' and subject_id = $1",
      [id],
    );
    expect(rows.length).toBe(1);
  });

  it("can be had of each list by each of its groups and amounts", async () => {
    const [session] = await colleaguesAsSessions(api.app.db, [admin.user_id]);
    const context = contextFor(api.app, session!);
    let groups = 0;
    for (const { call } of listsOf(context)) {
      const { offer } = await boundFor(context, call.path, pageQuery.parse({}));
      for (const { name, kind } of offer.groups) {
        const by = kind === "date" || kind === "moment" ? ("month" as const) : null;
        const group = { column: name, by };
        // What came in and what went out is added up apart.
        const direction = { column: "direction", by: null };
        const hasDirection = name !== "direction" && Object.hasOwn(shapeOf(call), "direction");
        const spec = {
          list: call.path,
          query: {},
          columns: null,
          group_by: hasDirection ? [group, direction] : [group],
          measures: offer.measures.slice(0, 8).map(({ name: column }) => ({ column, of: "sum" as const })),
        };
        await summaryOf(api.app.db, await readyFor(context, spec), spec).catch((error: Error) => {
          throw new Error(`${call.path} by ${name}: ${error.message}`);
        });
        groups += 1;
      }
    }
    expect(groups).toBeGreaterThan(150);
    const { offer } = await boundFor(context, "/admin/approvals", pageQuery.parse({}));
    expect(
      offer.groups.map(({ name }) => name),
      "what the list fills in for a filter alone",
    ).not.toContain("for_me");
    const mixed = { list: "/transactions", query: {}, columns: null, group_by: [] };
    await expect(
      readyFor(context, { ...mixed, measures: [{ column: "amount_kobo", of: "sum" }] }),
    ).rejects.toMatchObject({
      errors: { measures: ["group by direction, or filter by it, before you add up amounts"] },
    });
  });
});

describe("a report", () => {
  it("says at its fields what the list does not offer", async () => {
    const wrong = async (more: Record<string, unknown>) => {
      const { status, body: answer } = await create(risk, more);
      return [status, ...Object.keys(answer.errors)];
    };
    expect(await wrong({ list: "/admin/none" })).toEqual([422, "list"]);
    expect(await wrong({ list: "/admin/books/accounts" })).toEqual([422, "list"]);
    expect(await wrong({ group_by: [{ column: "password_hash", by: null }] })).toEqual([422, "group_by"]);
    expect(await wrong({ group_by: [{ column: "reference", by: null }] })).toEqual([422, "group_by"]);
    expect(await wrong({ group_by: [{ column: "__proto__", by: null }] })).toEqual([422, "group_by"]);
    expect(await wrong({ group_by: [{ column: "created_at", by: null }] })).toEqual([422, "group_by"]);
    expect(await wrong({ group_by: [{ column: "status", by: "day" }] })).toEqual([422, "group_by"]);
    expect(await wrong({ measures: [{ column: "id; drop table loans", of: "sum" }] })).toEqual([422, "measures"]);
    expect(await wrong({ columns: ["reference", "password_hash"] })).toEqual([422, "columns"]);
    expect(await wrong({ query: { filter: '{"nobody":1}' } })).toEqual([422, "filter.nobody"]);
    expect(await wrong({ query: { sortColumn: "nobody" } })).toEqual([422, "sortColumn"]);
    expect(await wrong({ query: { page: 3 } })).toEqual([422, "query.page"]);
    expect(await wrong({ name: " " })).toEqual([422, "name"]);
    expect(await wrong({ schedule: { ...daily, repeat: "week" } })).toEqual([422, "weekdays"]);
    expect(await wrong({ schedule: { ...daily, hour: 24 } })).toEqual([422, "schedule.hour"]);
    expect(await wrong({ recipients: [(await world.customer()).user_id] })).toEqual([422, "recipients"]);
    const name = (await find(risk, await made(risk))).name;
    expect(await wrong({ name: name.toUpperCase() })).toEqual([422, "name"]);
  });

  it("of somebody else is not there, and one that is shared is read only", async () => {
    const id = await made(risk);
    const stranger = await world.customer();
    for (const call of [calls.find, calls.summarise, calls.pause, calls.runNow, calls.remove])
      expect((await api.call(call, { token: ben.token, params: { id } })).status, call.path).toBe(404);
    expect((await api.call(calls.download, { token: ben.token, params: { id }, query: { type: "csv" } })).status).toBe(
      404,
    );
    expect((await api.call(calls.find, { token: stranger.token, params: { id } })).status).toBe(403);
    expect((await api.call(calls.find, { params: { id } })).status).toBe(401);
    const { version } = await find(risk, id);
    const { list: _, ...change } = body({ recipients: [ben.user_id] });
    const changed = await api.call(calls.change, { token: risk.token, params: { id }, body: { ...change, version } });
    expect(changed.status).toBe(200);
    expect(await find(ben, id)).toMatchObject({ is_own: false, owner: "Rita Risk", abilities: {} });
    expect((await api.call(calls.remove, { token: ben.token, params: { id } })).status).toBe(404);
    const stale = await api.call(calls.change, { token: risk.token, params: { id }, body: { ...change, version } });
    expect(stale.status).toBe(412);
    const listed = await api.call(calls.listAll, { token: ben.token, query: { filter: '{"is_own":false}' } });
    expect((listed.body.datatable as { items: { id: string }[] }).items.map((each) => each.id)).toEqual([id]);
    expect((await api.call(calls.remove, { token: risk.token, params: { id } })).status).toBe(200);
    for (const person of [risk, ben])
      expect((await api.call(calls.find, { token: person.token, params: { id } })).status).toBe(404);
  });

  it("shows and counts nothing that is withheld: not grouped, not added up, not filtered, not in a file", async () => {
    const blind = await api.person("super_risk");
    await withhold(blind.user_id, "provider:can_view_salaries");
    const of = { list: PEOPLE };
    const keys = async (more: object) => Object.keys((await create(blind, { ...of, ...more })).body.errors ?? {});
    expect(await keys({ measures: [{ column: "salary_kobo", of: "average" }] })).toEqual(["measures"]);
    expect((await create(blind, { ...of, query: { filter: '{"salary_kobo":{"min":1}}' } })).status).toBe(403);
    expect((await create(blind, { ...of, query: { sortColumn: "salary_kobo" } })).status).toBe(403);
    const { measures, columns } = (await api.call(calls.describe, { token: blind.token, query: { path: PEOPLE } })).body
      .data as z.input<typeof calls.describe.response>;
    expect([...measures, ...columns].filter(({ name }) => name === "salary_kobo")).toEqual([]);
    const csv = async (person: Person, id: string) =>
      (await api.call(calls.download, { token: person.token, params: { id }, query: { type: "csv" } })).body.text;
    const seeing = await made(risk, { ...of, columns: ["email", "salary_kobo"], recipients: [blind.user_id] });
    expect((await csv(risk, seeing)).split("\n")[0]).toContain("Salary");
    expect((await csv(blind, seeing)).split("\n")[0]).not.toContain("Salary");
    // Shared before the right was taken: the summary is refused, not shown without it.
    const sum = await made(risk, {
      ...of,
      measures: [{ column: "salary_kobo", of: "sum" }],
      recipients: [ben.user_id],
    });
    expect((await api.call(calls.summarise, { token: ben.token, params: { id: sum } })).status).toBe(200);
    expect(
      (await create(risk, { ...of, recipients: [blind.user_id], measures: [{ column: "salary_kobo", of: "sum" }] }))
        .body.errors,
    ).toEqual({ recipients: ["Test Person may not see this or take it away"] });
  });
});

describe("a schedule", () => {
  const runsOf = async (id: string) =>
    (await find(risk, id)).runs.map(({ recipient, status, reason }) => [recipient, status, reason]);

  it("makes a file for each recipient once, however many workers there are, and mails a link without a figure", async () => {
    const name = "Loans of Ada Customer";
    const id = await made(risk, { name, recipients: [ben.user_id], schedule: daily });
    const due = (await find(risk, id)).next_due_at!;
    await makeReports(api.app);
    expect(await runsOf(id)).toEqual([]);
    at(due);
    await Promise.all([makeReports(api.app), makeReports(api.app), makeReports(api.app)]);
    await makeReports(api.app);
    vi.restoreAllMocks();
    const { runs, next_due_at } = await find(risk, id);
    expect(runs.map(({ recipient, status, due_at }) => [recipient, status, due_at])).toEqual([
      ["Ben Book", "made", due],
      ["Rita Risk", "made", due],
    ]);
    expect(Date.parse(next_due_at!) - Date.parse(due)).toBe(86_400_000);
    for (const person of [risk, ben]) {
      const mails = (await mailsTo(person.email)).filter(({ text }) => text.includes(id));
      expect(mails.length).toBe(1);
      expect(JSON.stringify(mails[0])).not.toMatch(/Ada|Loans|₦|NGN/);
    }
    const [own] = (await find(ben, id)).runs;
    const opened = await api.call(calls.openRun, { token: ben.token, params: { id: own!.id } });
    expect(parse(opened.body.text, { bom: true }).length).toBeGreaterThan(4);
    // Each file is its recipient's alone, and an opened one is on record.
    expect((await api.call(calls.openRun, { token: risk.token, params: { id: own!.id } })).status).toBe(404);
    expect((await api.call(calls.openRun, { params: { id: own!.id } })).status).toBe(401);
    const { rows } = await api.database.pool.query(
      "select actor_id from audit_records where action = 'report_opened' and subject_id = $1",
      [id],
    );
    expect(rows).toEqual([{ actor_id: ben.user_id }]);
    // Who may not see the list any more does not open yesterday's file of it.
    await withhold(ben.user_id, "provider:can_view_loans");
    expect((await api.call(calls.openRun, { token: ben.token, params: { id: own!.id } })).status).toBe(403);
    await api.database.pool.query("delete from user_permissions where user_id = $1", [ben.user_id]);
    // Which rows a list shows may hang on any right: with one less the file is not opened either.
    await withhold(ben.user_id, "provider:can_view_rule_sets");
    expect((await api.call(calls.openRun, { token: ben.token, params: { id: own!.id } })).status).toBe(403);
    await api.database.pool.query("delete from user_permissions where user_id = $1", [ben.user_id]);
    expect((await api.call(calls.openRun, { token: ben.token, params: { id: own!.id } })).status).toBe(200);
    await api.database.pool.query("delete from report_recipients where report_id = $1", [id]);
    expect((await api.call(calls.openRun, { token: ben.token, params: { id: own!.id } })).status).toBe(404);
  });

  it("tells its owner that it is made for nobody, when they may not have it any more", async () => {
    const owner = await api.person("super_risk", { name: "Owner" });
    const id = await made(owner, { schedule: daily });
    await withhold(owner.user_id, "provider:can_export_lists");
    at(soon());
    await makeReports(api.app);
    vi.restoreAllMocks();
    const { rows } = await api.database.pool.query(
      "select title, body from notifications where user_id = $1 and link = $2",
      [owner.user_id, `/admin/reports/${id}`],
    );
    expect(rows).toEqual([{ title: "A report could not be made", body: "They may not take lists away." }]);
  });

  it("leaves out, with the reason, who may no longer see the list, was suspended, or is no recipient", async () => {
    const [lost, gone, blind, shut] = [
      await api.person("super_risk", { name: "Lost" }),
      await api.person("super_risk", { name: "Gone" }),
      await api.person("super_risk", { name: "Blind" }),
      await api.person("super_risk", { name: "Shut" }),
    ];
    const recipients = [lost.user_id, gone.user_id, blind.user_id, shut.user_id];
    const id = await made(risk, {
      list: PEOPLE,
      query: { filter: '{"salary_kobo":{"min":0}}' },
      recipients,
      schedule: daily,
    });
    await withhold(lost.user_id, "provider:can_view_users");
    await withhold(blind.user_id, "provider:can_view_salaries");
    await withhold(shut.user_id, "provider:can_export_lists");
    await sql`update colleagues set status = 'suspended' where id = ${gone.user_id}`.execute(api.app.db);
    at(soon());
    await makeReports(api.app);
    vi.restoreAllMocks();
    expect((await find(risk, id)).runs.map(({ recipient, status }) => [recipient.split(" ")[0], status])).toEqual([
      ["Blind", "skipped"],
      ["Gone", "skipped"],
      ["Lost", "skipped"],
      ["Rita", "made"],
      ["Shut", "skipped"],
    ]);
    for (const { status, reason } of (await find(risk, id)).runs) expect(reason !== null).toBe(status === "skipped");
    for (const person of [lost, gone, blind, shut]) expect(await mailsTo(person.email)).toEqual([]);
  });

  it("rests while it is paused, goes on at the next moment, and ends when its owner has left", async () => {
    const owner = await api.person("super_risk");
    const act = (call: typeof calls.pause | typeof calls.resume, id: string) =>
      api.call(call, { token: owner.token, params: { id } });
    const id = await made(owner, { schedule: { ...daily, repeat: "last_day" } });
    expect((await act(calls.resume, id)).status).toBe(409);
    expect((await act(calls.pause, id)).status).toBe(200);
    expect((await act(calls.pause, id)).status).toBe(409);
    at(soon(40));
    await makeReports(api.app);
    vi.restoreAllMocks();
    expect(await find(owner, id)).toMatchObject({ status: "paused", next_due_at: null, runs: [] });
    expect((await act(calls.resume, id)).status).toBe(200);
    const next = (await find(owner, id)).next_due_at!;
    expect(Date.parse(next)).toBeGreaterThan(clock.milliseconds());
    await sql`update colleagues set status = 'suspended' where id = ${owner.user_id}`.execute(api.app.db);
    at(next);
    await makeReports(api.app);
    vi.restoreAllMocks();
    await sql`update colleagues set status = 'active' where id = ${owner.user_id}`.execute(api.app.db);
    expect(await find(owner, id)).toMatchObject({ status: "paused", runs: [] });
    expect(await mailsTo(owner.email)).toEqual([]);
  });

  it("is made now where somebody asks, once a minute, and its files go after thirty days", async () => {
    const id = await made(risk, { format: "xlsx" });
    const now = () => api.call(calls.runNow, { token: risk.token, params: { id } });
    const minute = Math.floor(clock.milliseconds() / 60_000) * 60_000;
    at(new Date(minute + 20_000).toISOString());
    const both = [await now(), await now()];
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await makeReports(api.app);
    const [run, second] = (await find(risk, id)).runs;
    expect([run?.status, second]).toEqual(["made", undefined]);
    const { rows } = await api.database.pool.query("select storage_name from report_runs where report_id = $1", [id]);
    const { storage_name } = rows[0] as { storage_name: string };
    const statusAfter = async (seconds: number) => {
      at(new Date(minute + 30 * 86_400_000 + seconds * 1_000).toISOString());
      await makeReports(api.app);
      vi.restoreAllMocks();
      return (await find(risk, id)).runs.map(({ status, kept_until }) => [status, kept_until !== null]);
    };
    expect(await statusAfter(19)).toEqual([["made", true]]);
    expect(await statusAfter(21)).toEqual([["expired", false]]);
    expect((await api.call(calls.openRun, { token: risk.token, params: { id: run!.id } })).status).toBe(404);
    await expect(api.app.outside.storage.read(storage_name)).rejects.toThrow("ENOENT");
  });

  it("gives up what did not end three times, and tells its owner", async () => {
    const id = await made(risk);
    await api.call(calls.runNow, { token: risk.token, params: { id } });
    // As often as a process ended in the middle of it.
    await sql`update report_runs set attempts = 3 where report_id = ${id}`.execute(api.app.db);
    await makeReports(api.app);
    expect(await runsOf(id)).toEqual([["Rita Risk", "failed", "It was tried three times and did not end."]]);
    const { rows } = await api.database.pool.query("select title from notifications where link = $1", [
      `/admin/reports/${id}`,
    ]);
    expect(rows).toEqual([{ title: "A report could not be made" }]);
  });

  it("is not made by a worker whose claim another one has taken over", async () => {
    const id = await made(risk);
    await api.call(calls.runNow, { token: risk.token, params: { id } });
    const write = api.app.outside.storage.write.bind(api.app.outside.storage);
    const names: string[] = [];
    vi.spyOn(api.app.outside.storage, "write").mockImplementation(async (name, bytes) => {
      names.push(name);
      // Its ten minutes are over while it writes: another worker begins and ends.
      if (names.length === 1) {
        await sql`update report_runs set claimed_until = now() - interval '1 minute' where report_id = ${id}`.execute(
          api.app.db,
        );
        await makeReports(api.app);
      }
      return write(name, bytes);
    });
    await makeReports(api.app);
    vi.restoreAllMocks();
    expect(names.length).toBe(2);
    expect(await runsOf(id)).toEqual([["Rita Risk", "made", null]]);
    expect((await mailsTo(risk.email)).filter(({ text }) => text.includes(id)).length).toBe(1);
    await expect(api.app.outside.storage.read(names[0]!)).rejects.toThrow("ENOENT");
    expect((await api.app.outside.storage.read(names[1]!)).length).toBeGreaterThan(0);
  });
});
