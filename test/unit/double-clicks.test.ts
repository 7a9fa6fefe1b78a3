/**
 * Two clicks at once. Each call of the rooms of people and the credit decision that changes something is made once, then by two clicks at the same moment under
 * one key, then under two keys. Two clicks leave behind what one does, in every table; the second answer is the same one or a refusal, never a failure of ours.
 * A new call is covered by itself: without a click in test/clicks.ts, or a reason here why not, the test fails.
 */
import type { Endpoint } from "@manilla/contract/endpoint";
import { beforeEach, expect, it } from "vitest";
import { allCalls } from "../../scripts/generate-permissions.ts";
import { type Click, type Clicks, makeClicks } from "../clicks.ts";
import { type PeopleWorld, inPeopleWorld } from "../people-world.ts";

let world: PeopleWorld;
let clicks: Clicks | undefined;
const allClicks = async (): Promise<Clicks> => (clicks ??= await makeClicks(world));
inPeopleWorld((made) => void (world = made));
// So many clicks come from one address only here.
beforeEach(async () => void (await world.api.database.pool.query("delete from throttles")));

const ROOMS = new Set([
  "affiliates",
  "appeals",
  "assignments",
  "communications",
  "configuration",
  "creditDecisions",
  "dataProtection",
  "documents",
  "employmentClaims",
  "imports",
  "limits",
  "onboarding",
  "people",
  "profiles",
  "ruleSets",
  "underwriting",
]);
/** Calls that read, whatever their method. */
const READS = new Set([
  "communications.countSegment",
  "communications.preview",
  "creditDecisions.estimate",
  "imports.tryMany",
  "profiles.previewPostNoDebit",
  "ruleSets.tryOut",
]);
/** What may be had twice, and why a second one by two clicks harms nobody. Reviewed one by one against what each means for the people concerned. */
const EACH_COUNTS: Record<string, string> = {
  "people.reveal":
    "each time a number is shown is a record of its own: showing it again without a record would be worse",
  "dataProtection.exportOf":
    "each file that leaves is recorded and counted (ten a day); nothing but the record is made",
  "dataProtection.exportOwn":
    "each file that leaves is recorded and counted (ten a day); nothing but the record is made",
  "onboarding.connectMono": "answers with the address of a page; nothing is kept until the person comes back from it",
  "onboarding.connectOkra": "answers with the address of a page; nothing is kept until the person comes back from it",
  "onboarding.connectThird": "answers with the address of a page; nothing is kept until the person comes back from it",
};
/** Proved elsewhere, where a provider's page has to be walked through first. */
const ELSEWHERE: Record<string, string> = {
  "communications.unsubscribe": "says the same thing again (communications.test.ts)",
  "onboarding.fetchMonoStatement": "statement-sources.test.ts",
  "onboarding.fetchOkraStatement": "statement-sources.test.ts",
  "onboarding.fetchThirdStatement": "statement-sources.test.ts",
  "onboarding.confirmMbsStatement": "statement-sources.test.ts: two devices with one ticket",
};
const changing = allCalls().filter(
  ({ name, call }) =>
    ROOMS.has(name.split(".")[0] ?? "") &&
    (call.method !== "GET" || call.effect !== "none") &&
    !READS.has(name) &&
    !(name in ELSEWHERE),
);

