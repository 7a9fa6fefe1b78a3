import { rmSync } from "node:fs";
import { join } from "node:path";
import * as calls from "@manilla/contract/platform/audit";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import type { Tx } from "../../../db/database.ts";
import { SYSTEM, recordAudit } from "./index.ts";
import { LINE, sealAudit, verifyAudit } from "./seal.ts";

const api = await useTestApi();

/** An open transaction of any database of this server keeps a record from being sealed for a while, also the very first one. */
async function sealEverything(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    await sealAudit(api.app.db, api.app.config.DATA_FOLDER);
    const { rows } = await api.database.pool.query<{ open: string }>(
      `
        select count(*) as open
        from audit_records r
        where not exists (
          select 1 from audit_blocks b where (r.committed_in, r.id) <= (b.up_to_transaction, b.up_to_id)
        )
      `,
    );
    if (rows[0]?.open === "0") return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("not everything could be sealed");
}
const record = (action: string) =>
  api.app.db
    .transaction()
    .execute((tx) => recordAudit(tx, SYSTEM, action, ["test", "1"], { after: { bvn: "12345678901", note: "kept" } }));
const asOwner = async (text: string) => {
  await api.database.pool.query(
    `
      alter table audit_records disable trigger user; alter table audit_blocks disable trigger user; ${text}; alter
        table audit_records enable trigger user; alter table audit_blocks enable trigger user
    `,
  );
};

describe("the audit trail", () => {
  it("can neither be changed nor emptied by the application, nor by the owner while its triggers exist", async () => {
    await record("first");
    await expect(api.app.pool.query("update audit_records set action = 'other'")).rejects.toThrow(/permission denied/);
    await expect(api.app.pool.query("delete from audit_records")).rejects.toThrow(/permission denied/);
    await expect(api.database.pool.query("update audit_records set action = 'other'")).rejects.toThrow(
      /never changed or removed/,
    );
    await expect(api.database.pool.query("truncate audit_records")).rejects.toThrow(/never changed or removed/);
  });

  it("keeps no secret", async () => {
    const { rows } = await api.database.pool.query<{ after: Record<string, string> }>(
      "select after from audit_records where action = 'first'",
    );
    expect(rows[0]?.after).toEqual({ bvn: "•••", note: "kept" });
  });

  it("is found out when a record is edited, removed or swapped, and the first bad block is named", async () => {
    for (const action of ["one", "two", "three"]) {
      await record(action);
      await sealEverything();
    }
    expect((await verifyAudit(api.app.db)).first_bad_sequence).toBeNull();
    await asOwner("update audit_records set action = 'forged' where action = 'two'");
    const edited = (await verifyAudit(api.app.db)).first_bad_sequence;
    expect(edited).not.toBeNull();
    await asOwner("update audit_records set action = 'two' where action = 'forged'");
    expect((await verifyAudit(api.app.db)).first_bad_sequence).toBeNull();
    await asOwner(
      `
        update audit_records
        set action = case action when 'one' then 'three' when 'three' then 'one' else action end
        where action in ('one', 'three')
      `,
    );
    expect((await verifyAudit(api.app.db)).first_bad_sequence).not.toBeNull();
    await asOwner(
      `
        update audit_records
        set action = case action when 'one' then 'three' when 'three' then 'one' else action end
        where action in ('one', 'three')
      `,
    );
    await asOwner("delete from audit_records where action = 'three'");
    expect((await verifyAudit(api.app.db)).first_bad_sequence).toBeGreaterThan(edited ?? 0n);
  });

  it("is read only by those who may", async () => {
    expect((await api.call(calls.listAll, {})).status).toBe(401);
    expect((await api.call(calls.listAll, { token: (await api.person("super_support")).token })).status).toBe(403);
    const page = await api.call(calls.listAll, {
      token: (await api.person("super_operations")).token,
      query: { search: "one" },
    });
    expect((page.body.datatable as { total_count: number }).total_count).toBe(1);
  });

  it("is found out when the newest records go with their blocks, or the whole chain is made anew, by what was published outside", async () => {
    const { DATA_FOLDER } = api.app.config;
    await asOwner("delete from audit_records; delete from audit_blocks");
    rmSync(join(DATA_FOLDER, "audit-head.log"));
    for (const action of ["four", "five", "six"]) {
      await record(action);
      await sealEverything();
    }
    expect((await verifyAudit(api.app.db, DATA_FOLDER)).first_bad_sequence).toBeNull();
    await asOwner("delete from audit_records where action = 'six'; delete from audit_blocks where sequence = 3");
    // The shorter chain is valid by itself; the published head shows that there was more.
    expect((await verifyAudit(api.app.db)).first_bad_sequence).toBeNull();
    expect((await verifyAudit(api.app.db, DATA_FOLDER)).first_bad_sequence).toBe(3n);
    await asOwner("update audit_records set action = 'forged' where action = 'five'; delete from audit_blocks");
    await sealEverything();
    expect((await verifyAudit(api.app.db)).first_bad_sequence).toBeNull();
    expect((await verifyAudit(api.app.db, DATA_FOLDER)).first_bad_sequence).toBe(1n);
  });

  it("is chained in the order of transactions also where their number gains a digit", async () => {
    const { DATA_FOLDER } = api.app.config;
    await asOwner("delete from audit_records; delete from audit_blocks");
    rmSync(join(DATA_FOLDER, "audit-head.log"));
    for (const transaction of [9, 10, 99, 100])
      await asOwner(
        `
          insert into audit_records (id, actor_name, action, subject_type, committed_in)
          values (gen_random_uuid(), 'System', 'made_${transaction}', 'test', '${transaction}')
        `,
      );
    await sealEverything();
    await record("later");
    await sealEverything();
    expect(await verifyAudit(api.app.db, DATA_FOLDER)).toMatchObject({ records: 5, first_bad_sequence: null });
  });
});

describe("the chain of the audit trail", () => {
  it("says the same in every time zone, as it did in UTC when blocks were sealed from a session's own", async () => {
    await record("zoned");
    await sealEverything();
    const inZone = <Result>(zone: string, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
      api.app.db.transaction().execute(async (tx) => {
        await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
        return work(tx);
      });
    const heads = (tx: Tx) => verifyAudit(tx);
    expect((await inZone("Africa/Lagos", heads)).first_bad_sequence).toBeNull();
    const moments = ["2026-11-29 00:00:00Z", "2026-01-02 03:04:05.6Z", "2026-12-31 23:59:59.000001Z"];
    const before = await inZone("UTC", (tx) =>
      sql<{ line: string; was: string }>`
        select ${LINE}::jsonb ->> 1 as line, to_jsonb(recorded_at) #>> '{}' as was
        from (
          select recorded_at, gen_random_uuid() as id, null::uuid as actor_id, '' as actor_name, '' as action, '' as subject_type, '' as subject_id,
            null::jsonb as before, null::jsonb as after, '' as reason, '' as network_address, null::bytea as sealed, null::uuid as about_id,
            null::uuid as viewed_id
          from unnest(${moments}::timestamptz[]) recorded_at
        ) r
      `.execute(tx),
    );
    expect(before.rows.map(({ line }) => line)).toEqual(before.rows.map(({ was }) => was));
    expect(before.rows).toHaveLength(moments.length);
  });
});
