import type { PageQuery } from "@manilla/contract/page";
import * as calls from "@manilla/contract/lending/loans";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { loanList } from "./queries.ts";

const LOANS = 24_000;
const api = await useTestApi();
beforeAll(async () => {
  const { user_id } = await api.person("staff");
  const { pool } = api.database;
  const { rows } = await pool.query<{ product: string; version: string }>(`
    with p as (insert into loan_products (id, code, name) values (gen_random_uuid(), 'walked', 'Walked') returning id)
    insert into loan_product_versions (
      id, product_id, valid_from, annual_rate_percent, method, minimum_principal_kobo, maximum_principal_kobo,
      minimum_instalments, maximum_instalments
    )
    select gen_random_uuid(), id, '2020-01-01', 24, 'declining', 1, 1000000, 1, 60
    from p
    returning product_id as product, id as version
  `);
  await pool.query("alter table loans disable trigger user");
  await pool.query(
    `
      insert into loans (
        id, reference, user_id, product_id, product_version_id, status, requested_principal_kobo, requested_instalments,
        principal_kobo, instalment_count, annual_rate_percent, terms, days_past_due, arrears_bucket, next_due_on
      )
      select gen_random_uuid(), 'WALK-' || n, $1, $2, $3,
        (array['past_due','past_due','running','settled','stop_requested'])[1 + n % 5], 1, 1, 1 + n % 997, 1, 24, '{}',
        case when n % 5 < 2 then 1 + n % 60 else 0 end, case when n % 5 < 2 then '1-30' else 'current' end,
        date '2026-01-01' + n % 90
      from generate_series(1, ${LOANS}) n
    `,
    [user_id, rows[0]?.product, rows[0]?.version],
  );
  await pool.query("alter table loans enable trigger user");
  await pool.query("analyze loans");
});

/** The same question in the plainest words. */
async function plainly(where: string, order: string, page: number): Promise<string[]> {
  const { rows } = await api.database.pool.query<{ id: string }>(
    `select l.id from loans l where ${where} order by ${order} limit 20 offset ${(page - 1) * 20}`,
  );
  return rows.map(({ id }) => id);
}

/** Asked until the total is known, from when on the rows are walked. */
async function walked(query: PageQuery): Promise<{ ids: string[]; text: string }> {
  const bound = loanList.scoped(sql`true`);
  await bound.page(api.app, query);
  const { items } = await bound.page(api.app, query);
  const [statement] = bound.plan(api.app.db, query).statements;
  return { ids: items.map((row) => (row as { id: string }).id), text: statement?.text ?? "" };
}

describe("the walks of loans", () => {
  it.each([
    [{ status: ["past_due", "running"] }, "l.status in ('past_due', 'running')", "days_past_due", "union all"],
    [{ status: ["past_due", "running"] }, "l.status in ('past_due', 'running')", "next_due_on", "union all"],
    [
      { status: ["past_due", "running", "past_due"], principal_kobo: { min: 2 } },
      "l.status in ('past_due', 'running') and l.principal_kobo >= 2",
      "days_past_due",
      'collate "C"',
    ],
    [{ days_past_due: { min: 0, max: 59 } }, "l.days_past_due between 0 and 59", "next_due_on", "generate_series"],
    [{ days_past_due: { min: 0, max: 59 } }, "l.days_past_due between 0 and 59", "days_past_due", "from loans l"],
  ])("meet the rows of %j in every order, page after page (%s, by %s)", async (filter, where, sortColumn, way) => {
    for (const page of [1, 2, 9, 300]) {
      for (const sortOrder of ["asc", "desc"] as const) {
        const query = calls.listAll.query.parse({ page, sortColumn, sortOrder, filter: JSON.stringify(filter) });
        const { ids, text } = await walked(query);
        expect(ids).toEqual(await plainly(where, `l.${sortColumn} ${sortOrder}, l.id ${sortOrder}`, page));
        if (page === 1) expect(text).toContain(way);
      }
    }
  });

  it("walks numbers in the index that begins with them, whose bounds it repeats", async () => {
    const filter = JSON.stringify({ days_past_due: { min: 1, max: 60 } });
    await api.database.pool.query(
      "update loans set days_past_due = 1 + abs(hashtext(id::text)) % 60 where reference like 'WALK-%'",
    );
    const query = calls.listAll.query.parse({ sortColumn: "next_due_on", filter });
    const { text } = await walked(query);
    const { rows } = await api.app.pool.query<Record<string, string>>(`explain ${text}`);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("loans_late_days_due");
  });
});