type Counts = Record<string, number>;
const IGNORED = new Set([
  "throttles",
  "security_events",
  "idempotency_keys",
  "sessions",
  "one_time_codes",
  "presences",
  "document_looks",
  "twin_requests",
]);
/** Counts rows and versions of every table; written once, and planned once. */
let counting: string | undefined;
async function makeCounting(): Promise<string> {
  const { rows: tables } = await world.api.database.pool.query<{ name: string; has_version: boolean }>(`
    select t.tablename as name,
      exists (
        select 1
        from information_schema.columns c
        where c.table_schema = 'public'
          and c.table_name = t.tablename
          and c.column_name = 'version'
          and c.data_type = 'integer'
      ) as has_version
    from pg_tables t
    where schemaname = 'public'
  `);
  const parts = tables
    .filter(({ name }) => !IGNORED.has(name))
    .map(
      ({ name, has_version }) =>
        `
          select '${name}' as name, count(*)::int as n, ${has_version ? "coalesce(sum(version), 0)::int" : "0"} as v
          from ${name}
        `,
    );
  return `${parts.join(" union all ")} union all select 'jobs ' || name, count(*)::int, 0 from pgboss.job group by name`;
}
async function countRows(): Promise<Counts> {
  const { rows } = await world.api.database.pool.query<{ name: string; n: number; v: number }>({
    name: "counting",
    text: (counting ??= await makeCounting()),
  });
  return Object.fromEntries(
    rows.flatMap(({ name, n, v }) => [
      [name, n],
      [`${name} versions`, v],
    ]),
  );
}
async function leaves(work: () => Promise<unknown>): Promise<Counts> {
  const before = await countRows();
  await work();
  const after = await countRows();
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, n]) => [name, n - (before[name] ?? 0)] as const)
      .filter(([, n]) => n !== 0),
  );
}
const press = (call: Endpoint, { token, params = {}, body }: Click, key?: string) =>
  world.api.call(call, { ...(token && { token }), params, ...(body !== undefined && { body }), ...(key && { key }) });

it("every call of these rooms that changes something is clicked here", async () => {
  const known = await allClicks();
  expect(changing.map(({ name }) => name).filter((name) => !known[name])).toEqual([]);
  expect(Object.keys(known).filter((name) => !changing.some((row) => row.name === name))).toEqual([]);
});

it.each(changing.map(({ name, call }) => [name, call] as const))(
  "%s by two clicks does what one does",
  async (name, call) => {
    const make = (await allClicks())[name];
    if (!make) throw new Error(`no click of ${name}`);
    const single = await make();
    let first: Awaited<ReturnType<typeof press>> | undefined;
    const one = await leaves(async () => (first = await press(call, single, `single-${name}`)));
    expect(first?.status, `${name} ${first?.body.message}`).toBe(200);
    expect(first?.body.errors, `${name} ${first?.body.message}`).toBe(undefined);
    const keysOf =
      call.effect === "none"
        ? [[undefined, undefined]]
        : [
            [`same-${name}`, `same-${name}`],
            [`one-${name}`, `other-${name}`],
          ];
    for (const keys of keysOf) {
      const click = await make();
      let answers: { status: number; code: string; data: unknown }[] = [];
      const both = await leaves(async () => {
        answers = (await Promise.all(keys.map((key) => press(call, click, key)))).map(({ status, body }) => ({
          status,
          code: body.code,
          data: body.data,
        }));
      });
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0], name).toBe(200);
      expect(
        statuses.every((status) => status < 500),
        name,
      ).toBe(true);
      const isOneKey = keys[0] !== undefined && keys[0] === keys[1];
      if (isOneKey && statuses[1] === 200) expect(answers[1]?.data, name).toEqual(answers[0]?.data);
      if (isOneKey || !(name in EACH_COUNTS)) expect(both, `${name} ${keys} ${statuses}`).toEqual(one);
    }
  },
);

it.each(changing.filter(({ name }) => !(name in EACH_COUNTS)).map(({ name, call }) => [name, call] as const))(
  "%s is not done again by a second click that comes when the first has ended",
  async (name, call) => {
    const make = (await allClicks())[name];
    if (!make) throw new Error(`no click of ${name}`);
    const click = await make();
    const first = await press(call, click, `first-${name}`);
    const again = await leaves(async () => {
      const second = await press(call, click, `second-${name}`);
      expect(second.status < 500, name).toBe(true);
    });
    expect(first.status, name).toBe(200);
    expect(again, name).toEqual({});
  },
);
