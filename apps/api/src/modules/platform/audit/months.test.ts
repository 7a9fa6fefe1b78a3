import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { createDatabase, createPool } from "../../../db/database.ts";
import { awayMonths, bringMonthBack, prepareMonths, takeMonthAway } from "./months.ts";
import { sealAudit, verifyAudit } from "./seal.ts";

const api = await useTestApi();
const pool = createPool(api.database.url, 2);
afterAll(() => pool.end());
const owner = createDatabase(pool);
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await api.database.pool.query<Row>(text, values)).rows;
const folder = () => api.app.config.DATA_FOLDER;

/** A part for a month that is over, as there is after a year; everything from before there were months keeps the rest. */
async function partOf(month: string, next: string): Promise<void> {
  const name = `records_${month.replace("-", "_")}`;
  await query(`
    set timezone = 'UTC';
    alter table audit_records detach partition audit_months.records_before;
    alter table audit_records attach partition audit_months.records_before for values from (minvalue) to ('${month}-01');
    create table audit_months.${name} partition of audit_records for values from ('${month}-01') to ('${next}-01');
    select guard_audit_month('audit_months.${name}');
    reset timezone
  `);
}

const add = (at: string, action: string) =>
  query(
    `insert into audit_records (id, recorded_at, actor_name, action, subject_type) values (gen_random_uuid(), $1, 'System', $2, 'test')`,
    [at, action],
  );

/** Transactions of other databases of this server keep records from being sealed for a while. */
async function sealAll(): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    await sealAudit(api.app.db, folder());
    const [left] = await query<{ n: number }>(`
      select count(*)::int as n from audit_records r
      where not exists (select from audit_blocks b where (r.committed_in, r.id) <= (b.up_to_transaction, b.up_to_id))
    `);
    if (left?.n === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("not everything could be sealed");
}
const verify = async () => (await verifyAudit(owner, folder())).first_bad_sequence;
const actions = async () =>
  (await query<{ action: string }>("select action from audit_records")).map((row) => row.action);
const tamper = (text: string) =>
  query(`
    alter table audit_months.records_2020_05 disable trigger user; ${text};
    alter table audit_months.records_2020_05 enable trigger user
  `);

describe("a month of the audit trail", () => {
  beforeAll(async () => {
    await partOf("2020-05", "2020-06");
    // Everything that the world recorded is of now, and in the part of everything from before or of its own month.
    const [{ parts } = { parts: 0 }] = await query<{ parts: number }>(
      "select count(*)::int as parts from pg_partition_tree('audit_records') where isleaf",
    );
    expect(parts).toBeGreaterThan(2);
    await add("2020-05-03T10:00:00Z", "in_may");
    await sealAll();
    await add("2020-05-31T23:59:59Z", "at_the_end");
    await add("2020-04-30T23:59:59Z", "in_april");
    await sealAll();
    await expect(takeMonthAway(owner, "2020-05")).rejects.toMatchObject({ errors: { month: ["it is not over"] } });
    await prepareMonths(api.app.db);
    await add("now", "of_today");
    await sealAll();
  }, 60_000);

  it("has a part for each month to come, made once", async () => {
    await prepareMonths(api.app.db);
    const before = await query("select relid::text from pg_partition_tree('audit_records')");
    await prepareMonths(api.app.db);
    expect(await query("select relid::text from pg_partition_tree('audit_records')")).toEqual(before);
    const names = before.map((row) => (row as { relid: string }).relid);
    const [last] = await query<{ part: string }>(
      "select 'audit_months.' || audit_month_name((now() at time zone 'UTC' + interval '3 months')::date) as part",
    );
    expect(names).toContain(last?.part);
  });

  it("is neither emptied nor changed in its part", async () => {
    await expect(query("truncate audit_months.records_2020_05")).rejects.toThrow(/never changed or removed/);
    await expect(query("delete from audit_months.records_2020_05")).rejects.toThrow(/never changed or removed/);
    await expect(api.app.pool.query("select 1 from audit_months.records_2020_05")).rejects.toThrow(/permission denied/);
  });

  it.each([
    ["2020-13", /write it like/],
    ["may", /write it like/],
    ["2020-06", /no part/],
  ])("is not taken away as %s", async (month, said) => {
    await expect(takeMonthAway(owner, month)).rejects.toMatchObject({
      errors: { month: [expect.stringMatching(said)] },
    });
  });

  it("is taken away and brought back, and the chain holds before, meanwhile and after", async () => {
    expect(await verify()).toBeNull();
    expect(await takeMonthAway(owner, "2020-05")).toBe(2n);
    await sealAll();
    const left = await actions();
    expect(left).toEqual(expect.arrayContaining(["in_april", "audit_month_taken_away"]));
    expect(left).not.toContain("in_may");
    expect(await verify()).toBeNull();
    expect((await verifyAudit(owner, folder())).away).toBe(2);
    expect(await awayMonths(owner)).toEqual([{ month: "2020-05", record_count: 2n, is_intact: true }]);
    await expect(takeMonthAway(owner, "2020-05")).rejects.toMatchObject({ errors: { month: ["it is away already"] } });
    expect(await bringMonthBack(owner, "2020-05")).toBe(2n);
    await sealAll();
    expect(await actions()).toEqual(expect.arrayContaining(["in_may", "at_the_end", "audit_month_brought_back"]));
    expect(await verify()).toBeNull();
    await expect(bringMonthBack(owner, "2020-05")).rejects.toMatchObject({ errors: { month: ["it is not away"] } });
  });

  it("does not come back changed, and hides nothing else that is gone", async () => {
    await takeMonthAway(owner, "2020-05");
    await sealAll();
    await tamper("update audit_months.records_2020_05 set action = 'forged' where action = 'in_may'");
    expect((await awayMonths(owner))[0]?.is_intact).toBe(false);
    await expect(bringMonthBack(owner, "2020-05")).rejects.toMatchObject({
      errors: { month: [expect.stringMatching(/not the ones/)] },
    });
    await tamper("update audit_months.records_2020_05 set action = 'in_may' where action = 'forged'");
    // Another record of the same block: with a month away the block cannot be made anew, but one record too many is missing.
    await query(`
      alter table audit_months.records_before disable trigger user;
      delete from audit_months.records_before where action = 'in_april';
      alter table audit_months.records_before enable trigger user
    `);
    expect(await verify()).not.toBeNull();
    await add("2020-04-30T23:59:59Z", "in_april");
    expect(await verify(), "another one in its place").not.toBeNull();
  });

  it("that nobody has recorded as taken away is found out", async () => {
    await query("update audit_months_away set digest = decode(repeat('00', 32), 'hex')");
    expect(await verify()).not.toBeNull();
  });
});
