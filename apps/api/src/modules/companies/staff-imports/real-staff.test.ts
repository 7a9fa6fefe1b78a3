/** The first 5,000 rows of the real loans file as the staff of one company: names made up, salaries from the file. */
import * as calls from "@manilla/contract/companies/staff-imports";
import * as team from "@manilla/contract/companies/team";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { employeeOf } from "../../lending/loans/imported/index.ts";
import { runStaffImport } from "./noun.ts";

const FILE = join(import.meta.dirname, "../../../../../../../shared/data/loans/lendingclub_2018q1_first5000.csv");
const isThere = existsSync(FILE);
if (!isThere) console.warn(`SKIPPED: ${FILE} is not here, so a staff of 5,000 real rows is not proved in this run.`);
const rows = isThere ? (parse(readFileSync(FILE), { columns: true }) as Record<string, string>[]) : [];

describe.skipIf(!isThere)("a company's staff of 5,000", () => {
  it("goes in whole as far as the plan has places, with managers and salaries to the kobo; twice is once", async () => {
    const api = await useTestApi();
    const company_id = await api.company({ name: "Five Thousand", unique_plan: "Enterprise" });
    const owner = await api.person("company_super_admin", { company_id });
    const body = () => {
      const form = new FormData();
      form.set("file", new Blob([stringify(rows.map(employeeOf), { header: true })]), "staff.csv");
      return form;
    };
    const send = async () =>
      (await api.call(calls.createMany, { token: owner.token, body: body() })).body.data as {
        import: { id: string; created_count: number; refused_count: number };
      };
    const { id } = (await send()).import;
    await runStaffImport(api.app, id);
    const read = await api.call(calls.find, { token: owner.token, params: { id } });
    // The owner holds one of the plan's 5,000 places.
    expect(read.body.data).toMatchObject({
      import: { status: "done", total_count: 5_000, created_count: 4_999, refused_count: 1 },
    });
    const refused = await api.call(calls.rows, {
      token: owner.token,
      params: { id },
      query: { filter: JSON.stringify({ verdict: ["refused"] }) },
    });
    expect((refused.body.datatable as { items: object[] }).items).toMatchObject([
      { number: 5_000, reasons: ["All 5000 places of the plan are taken."] },
    ]);
    // Once more, since a row was refused: everybody else is known, nobody is made twice.
    const again = await send();
    await runStaffImport(api.app, again.import.id);
    const second = await api.call(calls.find, { token: owner.token, params: { id: again.import.id } });
    expect(second.body.data).toMatchObject({ import: { created_count: 0, already_count: 4_999, refused_count: 1 } });
    const { rows: made } = await sql<{ people: number; led: number; leaders: number; kobo: bigint; paid: number }>`
      select count(*)::int as people, count(e.manager_id)::int as led, count(distinct e.manager_id)::int as leaders,
        sum(p.salary_kobo)::bigint as kobo, count(p.salary_kobo)::int as paid
      from employments e
      join profiles p on p.user_id = e.user_id
      where e.company_id = ${company_id} and e.staff_number is not null
    `.execute(api.app.db);
    const known = rows.slice(0, 4_999).map((row) => employeeOf(row).salary ?? "");
    expect(made).toEqual([
      {
        people: 4_999,
        led: 4_999 - 12,
        leaders: new Set(rows.slice(12, 4_999).map((row) => employeeOf(row).manager)).size,
        kobo: known.reduce((sum, salary) => sum + BigInt(Math.round(Number(salary) * 100)), 0n),
        paid: known.filter((salary) => salary !== "").length,
      },
    ]);
    const seats = await api.call(team.seats, { token: owner.token });
    expect(seats.body.data).toMatchObject({ used: 5_000, allowed: 5_000 });
  }, 120_000);
});
