/** The first 500 rows of the real loans file as the book of a lender who comes to us. */
import * as calls from "@manilla/contract/lending/loan-imports";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { makeProduct } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { createImport, runImport } from "../../people/imports/index.ts";
import { applicantOf, bookingOf, newestMonth } from "../loans/imported/index.ts";
import { runLoanImport } from "./index.ts";

const FILE = join(import.meta.dirname, "../../../../../../../shared/data/loans/lendingclub_2018q1_first5000.csv");
const isThere = existsSync(FILE);
if (!isThere) console.warn(`SKIPPED: ${FILE} is not here, so a book of real loans is not proved in this run.`);
const rows = isThere ? (parse(readFileSync(FILE), { columns: true, to: 500 }) as Record<string, string>[]) : [];
const today = "2026-01-15";
const kobo = (text = "0"): bigint => BigInt(Math.round(Number(text) * 100));

describe.skipIf(!isThere)("a book of 500 real loans", () => {
  it("comes in to the kobo, what had ended is refused, and the night after it proves", async () => {
    const { api, maker, approve, prove } = await useLendingWorld();
    const { db } = api.app;
    const product = await makeProduct(api, {});
    const { code } = await db
      .selectFrom("loan_products")
      .select("code")
      .where("id", "=", product)
      .executeTakeFirstOrThrow();
    const { id: people } = await db
      .transaction()
      .execute((tx) =>
        createImport(tx, api.app, { file_name: "people.csv", rows: rows.map(applicantOf), created_by: null }),
      );
    await runImport(api.app, people);
    const newest = newestMonth(rows);
    const book = rows.map((row) => {
      const { reference, email, disbursed_on } = bookingOf(row, newest, today);
      return {
        reference,
        person: email,
        product: code,
        principal: row.loan_amount,
        rate: row.interest_rate,
        instalments: row.term,
        disbursed_on,
        paid_principal: (Number(kobo(row.loan_amount) - kobo(row.balance)) / 100).toFixed(2),
        paid_interest: row.paid_interest,
        last_paid_on: kobo(row.paid_total) > 0n ? today : "",
        outstanding_principal: row.balance,
      };
    });
    const form = new FormData();
    form.set("file", new Blob([stringify(book, { header: true })]), "book.csv");
    const began = performance.now();
    const answer = await api.call(calls.createMany, { token: maker.token, body: form });
    console.info(`${rows.length} rows judged and kept in ${Math.round(performance.now() - began)} ms`);
    const { id } = (answer.body.data as { import: { id: string } }).import;
    const ended = rows.filter(({ balance }) => kobo(balance) === 0n);
    const left = rows.reduce((sum, { balance }) => sum + kobo(balance), 0n);
    expect(answer.body.data).toMatchObject({
      import: { total_count: 500, refused_count: ended.length, outstanding_principal_kobo: Number(left) },
    });
    const { rows: asked } = await sql<{ id: string }>`select id from approvals where kind = 'bring_in_loans'`.execute(
      db,
    );
    await approve(asked[0]!.id);
    await runLoanImport(api.app, id);
    const { rows: sums } = await sql`
      select count(*)::int as loans, sum(outstanding_principal_kobo)::text as outstanding,
        count(*) filter (where days_past_due > 0)::int > 0 as has_late, bool_and(accrued_interest_kobo >= 0) as is_positive
      from loans
      where brought_in_on is not null
    `.execute(db);
    expect(sums).toEqual([{ loans: 500 - ended.length, outstanding: String(left), has_late: true, is_positive: true }]);
    await prove();
    await closeBusinessDay(api.app);
    await prove();
  });
});
