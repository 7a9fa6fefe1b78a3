import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();

describe("Tables with a person's id", () => {
  it("are each named by exactly one noun: kept for a reason, blanked or deleted when the person is erased", async () => {
    const { rows } = await api.database.pool.query<{ table: string }>(
      `
        select c.table_name as "table"
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'user_id'
        order by 1
      `,
    );
    const named = api.app.house.personal.flatMap(({ kept = {}, blanked = {}, deleted = [] }) => [
      ...Object.keys(kept),
      ...Object.keys(blanked),
      ...deleted,
    ]);
    expect(rows.length).toBeGreaterThan(40);
    expect(named.toSorted()).toEqual(rows.map(({ table }) => table));
  });

  it("that a person's export reads exist with the columns that it names", async () => {
    const read = api.app.house.personal.flatMap(({ exported = {} }) => Object.entries(exported));
    expect(read.length).toBeGreaterThan(10);
    for (const [table, columns] of read)
      await expect(api.database.pool.query(`select ${columns} from ${table} limit 1`)).resolves.toBeDefined();
  });
});
