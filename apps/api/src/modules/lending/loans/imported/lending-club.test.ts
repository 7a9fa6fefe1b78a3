import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApi, startTestApi } from "../../../../../../../test/api.ts";
import { closeBusinessDay } from "../../../platform/business-day/index.ts";
import { createImport, runImport } from "../../../people/imports/index.ts";
import { applicantOf, bookImportedLoans, bookingOf, newestMonth } from "./index.ts";
import { personOfRow } from "../../../people/imports/rows.ts";

const FILE = join(import.meta.dirname, "../../../../../../../../shared/data/loans/lendingclub_2018q1_first5000.csv");
const isThere = existsSync(FILE);
if (!isThere) console.warn(`SKIPPED: ${FILE} is not here, so the real loans are not proved in this run.`);
const rows = isThere ? (parse(readFileSync(FILE), { columns: true }) as Record<string, string>[]) : [];
const today = "2026-01-15";
const newest = isThere ? newestMonth(rows) : 0;
const bookings = rows.map((row) => ({ row, booking: bookingOf(row, newest, today) }));
const cents = (text = "0"): bigint => BigInt(Math.round(Number(text) * 100));

describe.skipIf(!isThere)("the real loans", () => {
  it("become 5,000 applicants that the import takes, each another person", () => {
    const people = rows.map((row) => personOfRow(applicantOf(row)));
    expect(people.filter((each) => "reasons" in each)).toEqual([]);
    expect(new Set(rows.map((row) => applicantOf(row).email)).size).toBe(5_000);
    expect(new Set(rows.map((row) => applicantOf(row).phone)).size).toBe(5_000);
  });

  it("keep amount, instalment and principal: what is paid and what is left is the loan, to the kobo", () => {
    for (const { row, booking } of bookings) {
      const total = booking.rows.reduce((sum, each) => sum + each.principal_kobo, 0n);
      expect(booking.principal_kobo, `${booking.reference}`).toEqual(cents(row.loan_amount));
      expect(booking.instalment_kobo, `${booking.reference}`).toEqual(cents(row.installment));
      expect(total, `${booking.reference}`).toEqual(booking.principal_kobo);
      expect(
        booking.rows.every(({ principal_kobo, interest_kobo }) => principal_kobo >= 0n && interest_kobo >= 0n),
        booking.reference,
      ).toBe(true);
    }
  });

  it("that are current owe what the file says they owe, and nothing is overdue", () => {
    const current = bookings.filter(({ row }) => row.loan_status === "Current" && row.balance !== "0");
    expect(current.length).toBeGreaterThan(4_600);
    for (const { row, booking } of current) {
      expect(booking.outstanding_kobo, `${booking.reference}`).toEqual(cents(row.balance));
      expect(booking.overdue_kobo, `${booking.reference}`).toBe(0n);
      expect(booking.status, `${booking.reference}`).toBe("running");
    }
  });

  it("have their dates moved: the newest month is the month before, nothing in the future is paid, due dates go up", () => {
    expect(new Set(bookings.map(({ booking }) => booking.disbursed_on.slice(0, 7)))).toEqual(
      new Set(["2025-10", "2025-11", "2025-12"]),
    );
    for (const { booking } of bookings) {
      const days = booking.rows.map(({ due_on }) => due_on);
      expect(days.toSorted()).toEqual(days);
      expect(booking.rows.filter(({ status, due_on }) => status === "paid" && due_on > today)).toEqual([]);
    }
  });

  it("are settled, late or written off as the file has them", () => {
    const count = (status: string, words: RegExp) =>
      bookings.filter(({ row, booking }) => booking.status === status && words.test(row.loan_status ?? "")).length;
    expect(
      bookings
        .filter(({ row }) => row.loan_status === "Fully Paid")
        .every(({ booking }) => booking.status === "settled"),
    ).toBe(true);
    expect(count("written_off", /Charged Off/)).toBe(5);
    expect(count("past_due", /^Late|Grace/)).toBeGreaterThan(80);
    expect(count("past_due", /Current|Fully Paid|Charged/)).toBe(0);
  });

  it("with modified terms keep their own instalment", () => {
    const modified = bookings.filter(({ row }) => ["1548", "1968"].includes(row.row_id ?? ""));
    expect(modified.map(({ booking }) => booking.instalment_kobo)).toEqual([24_335n, 83_093n]);
    for (const { booking } of modified)
      expect(
        booking.rows
          .filter(({ status }) => status === "scheduled")
          .slice(0, -1)
          .every(({ principal_kobo, interest_kobo }) => principal_kobo + interest_kobo === booking.instalment_kobo),
      ).toBe(true);
  });
});

describe.skipIf(!isThere)("booking them", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());

  it("puts people, loans, instalments and principal into the books once, also when it is run again", async () => {
    const some = bookings.filter((_, index) => index % 40 === 0);
    const { id } = await api.app.db
      .transaction()
      .execute((tx) =>
        createImport(tx, api.app, {
          file_name: "real.csv",
          rows: some.map(({ row }) => applicantOf(row)),
          created_by: null,
        }),
      );
    await runImport(api.app, id);
    const book = () =>
      bookImportedLoans(
        api.app,
        some.map(({ booking }) => booking),
        today,
      );
    expect([await book(), await book()]).toEqual([some.length, 0]);
    const { rows: totals } = await api.database.pool.query(`
        select count(*)::int as loans, sum(outstanding_principal_kobo)::text as outstanding,
          (select count(*)::int from repayments) as instalments,
          (
            select sum(p.amount_kobo)::text
            from ledger.postings p
            join ledger.accounts a on a.id = p.account_id
            where a.chart_code = 'loan_principal'
          ) as ledger, (select count(*)::int from users where profile_status = 'activated') as activated
        from loans
      `);
    const outstanding = some.reduce((sum, { booking }) => sum + booking.outstanding_kobo, 0n).toString();
    expect(totals).toEqual([
      {
        loans: some.length,
        outstanding,
        instalments: some.reduce((sum, { booking }) => sum + booking.rows.length, 0),
        ledger: outstanding,
        activated: some.length,
      },
    ]);
  });

  it("leaves loans that the close of business can live with: interest is earned on what is owed, late ones stay late, copies and ledger agree", async () => {
    await closeBusinessDay(api.app);
    const { rows: ledger } = await api.database.pool.query(
      `
        select a.chart_code, sum(p.amount_kobo)::text as balance
        from ledger.postings p
        join ledger.accounts a on a.id = p.account_id
        where a.owner_type = 'loan'
        group by 1
        order by 1
      `,
    );
    const { rows: copies } = await api.database.pool.query(
      `
        select sum(outstanding_principal_kobo)::text as principal, sum(accrued_interest_kobo)::text as interest,
          bool_and(accrued_interest_kobo >= 0) as is_positive,
          count(*) filter (where status = 'past_due')::int as late
        from loans
      `,
    );
    expect(copies[0].is_positive).toBe(true);
    expect(ledger).toEqual([
      { chart_code: "loan_interest", balance: copies[0].interest },
      { chart_code: "loan_principal", balance: copies[0].principal },
    ]);
  });
});
